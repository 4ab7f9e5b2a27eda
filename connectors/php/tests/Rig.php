<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Comparison;
use Crediario\Connector\Connector;
use Crediario\Connector\FileLocks;
use Crediario\Connector\Inbox;
use Crediario\Connector\Log;
use Crediario\Connector\MysqlLocks;
use Crediario\Connector\OrderLine;
use Crediario\Connector\PdoSql;
use Crediario\Connector\Schema;
use Crediario\Connector\Store;

/** A connector between a shop and a lender in memory, on a real database. */
final class Rig
{
    private static ?PdoSql $shared = null;

    public readonly TestClock $clock;
    public readonly Mishaps $mishaps;
    public readonly FakeLender $lender;
    public readonly FakeShop $shop;
    public readonly Store $store;
    public readonly Log $log;
    public readonly Connector $connector;
    public readonly Inbox $inbox;
    public readonly Comparison $comparison;

    public function __construct()
    {
        $this->clock = new TestClock();
        $this->mishaps = new Mishaps();
        $this->lender = new FakeLender($this->clock, $this->mishaps);
        $this->shop = new FakeShop($this->mishaps);
        $this->shop->lender = $this->lender;
        $sql = self::openDatabase();
        $this->store = new Store($sql);
        $this->log = new Log($this->store, $this->clock);
        $locks = $sql->isMysql() ? new MysqlLocks($sql, 1) : new FileLocks(self::folder(), 0.05);
        $this->connector = new Connector($this->shop, $this->lender, $this->store, $locks, $this->log, $this->clock);
        $this->inbox = new Inbox(
            $this->connector,
            $this->shop,
            $this->lender,
            $this->store,
            $locks,
            $this->log,
            $this->clock,
            [self::secret()],
        );
        $this->comparison = new Comparison($this->connector, $this->store, $this->log, $this->clock);
    }

    /** SQLite in memory, or the server of DATABASE_DSN, emptied. */
    private static function openDatabase(): PdoSql
    {
        $dsn = (string) getenv('DATABASE_DSN');
        if ($dsn === '') {
            $sql = new PdoSql(new \PDO('sqlite::memory:'));
            self::makeTables($sql);
            return $sql;
        }
        if (self::$shared === null) {
            self::$shared = new PdoSql(new \PDO($dsn, 'root', ''), 'shop_');
            self::makeTables(self::$shared);
        }
        foreach (array_keys(Schema::TABLES) as $table) {
            self::$shared->execute('DELETE FROM ' . self::$shared->table($table));
        }
        return self::$shared;
    }

    private static function makeTables(PdoSql $sql): void
    {
        foreach (Schema::statements($sql) as $statement) {
            $sql->execute($statement);
        }
    }

    /** Of this process: suites that run beside each other share no locks. */
    private static function folder(): string
    {
        $folder = sys_get_temp_dir() . '/crediario-locks-' . getmypid();
        if (!is_dir($folder)) {
            mkdir($folder);
            register_shutdown_function(static function () use ($folder): void {
                array_map(unlink(...), glob("$folder/*") ?: []);
                rmdir($folder);
            });
        }
        return $folder;
    }

    /** Of the endpoint, as the service would have given it. */
    public static function secret(): string
    {
        return 'whsec_' . base64_encode('secret of the endpoint');
    }

    public function place(string $key): void
    {
        $this->shop->place($key, [new OrderLine('7', 'Geladeira', 1, 199_990), new OrderLine('8', 'Filtro', 3, 24_015)], 7_990);
    }

    /** @param array<string, mixed> $event */
    public function deliver(array $event, ?string $secret = null): int
    {
        $body = json_encode($event, JSON_THROW_ON_ERROR);
        return $this->inbox->receive(self::sign($event['eventId'], $this->clock->now, $body, $secret ?? self::secret()), $body);
    }

    /** @return array<string, string> */
    public static function sign(string $id, int $at, string $body, string $secret): array
    {
        $digest = hash_hmac('sha256', "$id.$at.$body", (string) base64_decode(substr($secret, 6), true), true);
        return ['HTTP_WEBHOOK_ID' => $id, 'HTTP_WEBHOOK_TIMESTAMP' => (string) $at, 'HTTP_WEBHOOK_SIGNATURE' => 'v1,' . base64_encode($digest)];
    }

    public function linkOf(string $key): string
    {
        return (string) $this->store->findEntry($key)?->linkId;
    }

    /** As the timers do it, long enough for every second look. */
    public function settle(): void
    {
        for ($round = 0; $round < 4; $round++) {
            $this->clock->now += 7_200;
            $this->inbox->pull();
            $this->inbox->process();
            $this->comparison->followWaiting();
            $this->clock->now += 86_400;
            $this->comparison->followAll();
        }
    }
}
