<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** Refused by a rule, with a sentence for people of the shop, in Portuguese. Nothing was changed by what was refused. */
final class Refused extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $sentence, ?\Throwable $cause = null)
    {
        parent::__construct($sentence, 0, $cause);
    }
}
