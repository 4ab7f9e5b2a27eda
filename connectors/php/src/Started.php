<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** Where the customer goes from here. */
final class Started
{
    public function __construct(
        /** The page where the customer buys; null when there is nothing left to buy. */
        public readonly ?string $url,
        /** The state of the order: waiting, paid, canceled … */
        public readonly string $state,
    ) {
    }
}
