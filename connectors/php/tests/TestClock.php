<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Clock;

final class TestClock implements Clock
{
    public function __construct(public int $now = 1_773_154_800)
    {
    }

    public function now(): int
    {
        return $this->now;
    }
}
