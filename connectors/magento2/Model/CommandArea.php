<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Magento\Framework\App\State;
use Magento\Framework\Exception\LocalizedException;

/** A command runs outside of any area, in which Magento neither writes a mail nor a credit memo: it becomes like a timer. */
class CommandArea
{
    public function __construct(private readonly State $state)
    {
    }

    public function enter(): void
    {
        try {
            $this->state->setAreaCode('crontab');
        } catch (LocalizedException) {
            // It is set already.
            return;
        }
    }
}
