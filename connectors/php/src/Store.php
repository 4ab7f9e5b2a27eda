<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The connector's rows, in the platform's database. */
final class Store
{
    private const ENTRY = 'order_key, attempt, link_id, amount, remaining, purchase_id, ended_seen_at, attention, settled, '
        . 'created_at, checked_at, expires_at';

    public function __construct(private readonly Sql $sql)
    {
    }

    public function findEntry(string $orderKey): ?Entry
    {
        $rows = $this->sql->rows('SELECT ' . self::ENTRY . " FROM {$this->of('order')} WHERE order_key = ?", [$orderKey]);
        return $rows === [] ? null : self::toEntry($rows[0]);
    }

    /** @return list<Entry> those that may still change, the longest unlooked-at first; with `$isWaiting` only those not bought yet */
    public function listLiving(int $checkedBefore, int $limit, bool $isWaiting = false): array
    {
        $text = 'SELECT ' . self::ENTRY . " FROM {$this->of('order')} WHERE settled = 0 AND checked_at <= ? "
            . ($isWaiting ? 'AND purchase_id IS NULL ' : '')
            . 'ORDER BY checked_at, order_key LIMIT ' . $limit;
        return array_map(self::toEntry(...), $this->sql->rows($text, [$checkedBefore]));
    }

    public function saveEntry(Entry $entry): void
    {
        $values = [
            $entry->attempt, $entry->linkId, $entry->amount, $entry->remaining, $entry->purchaseId, $entry->endedSeenAt,
            $entry->attention, $entry->isSettled ? 1 : 0, $entry->checkedAt, $entry->expiresAt,
        ];
        $this->insert('order', self::ENTRY, [
            $entry->orderKey, ...array_slice($values, 0, 8), $entry->createdAt, ...array_slice($values, 8),
        ]);
        $this->sql->execute(
            "UPDATE {$this->of('order')} SET attempt = ?, link_id = ?, amount = ?, remaining = ?, purchase_id = ?, "
            . 'ended_seen_at = ?, attention = ?, settled = ?, checked_at = ?, expires_at = ? WHERE order_key = ?',
            [...$values, $entry->orderKey],
        );
    }

    /** False when it is known already. */
    public function insertEvent(string $id, string $type, ?string $orderKey, string $body, int $now): bool
    {
        $columns = 'event_id, type, order_key, body, received_at, tries, due_at';
        return $this->insert('event', $columns, [$id, $type, $orderKey, $body, $now, 0, $now]);
    }

    /** @return list<array{event_id: string, type: string, order_key: string|null, body: string, tries: int}> */
    public function listDueEvents(int $now, int $limit): array
    {
        $rows = $this->sql->rows(
            "SELECT event_id, type, order_key, body, tries FROM {$this->of('event')} "
            . 'WHERE handled_at IS NULL AND due_at <= ? ORDER BY due_at, received_at, event_id LIMIT ' . $limit,
            [$now],
        );
        return array_map(static fn (array $row): array => ['tries' => (int) $row['tries']] + $row, $rows);
    }

    public function recordHandled(string $eventId, int $now): void
    {
        $this->sql->execute("UPDATE {$this->of('event')} SET handled_at = ?, problem = NULL WHERE event_id = ?", [$now, $eventId]);
    }

    public function postponeEvent(string $eventId, int $dueAt, string $problem): void
    {
        $this->sql->execute(
            "UPDATE {$this->of('event')} SET tries = tries + 1, due_at = ?, problem = ? WHERE event_id = ?",
            [$dueAt, mb_substr(Log::scrub($problem), 0, 400), $eventId],
        );
    }

    /** @return array{waiting: int, failing: int} */
    public function countEvents(): array
    {
        $rows = $this->sql->rows(
            "SELECT COUNT(*) AS waiting, COALESCE(SUM(CASE WHEN tries > 2 THEN 1 ELSE 0 END), 0) AS failing FROM {$this->of('event')} "
            . 'WHERE handled_at IS NULL',
        );
        return ['waiting' => (int) $rows[0]['waiting'], 'failing' => (int) $rows[0]['failing']];
    }

