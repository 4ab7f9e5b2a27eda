<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What a connector needs of its platform. Each call may be repeated after a crash, and then finds what it did. */
interface Shop
{
    public function findOrder(string $orderKey): ?Order;

    /** Only an order that waits: the adapter looks again under the platform's own lock. */
    public function pay(string $orderKey, string $purchaseId, int $centavos): void;

    /** Only an order that waits. */
    public function cancel(string $orderKey, string $reason): void;

    /** Records what the lender gave back already, without asking the lender again. Returns the platform's id of it. */
    public function recordRefund(string $orderKey, string $refundId, int $centavos): string;

    public function comment(string $orderKey, string $text): void;

    /** Where the customer's browser comes back to; it only shows the state. */
    public function returnUrl(string $orderKey): string;
}
