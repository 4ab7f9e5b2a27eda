<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Crediario\Connector\Order as Seen;
use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;

/** One order, two tabs: before another way to pay takes money, the page of the purchase is closed, or the other way is refused. */
final class Guard
{
    public function __construct(private readonly Bridge $bridge)
    {
    }

    /**
     * @throws \Exception with a sentence for the customer, when the order is bought or nobody can tell
     */
    public function beforeAttempt(\WC_Order $order, string $method): void
    {
        $key = $this->bridge->shop->keyOf($order);
        if ($method === WooShop::METHOD || $this->bridge->store->findEntry($key)?->linkId === null) {
            return;
        }
        try {
            $this->bridge->connector()->release($key);
        } catch (Refused) {
            $this->bridge->connector()->sync($key);
            throw new \Exception('Este pedido já foi pago com o crediário.');
        } catch (Unavailable) {
            throw new \Exception('Não foi possível encerrar a compra no crediário. Tente outra vez em alguns instantes.');
        }
    }

    /** Somebody canceled the order here: what is left on the other side ends too, now or with the next comparison. */
    public function afterCancellation(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return;
        }
        $key = $this->bridge->shop->keyOf($order);
        if ($this->bridge->shop->isChanging($key) || $this->bridge->store->findEntry($key) === null) {
            return;
        }
        try {
            $this->bridge->connector()->sync($key);
        } catch (\RuntimeException) {
            return;
        }
    }

    /** WooCommerce's timer cancels orders that are unpaid for an hour: ours wait for fourteen days, and end by our own. */
    public function mayCancelUnpaid(bool $isUnpaid, \WC_Order $order): bool
    {
        return $isUnpaid && !$this->isWaiting($order);
    }

    public function computeHoldMinutes(int|string $minutes, \WC_Order $order): int
    {
        return $order->get_payment_method() === WooShop::METHOD
            ? \Crediario\Connector\Connector::WAIT_DAYS * 24 * 60
            : (int) $minutes;
    }

    private function isWaiting(\WC_Order $order): bool
    {
        return WooShop::computeState($order) === Seen::WAITING
            && $this->bridge->store->findEntry($this->bridge->shop->keyOf($order))?->linkId !== null;
    }
}
