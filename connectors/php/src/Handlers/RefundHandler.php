<?php

declare(strict_types=1);

namespace Crediario\Connector\Handlers;

use Crediario\Connector\Connector;
use Crediario\Connector\Money;
use Crediario\Connector\Shop;

/** transaction.refunded: money reached the customer. The order learned of the refund itself when the purchase ended. */
final class RefundHandler implements Handler
{
    public function __construct(private readonly Connector $connector, private readonly Shop $shop)
    {
    }

    public function handle(array $event): ?int
    {
        $orderKey = (string) $event['orderId'];
        if ($this->connector->sync($orderKey) !== null && isset($event['amount'])) {
            $amount = Money::format(Money::toCentavos($event['amount']));
            $this->shop->comment($orderKey, "Crediário: o cliente recebeu $amount de volta.");
        }
        return null;
    }
}
