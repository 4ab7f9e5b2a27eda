<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The platform's own connection to its database. */
interface Sql
{
    /**
     * @param list<string|int|null> $values for the question marks
     * @return list<array<string, mixed>>
     */
    public function rows(string $text, array $values = []): array;

    /** @param list<string|int|null> $values @return int how many rows changed */
    public function execute(string $text, array $values = []): int;

    /** The platform's prefix, if it has one. */
    public function table(string $name): string;

    public function isMysql(): bool;
}
