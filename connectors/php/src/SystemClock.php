<?php

declare(strict_types=1);

namespace Crediario\Connector;

final class SystemClock implements Clock
{
    public function now(): int
    {
        return time();
    }
}
