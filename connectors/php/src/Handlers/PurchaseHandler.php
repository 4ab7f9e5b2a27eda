<?php

declare(strict_types=1);

namespace Crediario\Connector\Handlers;

use Crediario\Connector\Connector;
use Crediario\Connector\Decision;
use Crediario\Connector\Store;

/** transaction.approved, denied, canceled and closed. */
final class PurchaseHandler implements Handler
{
    public function __construct(private readonly Connector $connector, private readonly Store $store)
    {
    }

    public function handle(array $event): ?int
    {
        $orderKey = (string) $event['orderId'];
        $this->connector->sync($orderKey);
        // The shop's own refund may be on the way: if it is not, the refund is written down at the second look.
        return $this->store->findEntry($orderKey)?->endedSeenAt === null ? null : Decision::GRACE_SECONDS;
    }
}
