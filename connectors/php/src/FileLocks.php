<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** For shops on one machine, and for tests. */
final class FileLocks implements Locks
{
    private const PAUSE_MICROSECONDS = 20_000;

    public function __construct(private readonly string $folder, private readonly float $patienceSeconds = 10.0)
    {
    }

    public function run(string $name, callable $work): mixed
    {
        $file = fopen($this->folder . '/' . hash('sha256', $name) . '.lock', 'c');
        if ($file === false) {
            throw new \RuntimeException('the folder of locks cannot be written');
        }
        try {
            $until = microtime(true) + $this->patienceSeconds;
            while (!flock($file, LOCK_EX | LOCK_NB)) {
                if (microtime(true) > $until) {
                    throw new Unavailable('O pedido está sendo atualizado.');
                }
                usleep(self::PAUSE_MICROSECONDS);
            }
            return $work();
        } finally {
            fclose($file);
        }
    }
}
