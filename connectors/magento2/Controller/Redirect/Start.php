<?php

declare(strict_types=1);

namespace Crediario\Payment\Controller\Redirect;

use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use Crediario\Payment\Controller\CustomerOrder;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\App\Action\HttpGetActionInterface;
use Magento\Framework\Controller\Result\RedirectFactory;
use Magento\Framework\Message\ManagerInterface;

/** From the placed order to the page where it is bought. May be opened any number of times. */
class Start implements HttpGetActionInterface
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
        $redirect->setHeader('Cache-Control', 'no-store', true);
        $order = $this->customerOrder->find();
        if ($order === null) {
            return $redirect->setPath('checkout/cart');
        }
        $key = $this->shop->keyOf($order);
        try {
            $url = $this->bridge->connector()->start($key)->url;
            return $url === null ? $redirect->setUrl($this->shop->returnUrl($key)) : $redirect->setUrl($url);
        } catch (Unavailable) {
            $this->messages->addErrorMessage('O crediário não respondeu. Seu pedido está guardado: tente outra vez.');
            return $redirect->setUrl($this->shop->returnUrl($key));
        } catch (Refused $refusal) {
            return $this->leave($key, $refusal);
        }
    }

    /** What the lender does not sell is paid otherwise: with the same cart. */
    private function leave(string $key, Refused $refusal)
    {
        $redirect = $this->redirects->create();
        $this->messages->addErrorMessage("Não foi possível usar o crediário: {$refusal->getMessage()}");
        try {
            $this->bridge->connector()->leave($key);
        } catch (Refused | Unavailable) {
            return $redirect->setUrl($this->shop->returnUrl($key));
        }
        $order = $this->shop->load($key);
        $isRestored = $order !== null && $this->customerOrder->restoreCart($order);
        return $isRestored ? $redirect->setPath('checkout', ['_fragment' => 'payment']) : $redirect->setPath('checkout/cart');
    }
}
