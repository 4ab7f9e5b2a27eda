<?php

declare(strict_types=1);

namespace Crediario\Payment\Cron;

use Crediario\Connector\Unavailable;
use Crediario\Payment\Model\Bridge;

class Timers
{
    public function __construct(private readonly Bridge $bridge)
    {
    }

    /** Every minute. */
    public function processInbox(): void
    {
        $this->whileOneRuns(fn () => $this->bridge->inbox()->process());
    }

    /** Every ten minutes: what was not delivered, and orders that wait, which expire after fourteen days. */
    public function follow(): void
    {
        $this->whileOneRuns(fn () => $this->bridge->inbox()->pull());
        $this->whileOneRuns(fn () => $this->bridge->comparison()->followWaiting());
    }

    /** Every night. */
    public function compare(): void
    {
        $this->whileOneRuns(fn () => $this->bridge->comparison()->followAll());
        $this->bridge->inbox()->clean();
    }

    /** Another run is still at it, or the service is silent: the next one goes on. */
    private function whileOneRuns(callable $work): void
    {
        try {
            $work();
        } catch (Unavailable) {
            return;
        }
    }
}
