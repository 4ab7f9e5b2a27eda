<?php

declare(strict_types=1);

namespace Crediario\Woo;

/** The key and the secret are kept apart from the gateway's settings, which WooCommerce shows in pages and by its own interface. */
final class Settings
{
    private const SECRETS = 'crediario_secrets';

    public function baseUrl(): string
    {
        return rtrim($this->read('base_url'), '/');
    }

    public function apiKey(): string
    {
        return defined('CREDIARIO_API_KEY') ? (string) constant('CREDIARIO_API_KEY') : $this->secret('api_key');
    }

    public function webhookSecret(): string
    {
        return $this->secret('webhook_secret');
    }

    public function orderPrefix(): string
    {
        return $this->read('order_prefix');
    }

    public function keep(string $name, string $value): void
    {
        $kept = get_option(self::SECRETS, []);
        // Not loaded with every page.
        update_option(self::SECRETS, [$name => $value] + (is_array($kept) ? $kept : []), false);
    }

    public function webhookUrl(): string
    {
        return WC()->api_request_url('crediario', true);
    }

    private function read(string $name): string
    {
        $settings = get_option('woocommerce_crediario_settings', []);
        return trim((string) ($settings[$name] ?? ''));
    }

    private function secret(string $name): string
    {
        $kept = get_option(self::SECRETS, []);
        return is_array($kept) ? (string) ($kept[$name] ?? '') : '';
    }
}
