<?php

// A shop of a few lines that sells by the shared code, for the test against the real service: orders are in a file, everything else as in
// a platform. From the command line: php trial.php <what> [order …]; as a server it takes events: php -S 127.0.0.1:<port> trial.php

declare(strict_types=1);

namespace Crediario\Trial;

use Crediario\Client;
use Crediario\Connector\Clock;
use Crediario\Connector\Comparison;
use Crediario\Connector\Connector;
use Crediario\Connector\Doctor;
use Crediario\Connector\FileLocks;
use Crediario\Connector\HttpLender;
use Crediario\Connector\Inbox;
use Crediario\Connector\Log;
use Crediario\Connector\Order;
use Crediario\Connector\OrderLine;
use Crediario\Connector\PdoSql;
use Crediario\Connector\Person;
use Crediario\Connector\Refused;
use Crediario\Connector\Schema;
use Crediario\Connector\Setup;
use Crediario\Connector\Shop;
use Crediario\Connector\Store;
use Crediario\Connector\SystemClock;

require __DIR__ . '/../autoload.php';

final class MovedClock implements Clock
{
    public function __construct(private readonly int $seconds)
    {
    }

    public function now(): int
    {
        return time() + $this->seconds;
    }
}

final class TrialShop implements Shop
{
    public function __construct(private readonly string $file, private readonly string $url)
    {
    }

    /** @return array<string, mixed> */
    public function read(): array
    {
        return is_file($this->file) ? json_decode((string) file_get_contents($this->file), true, 16, JSON_THROW_ON_ERROR) : [];
    }

    public function change(string $key, callable $change): mixed
    {
        $lock = fopen("{$this->file}.lock", 'c');
        flock($lock, LOCK_EX);
        $orders = $this->read();
        $result = $change($orders[$key]);
        file_put_contents("{$this->file}.new", json_encode($orders, JSON_THROW_ON_ERROR));
        rename("{$this->file}.new", $this->file);
        fclose($lock);
        return $result;
    }

    public function findOrder(string $orderKey): ?Order
    {
        $order = $this->read()[$orderKey] ?? null;
        return $order === null ? null : new Order(
            $orderKey,
            $order['state'],
            $order['total'],
            array_sum($order['refunds']),
            array_map(static fn (array $line): OrderLine => new OrderLine(...$line), $order['lines']),
            $order['shipping'],
            Person::compose($order['customer']),
        );
    }

    public function pay(string $orderKey, string $purchaseId, int $centavos): void
    {
        $this->change($orderKey, static function (array &$order): void {
            if ($order['state'] === Order::WAITING) {
                $order['state'] = Order::PAID;
                $order['payments']++;
            }
        });
    }

    public function cancel(string $orderKey, string $reason): void
    {
        $this->change($orderKey, static function (array &$order) use ($reason): void {
            if ($order['state'] === Order::WAITING) {
                $order['state'] = Order::CANCELED;
                $order['comments'][] = $reason;
            }
        });
    }

    public function recordRefund(string $orderKey, string $refundId, int $centavos): string
    {
        $this->change($orderKey, static function (array &$order) use ($refundId, $centavos): void {
            $order['refunds'][$refundId] ??= $centavos;
            if (array_sum($order['refunds']) === $order['total']) {
                $order['state'] = Order::REFUNDED;
            }
        });
        return $refundId;
    }

    public function comment(string $orderKey, string $text): void
    {
        $this->change($orderKey, static function (array &$order) use ($text): void {
            $order['comments'][] = $text;
        });
    }

    public function returnUrl(string $orderKey): string
    {
        return $this->read()[$orderKey]['back'] ?? "{$this->url}/volta/$orderKey";
    }
}

$folder = (string) getenv('TRIAL_FOLDER');
$shopUrl = (string) getenv('TRIAL_URL');
$shop = new TrialShop("$folder/orders.json", $shopUrl);
$pdo = new \PDO("sqlite:$folder/shop.sqlite");
$pdo->exec('PRAGMA busy_timeout = 10000');
$sql = new PdoSql($pdo);
if ($sql->rows("SELECT name FROM sqlite_master WHERE name = 'crediario_note'") === []) {
    foreach (Schema::statements($sql) as $statement) {
        $sql->execute(str_replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS', $statement));
    }
}
$clock = new MovedClock((int) (getenv('TRIAL_MOVED') ?: '0'));
$store = new Store($sql);
$log = new Log($store, $clock);
$locks = new FileLocks($folder, 30);
$client = new Client((string) getenv('TRIAL_LENDER'), (string) getenv('TRIAL_KEY'), 30, 1);
$lender = new HttpLender($client, $log);
$connector = new Connector($shop, $lender, $store, $locks, $log, $clock);
$secret = is_file("$folder/secret") ? (string) file_get_contents("$folder/secret") : '';
$isServer = PHP_SAPI === 'cli-server';
$inbox = new Inbox($connector, $shop, $lender, $store, $locks, $log, $isServer ? new SystemClock() : $clock, [$secret]);
$comparison = new Comparison($connector, $store, $log, $clock);

if ($isServer) {
    http_response_code($inbox->receive($_SERVER, (string) file_get_contents('php://input')));
    return;
}

[, $what, $key] = $argv + [null, '', ''];
try {
    $answer = match ($what) {
        'place' => file_put_contents("$folder/orders.json", json_encode($shop->read() + [$key => json_decode($argv[3], true)])),
        'order' => $shop->read()[$key],
        'entry' => $store->findEntry($key),
        'connect' => file_put_contents("$folder/secret", (new Setup($client))->connect("$shopUrl/aviso")),
        'start' => $connector->start($key),
        'leave' => $connector->leave($key),
        'sync' => $connector->sync($key),
        'refund' => (static function () use ($connector, $shop, $key, $argv): string {
            parse_str($argv[4] ?? '', $units);
            $id = $connector->refund($key, (int) $argv[3], array_map(intval(...), $units));
            $shop->recordRefund($key, $id, (int) $argv[3]);
            return $id;
        })(),
        'inbox' => $inbox->process(),
        'waiting' => $store->countEvents()['waiting'],
        'pull' => $inbox->pull(),
        'compare' => $comparison->followWaiting() + $comparison->followAll(),
        'report' => array_map(static fn ($each): string => $each->describe(), $comparison->report()),
        'fix' => $comparison->fix($key),
        'log' => $store->listLog(200),
        'doctor' => array_map(static fn ($each): string => $each->describe(), (new Doctor($client, $store, $clock))->examine([
            'baseUrl' => (string) getenv('TRIAL_LENDER'),
            'apiKey' => (string) getenv('TRIAL_KEY'),
            'secret' => $secret,
            'webhookUrl' => "$shopUrl/aviso",
            'returnUrl' => "$shopUrl/volta",
            'currency' => 'BRL',
        ])),
    };
    echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
} catch (Refused $refusal) {
    echo json_encode(['refused' => $refusal->reason, 'sentence' => $refusal->getMessage()], JSON_UNESCAPED_UNICODE);
}
