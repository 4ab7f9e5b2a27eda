<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What the connector did, for people of the shop: it never holds a CPF, a key, an address of a page that sells, or contacts. */
final class Log
{
    private const SECRETS = [
        '/\b(?:sk|pk)_[A-Za-z0-9_]+/' => '(key)',
        '/\bwhsec_[A-Za-z0-9+\/=_-]+/' => '(secret)',
        '#/pay/[\w-]+#' => '/pay/(link)',
        '/[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".,;]+/' => '(e-mail)',
    ];

    public function __construct(private readonly Store $store, private readonly Clock $clock)
    {
    }

    public function info(?string $orderKey, string $text): void
    {
        $this->write('info', $orderKey, $text);
    }

    public function warn(?string $orderKey, string $text): void
    {
        $this->write('warning', $orderKey, $text);
    }

    public function error(?string $orderKey, string $text): void
    {
        $this->write('error', $orderKey, $text);
    }

    public static function scrub(string $text): string
    {
        $plain = preg_replace(array_keys(self::SECRETS), array_values(self::SECRETS), $text) ?? '';
        return preg_replace_callback(
            '/\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s]?\d{2}/',
            static fn (array $found): string => Person::isCpf(preg_replace('/\D/', '', $found[0]) ?? '') ? '(CPF)' : $found[0],
            $plain,
        ) ?? '';
    }

    private function write(string $level, ?string $orderKey, string $text): void
    {
        $this->store->insertLog($this->clock->now(), $level, $orderKey, mb_substr(self::scrub($text), 0, 400));
    }
}
