<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** Locks of the shop's own database, so that they hold across all of its web servers; one session may hold several. */
final class MysqlLocks implements Locks
{
    public function __construct(private readonly Sql $sql, private readonly int $patienceSeconds = 20)
    {
    }

    public function run(string $name, callable $work): mixed
    {
        // Names are of the whole server, which may serve several shops, and at most 64 characters long.
        $lock = 'crediario-' . substr(hash('sha256', $this->sql->table('') . ' ' . $this->database() . $name), 0, 40);
        $rows = $this->sql->rows('SELECT GET_LOCK(?, ?) AS is_mine', [$lock, $this->patienceSeconds]);
        if ((int) ($rows[0]['is_mine'] ?? 0) !== 1) {
            throw new Unavailable('O pedido está sendo atualizado.');
        }
        try {
            return $work();
        } finally {
            $this->sql->rows('SELECT RELEASE_LOCK(?) AS released', [$lock]);
        }
    }

    private function database(): string
    {
        return (string) ($this->sql->rows('SELECT DATABASE() AS name')[0]['name'] ?? '');
    }
}
