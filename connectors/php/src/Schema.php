<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The connector's tables. None holds personal data, a key, or the address of a page that sells. */
final class Schema
{
    /** Column: type of MySQL, whether it may be NULL. The first column is the key. */
    public const TABLES = [
        'crediario_order' => [
            'order_key' => ['varchar(64)', false],
            'attempt' => ['int', false],
            'link_id' => ['varchar(24)', true],
            'amount' => ['bigint', false],
            'remaining' => ['bigint', false],
            'purchase_id' => ['varchar(24)', true],
            'ended_seen_at' => ['bigint', true],
            'attention' => ['varchar(40)', true],
            'settled' => ['int', false],
            'created_at' => ['bigint', false],
            'checked_at' => ['bigint', false],
            'expires_at' => ['bigint', false],
        ],
        'crediario_event' => [
            'event_id' => ['varchar(64)', false],
            'type' => ['varchar(40)', false],
            'order_key' => ['varchar(64)', true],
            'body' => ['text', false],
            'received_at' => ['bigint', false],
            'tries' => ['int', false],
            'due_at' => ['bigint', false],
            'handled_at' => ['bigint', true],
            'problem' => ['varchar(400)', true],
        ],
        'crediario_refund' => [
            'refund_id' => ['varchar(24)', false],
            'order_key' => ['varchar(64)', false],
            'amount' => ['bigint', false],
            'origin' => ['varchar(8)', false],
            'platform_id' => ['varchar(64)', true],
            'created_at' => ['bigint', false],
            'done_at' => ['bigint', true],
        ],
        'crediario_log' => [
            'line_id' => ['varchar(32)', false],
            'at' => ['bigint', false],
            'level' => ['varchar(8)', false],
            'order_key' => ['varchar(64)', true],
            'line' => ['varchar(400)', false],
        ],
        'crediario_note' => [
            'name' => ['varchar(40)', false],
            'value' => ['varchar(255)', false],
        ],
    ];

    public const INDEXES = [
        'crediario_order' => ['settled', 'checked_at'],
        'crediario_event' => ['handled_at', 'due_at'],
        'crediario_refund' => ['order_key'],
        'crediario_log' => ['order_key'],
        'crediario_note' => [],
    ];

    /** @return list<string> one statement for each table, in the form that WordPress' dbDelta reads */
    public static function statements(Sql $sql, string $ending = ''): array
    {
        $statements = [];
        foreach (self::TABLES as $name => $columns) {
            $lines = [];
            foreach ($columns as $column => [$type, $isNullable]) {
                $lines[] = "$column $type" . ($isNullable ? ' DEFAULT NULL' : ' NOT NULL');
            }
            $lines[] = 'PRIMARY KEY  (' . array_key_first($columns) . ')';
            if ($sql->isMysql()) {
                foreach (self::INDEXES[$name] as $column) {
                    $lines[] = "KEY {$column}_key ($column)";
                }
            }
            $statements[] = 'CREATE TABLE ' . $sql->table($name) . " (\n" . implode(",\n", $lines) . "\n)$ending";
        }
        return $statements;
    }
}