    /** False when this refund is known already. */
    public function insertRefund(string $refundId, string $orderKey, int $amount, string $origin, int $now): bool
    {
        $columns = 'refund_id, order_key, amount, origin, created_at';
        return $this->insert('refund', $columns, [$refundId, $orderKey, $amount, $origin, $now]);
    }

    /** @return array{amount: int, origin: string, isDone: bool}|null */
    public function findRefund(string $refundId): ?array
    {
        $rows = $this->sql->rows(
            "SELECT amount, origin, done_at FROM {$this->of('refund')} WHERE refund_id = ?",
            [$refundId],
        );
        return $rows === [] ? null : [
            'amount' => (int) $rows[0]['amount'],
            'origin' => (string) $rows[0]['origin'],
            'isDone' => $rows[0]['done_at'] !== null,
        ];
    }

    public function recordRefundDone(string $refundId, ?string $platformId, int $now): void
    {
        $this->sql->execute(
            "UPDATE {$this->of('refund')} SET platform_id = ?, done_at = ? WHERE refund_id = ? AND done_at IS NULL",
            [$platformId, $now, $refundId],
        );
    }

    public function insertLog(int $now, string $level, ?string $orderKey, string $line): void
    {
        $id = sprintf('%012d', $now) . bin2hex(random_bytes(10));
        $this->insert('log', 'line_id, at, level, order_key, line', [$id, $now, $level, $orderKey, $line]);
    }

    /** @return list<array{at: int, level: string, orderKey: string|null, line: string}> the newest first */
    public function listLog(int $limit, ?string $orderKey = null): array
    {
        $where = $orderKey === null ? '' : 'WHERE order_key = ? ';
        $rows = $this->sql->rows(
            "SELECT at, level, order_key, line FROM {$this->of('log')} {$where}ORDER BY line_id DESC LIMIT $limit",
            $orderKey === null ? [] : [$orderKey],
        );
        return array_map(static fn (array $row): array => [
            'at' => (int) $row['at'],
            'level' => (string) $row['level'],
            'orderKey' => $row['order_key'] === null ? null : (string) $row['order_key'],
            'line' => (string) $row['line'],
        ], $rows);
    }

    /** Rows that nobody needs any more; orders and refunds stay. */
    public function clean(int $before): void
    {
        $this->sql->execute("DELETE FROM {$this->of('event')} WHERE handled_at < ?", [$before]);
        $this->sql->execute("DELETE FROM {$this->of('log')} WHERE at < ?", [$before]);
    }

    public function readNote(string $name): ?string
    {
        $rows = $this->sql->rows("SELECT value FROM {$this->of('note')} WHERE name = ?", [$name]);
        return $rows === [] ? null : (string) $rows[0]['value'];
    }

    public function writeNote(string $name, string $value): void
    {
        if (!$this->insert('note', 'name, value', [$name, $value])) {
            $this->sql->execute("UPDATE {$this->of('note')} SET value = ? WHERE name = ?", [$value, $name]);
        }
    }

    /** @param list<string|int|null> $values @return bool false when the key exists */
    private function insert(string $table, string $columns, array $values): bool
    {
        $verb = $this->sql->isMysql() ? 'INSERT IGNORE INTO' : 'INSERT OR IGNORE INTO';
        $marks = implode(', ', array_fill(0, count($values), '?'));
        return $this->sql->execute("$verb {$this->of($table)} ($columns) VALUES ($marks)", $values) === 1;
    }

    private function of(string $name): string
    {
        return $this->sql->table("crediario_$name");
    }

    /** @param array<string, mixed> $row */
    private static function toEntry(array $row): Entry
    {
        $number = static fn (string $name): ?int => $row[$name] === null ? null : (int) $row[$name];
        $text = static fn (string $name): ?string => $row[$name] === null ? null : (string) $row[$name];
        return new Entry(
            (string) $row['order_key'],
            (int) $row['attempt'],
            $text('link_id'),
            (int) $row['amount'],
            (int) $row['remaining'],
            $text('purchase_id'),
            $number('ended_seen_at'),
            $text('attention'),
            (int) $row['settled'] === 1,
            (int) $row['created_at'],
            (int) $row['checked_at'],
            (int) $row['expires_at'],
        );
    }
}
