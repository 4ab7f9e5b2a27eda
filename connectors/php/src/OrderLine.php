<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** A line of the shop's order, with taxes and after discounts: what the customer pays for all of its units. */
final class OrderLine
{
    public function __construct(
        /** The platform's own id of the line, by which a refund names it again. */
        public readonly string $id,
        public readonly string $name,
        public readonly int $quantity,
        public readonly int $centavos,
        public readonly string $url = '',
        public readonly string $image = '',
    ) {
    }
}
