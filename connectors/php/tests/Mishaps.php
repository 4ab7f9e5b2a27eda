<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Unavailable;

/** Ends the process, or the connection, before or after a call takes effect; or a customer does something just then. */
final class Mishaps
{
    /** Of a thousand calls. */
    public int $crashes = 0;
    public int $silences = 0;
    public int $customers = 0;
    public ?\Closure $meanwhile = null;
    private bool $isMeanwhile = false;

    public function strike(bool $isRemote): void
    {
        if ($this->isMeanwhile) {
            return;
        }
        if ($this->meanwhile !== null && mt_rand(0, 999) < $this->customers) {
            $this->isMeanwhile = true;
            ($this->meanwhile)();
            $this->isMeanwhile = false;
        }
        $roll = mt_rand(0, 999);
        if ($roll < $this->crashes) {
            throw new Accident('the process ended');
        }
        if ($isRemote && $roll < $this->crashes + $this->silences) {
            throw new Unavailable('no answer');
        }
    }
}
