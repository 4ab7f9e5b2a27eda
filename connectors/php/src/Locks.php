<?php

declare(strict_types=1);

namespace Crediario\Connector;

interface Locks
{
    /**
     * Nobody else runs something with this name meanwhile, in any process of the shop.
     *
     * @template Result
     * @param callable(): Result $work
     * @return Result
     * @throws Unavailable when somebody else has it for too long
     */
    public function run(string $name, callable $work): mixed;
}
