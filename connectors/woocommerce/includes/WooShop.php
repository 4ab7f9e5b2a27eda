<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Crediario\Connector\Money;
use Crediario\Connector\Order as Seen;
use Crediario\Connector\OrderLine;
use Crediario\Connector\Person;
use Crediario\Connector\Shop;

/** Orders of WooCommerce, only by its own objects, so that it does not matter in which tables they are. */
final class WooShop implements Shop
{
    public const METHOD = 'crediario';
    public const PURCHASE = '_crediario_purchase';
    public const REFUND = '_crediario_refund';
    private const UNPAID = ['pending', 'on-hold', 'failed', 'checkout-draft'];
    private const REASON = 'Crediário ';
    private const COMPANY = '2';

    /** The order whose status this very process changes: its hooks are not somebody else's will. */
    private ?string $changing = null;

    public function __construct(private readonly Settings $settings)
    {
    }

    public function findOrder(string $orderKey): ?Seen
    {
        $order = $this->load($orderKey);
        if ($order === null) {
            return null;
        }
        return new Seen(
            $orderKey,
            self::computeState($order),
            Money::toCentavos($order->get_total()),
            Money::toCentavos($order->get_total_refunded()),
            self::listLines($order),
            Money::toCentavos($order->get_shipping_total()) + Money::toCentavos($order->get_shipping_tax()),
            self::describeCustomer($order),
            (string) $order->get_currency(),
        );
    }

    public function pay(string $orderKey, string $purchaseId, int $centavos): void
    {
        $order = $this->load($orderKey);
        if ($order === null || self::computeState($order) !== Seen::WAITING) {
            return;
        }
        $order->update_meta_data(self::PURCHASE, $purchaseId);
        $order->save();
        $this->changing($orderKey, static fn () => $order->payment_complete($purchaseId));
    }

    public function cancel(string $orderKey, string $reason): void
    {
        $order = $this->load($orderKey);
        if ($order !== null && self::computeState($order) === Seen::WAITING) {
            $this->changing($orderKey, static fn () => $order->update_status('cancelled', $reason));
        }
    }

    public function recordRefund(string $orderKey, string $refundId, int $centavos): string
    {
        $order = $this->load($orderKey) ?? throw new \RuntimeException('the order is gone');
        $reason = self::REASON . $refundId;
        foreach ($order->get_refunds() as $known) {
            if ($known->get_reason() === $reason || $known->get_meta(self::REFUND) === $refundId) {
                return (string) $known->get_id();
            }
        }
        // The reason is written with the refund itself, so that a crash right after it finds it again.
        $refund = $this->changing($orderKey, static fn () => wc_create_refund([
            'order_id' => $order->get_id(),
            'amount' => number_format($centavos / 100, 2, '.', ''),
            'reason' => $reason,
            'refund_payment' => false,
        ]));
        if (is_wp_error($refund)) {
            throw new \RuntimeException('WooCommerce did not write the refund down: ' . $refund->get_error_message());
        }
        return (string) $refund->get_id();
    }

    public function comment(string $orderKey, string $text): void
    {
        $this->load($orderKey)?->add_order_note($text);
    }

    public function returnUrl(string $orderKey): string
    {
        $order = $this->load($orderKey) ?? throw new \RuntimeException('the order is gone');
        return $order->get_checkout_order_received_url();
    }

    public function keyOf(\WC_Order $order): string
    {
        return $this->settings->orderPrefix() . $order->get_id();
    }

    public function load(string $orderKey): ?\WC_Order
    {
        $prefix = $this->settings->orderPrefix();
        $id = str_starts_with($orderKey, $prefix) ? substr($orderKey, strlen($prefix)) : '';
        $order = ctype_digit($id) ? wc_get_order((int) $id) : false;
        return $order instanceof \WC_Order && !$order instanceof \WC_Order_Refund ? $order : null;
    }

    public function isChanging(string $orderKey): bool
    {
        return $this->changing === $orderKey;
    }

