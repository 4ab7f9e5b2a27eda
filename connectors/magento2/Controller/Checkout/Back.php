<?php

declare(strict_types=1);

namespace Crediario\Payment\Controller\Checkout;

use Crediario\Connector\Order as Seen;
use Crediario\Payment\Controller\CustomerOrder;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\App\Action\HttpGetActionInterface;
use Magento\Framework\Controller\Result\RedirectFactory;
use Magento\Framework\View\Result\PageFactory;

/** Where the browser comes back to. It only reads: the order's state is what events and timers made of it. */
class Back implements HttpGetActionInterface
{
    public function __construct(
        private readonly CustomerOrder $customerOrder,
        private readonly RedirectFactory $redirects,
        private readonly PageFactory $pages,
    ) {
    }

    public function execute()
    {
        $order = $this->customerOrder->find();
        if ($order === null) {
            return $this->redirects->create()->setPath('checkout/cart');
        }
        $state = MagentoShop::computeState($order);
        $own = $this->customerOrder->findOwn();
        if ($state === Seen::PAID && $own !== null && $own->getIncrementId() === $order->getIncrementId()) {
            return $this->redirects->create()->setPath('checkout/onepage/success');
        }
        if ($state === Seen::CANCELED) {
            $this->customerOrder->restoreCart($order);
        }
        $page = $this->pages->create();
        $page->setHeader('Cache-Control', 'no-store', true);
        return $page;
    }
}
