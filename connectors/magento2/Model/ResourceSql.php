<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Crediario\Connector\Sql;
use Magento\Framework\App\ResourceConnection;

class ResourceSql implements Sql
{
    public function __construct(private readonly ResourceConnection $resource)
    {
    }

    public function rows(string $text, array $values = []): array
    {
        return $this->resource->getConnection()->query($text, $values)->fetchAll(\PDO::FETCH_ASSOC);
    }

    public function execute(string $text, array $values = []): int
    {
        return $this->resource->getConnection()->query($text, $values)->rowCount();
    }

    public function table(string $name): string
    {
        return $name === '' ? (string) $this->resource->getTablePrefix() : $this->resource->getTableName($name);
    }

    public function isMysql(): bool
    {
        return true;
    }
}