    public static function computeState(\WC_Order $order): string
    {
        $status = $order->get_status();
        if ($status === 'cancelled') {
            return Seen::CANCELED;
        }
        if ($order->get_payment_method() !== self::METHOD) {
            return Seen::ELSEWHERE;
        }
        if ($order->get_date_paid() === null && in_array($status, self::UNPAID, true)) {
            return Seen::WAITING;
        }
        $total = Money::toCentavos($order->get_total());
        if ($status === 'refunded' || ($total > 0 && Money::toCentavos($order->get_total_refunded()) >= $total)) {
            return Seen::REFUNDED;
        }
        // "Processing" by somebody's hand has no purchase behind it.
        return (string) $order->get_meta(self::PURCHASE) === '' ? Seen::ELSEWHERE : Seen::PAID;
    }

    /**
     * What the link calls each line: by its product, because a checkout that takes the order up again writes its rows anew.
     *
     * @return array<string, string> by the row's id
     */
    public static function nameLines(\WC_Order $order): array
    {
        $names = [];
        $seen = [];
        foreach ($order->get_items(['line_item', 'fee']) as $id => $item) {
            $name = $item->is_type('fee') ? 'fee' : 'p' . ($item->get_variation_id() ?: $item->get_product_id());
            $seen[$name] = ($seen[$name] ?? 0) + 1;
            $names[(string) $id] = $seen[$name] === 1 ? $name : "$name-{$seen[$name]}";
        }
        return $names;
    }

    /** @return list<OrderLine> */
    private static function listLines(\WC_Order $order): array
    {
        $lines = [];
        $less = 0;
        $ids = self::nameLines($order);
        foreach ($order->get_items(['line_item', 'fee']) as $id => $item) {
            $centavos = Money::toCentavos($item->get_total()) + Money::toCentavos($item->get_total_tax());
            $quantity = (float) $item->get_quantity();
            $isWhole = $quantity >= 1 && floor($quantity) === $quantity;
            if ($centavos < 0) {
                $less -= $centavos;
                continue;
            }
            $name = $isWhole ? (string) $item->get_name() : "$quantity × {$item->get_name()}";
            $lines[] = new OrderLine($ids[(string) $id], $name, $isWhole ? (int) $quantity : 1, $centavos);
        }
        return self::lower($lines, $less);
    }

    /**
     * Fees below zero are how shops give discounts: products become cheaper by them, the first ones first.
     *
     * @param list<OrderLine> $lines
     * @return list<OrderLine>
     */
    private static function lower(array $lines, int $less): array
    {
        return array_map(static function (OrderLine $line) use (&$less): OrderLine {
            $taken = min($less, max(0, $line->centavos - $line->quantity));
            $less -= $taken;
            return $taken === 0 ? $line : new OrderLine($line->id, $line->name, $line->quantity, $line->centavos - $taken);
        }, $lines);
    }

    /** @return array<string, string> with the fields of the usual Brazilian plugin, where the shop has it */
    private static function describeCustomer(\WC_Order $order): array
    {
        $meta = static fn (string $name): string => (string) $order->get_meta($name);
        $place = $order->has_shipping_address() ? 'shipping' : 'billing';
        $of = static fn (string $field): string => (string) $order->{"get_{$place}_$field"}();
        $isCompany = $meta('_billing_persontype') === self::COMPANY;
        return Person::compose([
            'name' => trim("{$order->get_billing_first_name()} {$order->get_billing_last_name()}"),
            'cpf' => $isCompany ? '' : $meta('_billing_cpf'),
            'phone' => $meta('_billing_cellphone') ?: $order->get_billing_phone(),
            'email' => $order->get_billing_email(),
            'zipCode' => $of('postcode'),
            'street' => $of('address_1'),
            'number' => $meta("_{$place}_number"),
            'complement' => implode(', ', array_filter([$of('address_2'), $meta("_{$place}_neighborhood")])),
            'city' => $of('city'),
            'state' => $of('state'),
        ]);
    }

    /**
     * @template Result
     * @param callable(): Result $change
     * @return Result
     */
    private function changing(string $orderKey, callable $change): mixed
    {
        $this->changing = $orderKey;
        try {
            return $change();
        } finally {
            $this->changing = null;
        }
    }
}
