<?php

declare(strict_types=1);

namespace Crediario\Connector\Handlers;

interface Handler
{
    /**
     * @param array<string, mixed> $event as it was signed
     * @return int|null in how many seconds it is worth looking again; null when nothing is left to do
     */
    public function handle(array $event): ?int;
}
