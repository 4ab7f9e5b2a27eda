<?php

declare(strict_types=1);

namespace Crediario\Connector;

interface Clock
{
    /** Seconds since 1970. */
    public function now(): int;
}
