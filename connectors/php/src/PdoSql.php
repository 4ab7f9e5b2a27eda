<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** For shops with a connection of their own, and for tests. */
final class PdoSql implements Sql
{
    public function __construct(private readonly \PDO $pdo, private readonly string $prefix = '')
    {
        $pdo->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
    }

    public function rows(string $text, array $values = []): array
    {
        $statement = $this->pdo->prepare($text);
        $statement->execute($values);
        return $statement->fetchAll(\PDO::FETCH_ASSOC);
    }

    public function execute(string $text, array $values = []): int
    {
        $statement = $this->pdo->prepare($text);
        $statement->execute($values);
        return $statement->rowCount();
    }

    public function table(string $name): string
    {
        return $this->prefix . $name;
    }

    public function isMysql(): bool
    {
        return $this->pdo->getAttribute(\PDO::ATTR_DRIVER_NAME) === 'mysql';
    }
}
