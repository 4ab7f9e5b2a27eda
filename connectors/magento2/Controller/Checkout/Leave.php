<?php

declare(strict_types=1);

namespace Crediario\Payment\Controller\Checkout;

use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use Crediario\Payment\Controller\CustomerOrder;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\App\Action\HttpPostActionInterface;
use Magento\Framework\Controller\Result\RedirectFactory;
use Magento\Framework\Message\ManagerInterface;

/** "Pagar de outra forma": posted with Magento's form key, by the browser that placed the order. */
class Leave implements HttpPostActionInterface
{
    public function __construct(
        private readonly CustomerOrder $customerOrder,
        private readonly Bridge $bridge,
        private readonly MagentoShop $shop,
        private readonly RedirectFactory $redirects,
        private readonly ManagerInterface $messages,
    ) {
    }

    public function execute()
    {
        $redirect = $this->redirects->create();
        $order = $this->customerOrder->findOwn();
        if ($order === null) {
            return $redirect->setPath('checkout/cart');
        }
        $key = $this->shop->keyOf($order);
        try {
            $isCanceled = $this->bridge->connector()->leave($key);
        } catch (Refused | Unavailable) {
            $this->messages->addErrorMessage('O crediário não respondeu. Tente outra vez em alguns instantes.');
            return $redirect->setUrl($this->shop->returnUrl($key));
        }
        $current = $this->shop->load($key);
        if ($isCanceled && $current !== null && $this->customerOrder->restoreCart($current)) {
            return $redirect->setPath('checkout', ['_fragment' => 'payment']);
        }
        return $redirect->setUrl($this->shop->returnUrl($key));
    }
}
