<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What a platform says of one order. */
final class Order
{
    public const WAITING = 'waiting';
    /** Paid by the purchase. */
    public const PAID = 'paid';
    public const CANCELED = 'canceled';
    /** Everything was given back. */
    public const REFUNDED = 'refunded';
    /** Paid in another way, or with another method by now. */
    public const ELSEWHERE = 'elsewhere';

    /** @param list<OrderLine> $lines @param array<string, string> $customer fields of a payment link's customer */
    public function __construct(
        public readonly string $key,
        public readonly string $state,
        public readonly int $totalCentavos,
        public readonly int $refundedCentavos = 0,
        public readonly array $lines = [],
        public readonly int $shippingCentavos = 0,
        public readonly array $customer = [],
        public readonly string $currency = 'BRL',
    ) {
    }
}
