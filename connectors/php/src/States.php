<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What an order becomes by its link and the purchase made with it: the table of states.json, which all connectors share. */
final class States
{
    public const WAITING = 'waiting';
    public const APPROVED = 'approved';
    public const CANCELED = 'canceled';
    public const REFUNDED = 'refunded';
    /** The purchase ended early and the link is free again: the link is closed before the order is canceled. */
    public const ENDED = 'ended';
    /** Something is under way: look again later. */
    public const UNCHANGED = 'unchanged';

    /** @var array{orderStates: array<string, array<string, string>>, platforms: array<string, array<string, string>>}|null */
    private static ?array $table = null;

    public static function orderState(string $link, ?string $purchase): string
    {
        // A status of a later version changes nothing until the connector knows it.
        return self::table()['orderStates'][$purchase ?? 'NONE'][$link] ?? self::UNCHANGED;
    }

    /** @return array<string, string> */
    public static function platform(string $name): array
    {
        return self::table()['platforms'][$name];
    }

    /** @return array{orderStates: array<string, array<string, string>>, platforms: array<string, array<string, string>>} */
    public static function table(): array
    {
        if (self::$table === null) {
            $packaged = __DIR__ . '/../states.json';
            $file = is_file($packaged) ? $packaged : __DIR__ . '/../../states.json';
            self::$table = json_decode((string) file_get_contents($file), true, 8, JSON_THROW_ON_ERROR);
        }
        return self::$table;
    }
}
