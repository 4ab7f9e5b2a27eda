<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** Without this the method is missing from the checkout of blocks, which is the usual one. */
final class BlocksMethod extends AbstractPaymentMethodType
{
    private const HANDLE = 'crediario-block';

    /** @var string */
    protected $name = WooShop::METHOD;

    public function __construct(private readonly Gateway $gateway, private readonly string $scriptUrl, private readonly string $version)
    {
    }

    public function initialize(): void
    {
        $this->settings = get_option('woocommerce_crediario_settings', []);
    }

    public function is_active(): bool
    {
        return $this->gateway->is_available();
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(self::HANDLE, $this->scriptUrl, ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'], $this->version, true);
        return [self::HANDLE];
    }

    /** @return array<string, mixed> what the page gets: words only */
    public function get_payment_method_data(): array
    {
        return [
            'title' => $this->gateway->title,
            'description' => $this->gateway->description,
            'supports' => ['products'],
        ];
    }
}
