<?php

declare(strict_types=1);

namespace Crediario\Connector;

use Crediario\Connector\Handlers\Handler;
use Crediario\Connector\Handlers\LinkHandler;
use Crediario\Connector\Handlers\NoticeHandler;
use Crediario\Connector\Handlers\PurchaseHandler;
use Crediario\Connector\Handlers\RefundHandler;
use Crediario\Webhook;
use Crediario\WebhookError;

/**
 * Events: verified, stored unless known, answered 202, and handled by a timer. Nothing is decided while the service waits for the answer,
 * and a restart at any moment loses nothing that was answered.
 */
final class Inbox
{
    public const SUBSCRIBED = [
        'transaction.approved',
        'transaction.denied',
        'transaction.canceled',
        'transaction.closed',
        'transaction.refunded',
        'payment_link.claimed',
        'payment_link.completed',
        'payment_link.expired',
        'payment_link.deleted',
    ];
    private const MOST_BYTES = 65_536;
    private const AT_ONCE = 50;
    private const MOST_PAGES = 20;
    private const FIRST_PAUSE_SECONDS = 60;
    private const LONGEST_PAUSE_SECONDS = 3_600;
    private const KEPT_SECONDS = 30 * 86_400;
    private const PLAIN_ID = '/^[\w-]{1,64}$/D';

    /** @param list<string> $secrets more than one while a secret is being replaced */
    public function __construct(
        private readonly Connector $connector,
        private readonly Shop $shop,
        private readonly Lender $lender,
        private readonly Store $store,
        private readonly Locks $locks,
        private readonly Log $log,
        private readonly Clock $clock,
        private readonly array $secrets,
    ) {
    }

    /**
     * What to answer: the status of HTTP.
     *
     * @param array<string, mixed> $headers
     * @param string $body as it arrived, to the byte
     */
    public function receive(array $headers, string $body): int
    {
        if (strlen($body) > self::MOST_BYTES) {
            return 413;
        }
        try {
            $event = Webhook::verify($headers, $body, $this->secrets, now: $this->clock->now());
        } catch (WebhookError | \InvalidArgumentException) {
            return 401;
        }
        return $this->keep($event, $body) ? 202 : 400;
    }

    /** Handles what is due; one that fails waits for its next try, and blocks no other. Returns how many were handled. */
    public function process(): int
    {
        return $this->locks->run('crediario-inbox', function (): int {
            $now = $this->clock->now();
            $handled = 0;
            foreach ($this->store->listDueEvents($now, self::AT_ONCE) as $row) {
                $handled += $this->handle($row) ? 1 : 0;
            }
            $this->store->writeNote('inbox', (string) $now);
            return $handled;
        });
    }

    /** What was not delivered: the service keeps all events in order, so that a day of silence is made up for. */
    public function pull(): int
    {
        return $this->locks->run('crediario-pull', function (): int {
            $found = 0;
            for ($page = 0; $page < self::MOST_PAGES; $page++) {
                $answer = $this->listNext();
                foreach ($answer['data'] as $event) {
                    $isForeign = isset($event['orderId']) && $this->store->findEntry((string) $event['orderId']) === null;
                    $body = json_encode($event, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
                    $found += !$isForeign && $this->keep($event, $body, true) ? 1 : 0;
                    $this->store->writeNote('cursor', (string) $event['eventId']);
                }
                if ($answer['next'] === null || $answer['data'] === []) {
                    break;
                }
            }
            $this->store->writeNote('pull', (string) $this->clock->now());
            return $found;
        });
    }

    public function clean(): void
    {
        $this->store->clean($this->clock->now() - self::KEPT_SECONDS);
    }

    /** @return array{data: list<array<string, mixed>>, next: string|null} */
    private function listNext(): array
    {
        $cursor = $this->store->readNote('cursor');
        try {
            return $this->lender->listEvents($cursor === '' ? null : $cursor);
        } catch (Refused $refusal) {
            // The event is older than what the service keeps: its list begins anew.
            $this->log->warn(null, "the list of events begins anew: {$refusal->reason}");
            $this->store->writeNote('cursor', '');
            return $this->lender->listEvents(null);
        }
    }

    /**
     * @param array<string, mixed> $event
     * @return bool false when it is not an event, or, with `$isPulled`, when it is known
     */
    private function keep(array $event, string $body, bool $isPulled = false): bool
    {
        ['eventId' => $id, 'type' => $type, 'orderId' => $orderKey] = $event + ['eventId' => null, 'type' => null, 'orderId' => null];
        if (!is_string($id) || preg_match(self::PLAIN_ID, $id) !== 1 || !is_string($type) || strlen($type) > 40) {
            return false;
        }
        $isOrder = is_string($orderKey) && $orderKey !== '' && strlen($orderKey) <= 64;
        $isNew = $this->store->insertEvent($id, $type, $isOrder ? $orderKey : null, $body, $this->clock->now());
        return $isNew || !$isPulled;
    }

    /** @param array{event_id: string, type: string, order_key: string|null, body: string, tries: int} $row */
    private function handle(array $row): bool
    {
        $now = $this->clock->now();
        try {
            $event = json_decode($row['body'], true, 16, JSON_THROW_ON_ERROR);
            $pause = $this->findHandler($row)?->handle($event);
        } catch (\Throwable $error) {
            $pause = (int) min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** min(10, $row['tries']));
            $this->store->postponeEvent($row['event_id'], $now + $pause, $error->getMessage());
            $this->log->warn($row['order_key'], "event {$row['event_id']} waits: " . $error->getMessage());
            return false;
        }
        if ($pause !== null) {
            $this->store->postponeEvent($row['event_id'], $now + $pause, 'a refund of the shop may be on the way');
            return false;
        }
        $this->store->recordHandled($row['event_id'], $now);
        return true;
    }

    /** Null for types that a later version of the service may add, and for events about nobody's order. */
    private function findHandler(array $row): ?Handler
    {
        $type = $row['type'];
        if (in_array($type, ['test.ping', 'endpoint.disabled'], true)) {
            return new NoticeHandler($this->store, $this->log, $this->clock);
        }
        return match (true) {
            $row['order_key'] === null => null,
            str_starts_with($type, 'payment_link.') => new LinkHandler($this->connector),
            $type === 'transaction.refunded' => new RefundHandler($this->connector, $this->shop),
            in_array($type, self::SUBSCRIBED, true) => new PurchaseHandler($this->connector, $this->store),
            default => null,
        };
    }
}
