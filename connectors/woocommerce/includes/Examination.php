<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Automattic\WooCommerce\Blocks\Package;
use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Crediario\Connector\Finding;

/** What the doctor looks at in WooCommerce. */
final class Examination
{
    public function __construct(private readonly Bridge $bridge, private readonly Gateway $gateway)
    {
    }

    /** @return list<Finding> */
    public function run(): array
    {
        $settings = $this->bridge->settings;
        return $this->bridge->doctor()->examine([
            'baseUrl' => $settings->baseUrl(),
            'apiKey' => $settings->apiKey(),
            'secret' => $settings->webhookSecret(),
            'webhookUrl' => $settings->webhookUrl(),
            'returnUrl' => wc_get_endpoint_url('order-received', '1', wc_get_checkout_url()),
            'currency' => get_woocommerce_currency(),
        ], $this->lookAtShop());
    }

    /** @return list<Finding> */
    private function lookAtShop(): array
    {
        $cents = (int) wc_get_price_decimals();
        return [
            new Finding('método ativo', $this->gateway->enabled === 'yes', 'ative o crediário em WooCommerce > Configurações > Pagamentos'),
            new Finding('checkout de blocos', $this->isInBlocks(), 'o método não está no checkout de blocos: atualize o WooCommerce'),
            new Finding('https', str_starts_with(wc_get_checkout_url(), 'https://'), 'a página de checkout precisa de https'),
            new Finding('centavos', $cents === 2, "os preços têm $cents casas decimais: use 2 (WooCommerce > Configurações > Geral)"),
        ];
    }

    private function isInBlocks(): bool
    {
        return class_exists(Package::class)
            && Package::container()->get(PaymentMethodRegistry::class)->is_registered(WooShop::METHOD);
    }
}
