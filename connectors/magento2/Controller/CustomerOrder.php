<?php

declare(strict_types=1);

namespace Crediario\Payment\Controller;

use Crediario\Payment\Model\Config;
use Crediario\Payment\Model\MagentoShop;
use Magento\Checkout\Model\Session;
use Magento\Framework\App\RequestInterface;
use Magento\Sales\Model\Order;

/** Whose order a browser may see: its own last one, or the one whose signed address it has. */
class CustomerOrder
{
    public function __construct(
        private readonly Session $session,
        private readonly RequestInterface $request,
        private readonly Config $config,
        private readonly MagentoShop $shop,
    ) {
    }

    public function find(): ?Order
    {
        $key = (string) $this->request->getParam('order', '');
        $sign = (string) $this->request->getParam('sign', '');
        if ($key !== '') {
            return hash_equals($this->config->signOrder($key), $sign) ? $this->keepOurs($this->shop->load($key)) : null;
        }
        return $this->findOwn();
    }

    public function findOwn(): ?Order
    {
        $order = $this->session->getLastRealOrder();
        return $this->keepOurs($order && $order->getId() ? $order : null);
    }

    /** The cart comes back only for an order that has ended, to the browser that placed it, and not over a newer cart. */
    public function restoreCart(Order $order): bool
    {
        $own = $this->findOwn();
        $isOwn = $own !== null && $own->getIncrementId() === $order->getIncrementId();
        if (!$isOwn || $order->getState() !== Order::STATE_CANCELED || $this->session->getQuote()->getItemsCount() > 0) {
            return false;
        }
        return (bool) $this->session->restoreQuote();
    }

    private function keepOurs(?Order $order): ?Order
    {
        return $order !== null && $order->getPayment()->getMethod() === Config::CODE ? $order : null;
    }
}
