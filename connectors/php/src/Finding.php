<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** One thing that the doctor looked at. */
final class Finding
{
    public function __construct(
        public readonly string $topic,
        public readonly bool $isFine,
        /** What to do, when it is not. */
        public readonly string $sentence,
    ) {
    }

    public function describe(): string
    {
        return ($this->isFine ? 'ok    ' : 'FALTA ') . $this->topic . ($this->isFine ? '' : ": {$this->sentence}");
    }
}
