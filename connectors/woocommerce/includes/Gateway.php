<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Crediario\Connector\Money;
use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;

/** The payment method of the classic checkout, of order-pay, and of refunds. */
final class Gateway extends \WC_Payment_Gateway
{
    public function __construct(private readonly Bridge $bridge)
    {
        $this->id = WooShop::METHOD;
        $this->method_title = 'Crediário';
        $this->method_description = 'Entrada e parcelas, escolhidas pelo cliente na página do crediário.';
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = (string) $this->get_option('title');
        $this->description = (string) $this->get_option('description');
        add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
    }

    public function init_form_fields(): void
    {
        $text = ['type' => 'text', 'default' => ''];
        $this->form_fields = [
            'enabled' => ['title' => 'Ativo', 'type' => 'checkbox', 'label' => 'Vender no crediário', 'default' => 'no'],
            'title' => ['title' => 'Nome no checkout', 'default' => 'Crediário'] + $text,
            'description' => [
                'title' => 'Descrição',
                'default' => 'Você escolhe entrada e parcelas na próxima página, e só confirma depois de ver todos os custos.',
            ] + $text,
            'base_url' => ['title' => 'Endereço do crediário', 'placeholder' => 'https://'] + $text,
            'api_key' => [
                'title' => 'Chave secreta',
                'type' => 'crediario_secret',
                'description' => 'Começa com sk_. Depois de guardada não é mostrada: deixe em branco para manter.',
                'default' => '',
            ],
            'order_prefix' => [
                'title' => 'Prefixo dos pedidos',
                'description' => 'Necessário quando outra loja sua usa a mesma chave: os números dos pedidos não podem se repetir.',
            ] + $text,
        ];
    }

    /** A field without its value: what is kept never returns to a page. */
    public function generate_crediario_secret_html(string $key, array $data): string
    {
        $field = esc_attr($this->get_field_key($key));
        $hint = $this->bridge->settings->apiKey() === '' ? '' : 'guardada';
        return '<tr valign="top"><th scope="row" class="titledesc"><label for="' . $field . '">' . esc_html($data['title']) . '</label></th>'
            . '<td class="forminp"><input class="input-text regular-input" type="password" autocomplete="new-password" name="' . $field
            . '" id="' . $field . '" value="" placeholder="' . $hint . '"><p class="description">' . esc_html($data['description'])
            . '</p></td></tr>';
    }

    public function validate_api_key_field(string $key, ?string $value): string
    {
        $given = trim((string) $value);
        if ($given !== '') {
            $this->bridge->settings->keep('api_key', $given);
        }
        return '';
    }

    public function process_admin_options(): bool
    {
        $isSaved = parent::process_admin_options();
        try {
            if ($this->bridge->settings->baseUrl() !== '' && $this->bridge->settings->apiKey() !== '') {
                $this->bridge->connect();
            }
        } catch (\RuntimeException $error) {
            \WC_Admin_Settings::add_error('O crediário não aceitou a conexão: veja WooCommerce > Crediário.');
        }
        return $isSaved;
    }

    public function is_available(): bool
    {
        return parent::is_available() && get_woocommerce_currency() === 'BRL' && $this->bridge->settings->apiKey() !== '';
    }

    /** @return array<string, string> */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof \WC_Order) {
            return ['result' => 'failure'];
        }
        try {
            // Nothing is emptied or reduced before the purchase: who comes back finds cart and order as they were.
            $started = $this->bridge->connector()->start($this->bridge->shop->keyOf($order));
            return ['result' => 'success', 'redirect' => $started->url ?? $order->get_checkout_order_received_url()];
        } catch (Refused $refusal) {
            wc_add_notice("Não foi possível usar o crediário: {$refusal->getMessage()} Escolha outra forma de pagamento.", 'error');
        } catch (Unavailable) {
            wc_add_notice('O crediário não respondeu. Tente outra vez em alguns instantes, ou pague de outra forma.', 'error');
        }
        return ['result' => 'failure'];
    }

    /** @return bool|\WP_Error */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof \WC_Order || $amount === null) {
            return new \WP_Error('crediario', 'Informe o valor a devolver.');
        }
        // WooCommerce has written the refund down before it asks; the newest is listed first.
        $refund = $order->get_refunds()[0] ?? null;
        try {
            $refundId = $this->bridge->connector()->refund(
                $this->bridge->shop->keyOf($order),
                Money::toCentavos($amount),
                $refund === null ? [] : self::countUnits($order, $refund),
            );
        } catch (Refused | Unavailable $error) {
            return new \WP_Error('crediario', $error->getMessage());
        }
        $refund?->update_meta_data(WooShop::REFUND, $refundId);
        $refund?->save();
        $order->add_order_note("Devolvido pelo crediário, $refundId.");
        return true;
    }

    /** @return array<string, int> */
    private static function countUnits(\WC_Order $order, \WC_Order_Refund $refund): array
    {
        $units = [];
        $names = WooShop::nameLines($order);
        foreach ($refund->get_items(['line_item', 'fee']) as $item) {
            $quantity = (int) abs((float) $item->get_quantity());
            // A fee is given back as one piece.
            $isFee = $quantity === 0 && $item->is_type('fee') && (float) $item->get_total() != 0.0;
            if ($quantity > 0 || $isFee) {
                $of = (string) $item->get_meta('_refunded_item_id');
                $units[$names[$of] ?? $of] = max(1, $quantity);
            }
        }
        return $units;
    }
}
