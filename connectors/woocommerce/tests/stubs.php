<?php

// What the plugin uses of WordPress and WooCommerce, in memory, as their documentation and sources have it.

declare(strict_types=1);

namespace {
    const ARRAY_A = 'ARRAY_A';

    final class Wp
    {
        /** @var array<string, mixed> */
        public static array $options = [];
        /** @var array<int, WC_Order> */
        public static array $orders = [];
        /** @var list<array{string, string}> */
        public static array $notices = [];
        /** @var array<string, list<callable>> */
        public static array $hooks = [];
        public static int $nextId = 100;
        public static string $currency = 'BRL';

        public static function reset(): void
        {
            self::$options = self::$orders = self::$notices = self::$hooks = [];
            self::$nextId = 100;
            self::$currency = 'BRL';
        }

        public static function run(string $hook, mixed ...$values): void
        {
            foreach (self::$hooks[$hook] ?? [] as $each) {
                $each(...$values);
            }
        }
    }

    function get_option(string $name, mixed $usual = false): mixed
    {
        return Wp::$options[$name] ?? $usual;
    }

    function update_option(string $name, mixed $value, mixed $autoload = null): bool
    {
        Wp::$options[$name] = $value;
        return true;
    }

    function add_action(string $hook, callable $act, int $priority = 10, int $count = 1): void
    {
        Wp::$hooks[$hook][] = $act;
    }

    function add_filter(string $hook, callable $act, int $priority = 10, int $count = 1): void
    {
        Wp::$hooks[$hook][] = $act;
    }

    function register_activation_hook(string $file, callable $act): void
    {
    }

    function register_deactivation_hook(string $file, callable $act): void
    {
    }

    function plugins_url(string $path, string $file): string
    {
        return "https://loja.example/plugins/crediario/$path";
    }

    function wp_register_script(string $handle, string $url, array $needs, string $version, bool $isLast): void
    {
        Wp::$options['script'] = [$handle, $url, $needs];
    }

    function wc_add_notice(string $text, string $kind): void
    {
        Wp::$notices[] = [$kind, $text];
    }

    function get_woocommerce_currency(): string
    {
        return Wp::$currency;
    }

    function esc_attr(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }

    function esc_html(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }

    function esc_url(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }

    function wc_get_order(int $id): WC_Order|false
    {
        // A copy as the database has it: two requests never share one object.
        return isset(Wp::$orders[$id]) ? clone Wp::$orders[$id] : false;
    }

    function is_wp_error(mixed $value): bool
    {
        return $value instanceof WP_Error;
    }

    /** @param array<string, mixed> $given */
    function wc_create_refund(array $given): WC_Order_Refund|WP_Error
    {
        $order = wc_get_order($given['order_id']);
        $rest = round((float) $order->get_total() - $order->get_total_refunded(), 2);
        if ((float) $given['amount'] > $rest) {
            return new WP_Error('error', 'Invalid refund amount.');
        }
        $refund = new WC_Order_Refund(Wp::$nextId++);
        $refund->amount = $given['amount'];
        $refund->reason = $given['reason'] ?? '';
        $refund->parent = $given['order_id'];
        $refund->items = $given['items'] ?? [];
        Wp::$orders[$given['order_id']]->refunds = [$refund, ...$order->refunds];
        if ($given['refund_payment'] ?? false) {
            $result = ($given['gateway'])->process_refund($given['order_id'], $given['amount'], $refund->reason);
            if ($result !== true) {
                array_shift(Wp::$orders[$given['order_id']]->refunds);
                return $result;
            }
        }
        if (round((float) $given['amount'], 2) === $rest) {
            Wp::$orders[$given['order_id']]->status = 'refunded';
        }
        return $refund;
    }

    function add_submenu_page(string $parent, string $title, string $menu, string $right, string $slug, callable $show): void
    {
        Wp::$options['submenu'] = [$parent, $right, $slug];
    }

    function sanitize_text_field(string $text): string
    {
        return trim(strip_tags($text));
    }

    function wp_unslash(string $text): string
    {
        return stripslashes($text);
    }

    function current_user_can(string $right): bool
    {
        return $right === 'manage_woocommerce' && (Wp::$options['is-manager'] ?? true);
    }

    function check_admin_referer(string $action): void
    {
        if (($_POST['_wpnonce'] ?? '') !== "nonce-$action") {
            throw new RuntimeException('The link you followed has expired.');
        }
    }

    function wp_nonce_field(string $action, string $name, bool $isReferred, bool $isShown): string
    {
        return "<input type=\"hidden\" name=\"$name\" value=\"nonce-$action\">";
    }

    function wc_get_endpoint_url(string $name, string $value, string $page): string
    {
        return "$page/$name/$value";
    }

    function wc_get_checkout_url(): string
    {
        return 'https://loja.example/finalizar';
    }

    function wc_get_price_decimals(): int
    {
        return 2;
    }

    function WC(): object
    {
        return new class () {
            public function api_request_url(string $name, bool $isHttps): string
            {
                return "https://loja.example/wc-api/$name/";
            }
        };
    }

    class WP_CLI
    {
        /** @var list<string> */
        public static array $lines = [];

        public static function line(string $text): void
        {
            self::$lines[] = $text;
        }
    }

    class WP_Error
    {
        public function __construct(public string $code, public string $message)
        {
        }

        public function get_error_message(): string
        {
            return $this->message;
        }
    }

    class WC_Item
    {
        public function __construct(
            public string $kind,
            public string $name,
            public float $quantity,
            public string $total,
            public string $tax = '0',
            public string $of = '',
            public int $product = 0,
            public int $variation = 0,
        ) {
        }

        public function get_product_id(): int
        {
            return $this->product;
        }

        public function get_variation_id(): int
        {
            return $this->variation;
        }

        public function is_type(string $kind): bool
        {
            return $this->kind === $kind;
        }

        public function get_name(): string
        {
            return $this->name;
        }

        public function get_quantity(): float
        {
            return $this->quantity;
        }

        public function get_total(): string
        {
            return $this->total;
        }

        public function get_total_tax(): string
        {
            return $this->tax;
        }

        public function get_meta(string $name): string
        {
            return $name === '_refunded_item_id' ? $this->of : '';
        }
    }

    class WC_Order
    {
        public string $status = 'pending';
        public string $method = 'crediario';
        public string $total = '0';
        public string $shipping = '0';
        public ?string $paidAt = null;
        /** @var array<string, string> */
        public array $meta = [];
        /** @var array<string, string> */
        public array $fields = [];
        /** @var array<int|string, WC_Item> */
        public array $items = [];
        /** @var list<WC_Order_Refund> */
        public array $refunds = [];
        /** @var list<string> */
        public array $notes = [];
        public int $payments = 0;

        public function __construct(public int $id)
        {
        }

        public function __call(string $name, array $values): mixed
        {
            return $this->fields[preg_replace('/^get_/', '', $name)] ?? '';
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_status(): string
        {
            return $this->status;
        }

        public function get_payment_method(): string
        {
            return $this->method;
        }

        public function get_date_paid(): ?string
        {
            return $this->paidAt;
        }

        public function get_total(): string
        {
            return $this->total;
        }

        public function get_currency(): string
        {
            return Wp::$currency;
        }

        public function get_shipping_total(): string
        {
            return $this->shipping;
        }

        public function get_shipping_tax(): string
        {
            return '0';
        }

        public function has_shipping_address(): bool
        {
            return isset($this->fields['shipping_address_1']);
        }

        public function get_total_refunded(): float
        {
            return array_sum(array_map(static fn ($refund): float => (float) $refund->amount, $this->refunds));
        }

        public function get_refunds(): array
        {
            return $this->refunds;
        }

        public function get_items(array $kinds): array
        {
            return array_filter($this->items, static fn (WC_Item $item): bool => in_array($item->kind, $kinds, true));
        }

        public function get_meta(string $name): string
        {
            return $this->meta[$name] ?? '';
        }

        public function update_meta_data(string $name, string $value): void
        {
            $this->meta[$name] = $value;
        }

        public function save(): void
        {
            Wp::$orders[$this->id]->meta = $this->meta;
        }

        public function add_order_note(string $text): void
        {
            Wp::$orders[$this->id]->notes[] = $text;
        }

        public function payment_complete(string $transactionId): bool
        {
            $stored = Wp::$orders[$this->id];
            if (in_array($stored->status, ['pending', 'on-hold', 'failed', 'cancelled'], true)) {
                $stored->status = 'processing';
                $stored->paidAt = 'now';
                $stored->payments++;
            }
            return true;
        }

        public function update_status(string $status, string $note = ''): bool
        {
            Wp::$orders[$this->id]->status = $status;
            Wp::$orders[$this->id]->notes[] = $note;
            Wp::run("woocommerce_order_status_$status", $this->id);
            return true;
        }

        public function get_checkout_order_received_url(): string
        {
            return "https://loja.example/finalizar/order-received/{$this->id}/?key=wc_order_x";
        }

        public function get_checkout_payment_url(): string
        {
            return "https://loja.example/finalizar/order-pay/{$this->id}/";
        }

        public function get_cancel_order_url(): string
        {
            return "https://loja.example/carrinho/?cancel_order={$this->id}";
        }
    }

    class WC_Order_Refund extends WC_Order
    {
        public string $amount = '0';
        public string $reason = '';
        public int $parent = 0;

        public function get_reason(): string
        {
            return $this->reason;
        }

        public function save(): void
        {
        }
    }

    class WC_Payment_Gateway
    {
        public string $id = '';
        public string $enabled = 'yes';
        public string $title = '';
        public string $description = '';
        public string $method_title = '';
        public string $method_description = '';
        public bool $has_fields = false;
        public array $supports = [];
        public array $form_fields = [];
        public array $settings = [];

        public function init_settings(): void
        {
            $this->settings = get_option("woocommerce_{$this->id}_settings", []);
        }

        public function get_option(string $name, mixed $empty = null): mixed
        {
            return $this->settings[$name] ?? $this->form_fields[$name]['default'] ?? '';
        }

        public function get_field_key(string $key): string
        {
            return "woocommerce_{$this->id}_$key";
        }

        public function process_admin_options(): bool
        {
            return true;
        }

        public function is_available(): bool
        {
            return $this->enabled === 'yes';
        }
    }

    /** wpdb on SQLite: its own way of writing values into statements. */
    class wpdb
    {
        public string $prefix = 'wp_';
        public string $last_error = '';
        private PDO $pdo;

        public function __construct()
        {
            $this->pdo = new PDO('sqlite::memory:');
        }

        public function prepare(string $text, array $values): string
        {
            $at = 0;
            $written = preg_replace_callback('/%%|%[sd]/', function (array $found) use (&$at, $values): string {
                if ($found[0] === '%%') {
                    return '%';
                }
                $value = $values[$at++];
                return $found[0] === '%d' ? (string) (int) $value : $this->pdo->quote((string) $value);
            }, $text);
            if ($at !== count($values)) {
                throw new RuntimeException('wpdb::prepare was called incorrectly');
            }
            return (string) $written;
        }

        public function query(string $text): int|false
        {
            try {
                return (int) $this->pdo->exec(str_replace('INSERT IGNORE', 'INSERT OR IGNORE', $text));
            } catch (PDOException $error) {
                $this->last_error = $error->getMessage();
                return false;
            }
        }

        public function get_results(string $text, string $form): ?array
        {
            $this->last_error = '';
            $result = $this->pdo->query($text);
            return $result === false ? null : $result->fetchAll(PDO::FETCH_ASSOC);
        }
    }
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
    abstract class AbstractPaymentMethodType
    {
        protected $name = '';
        protected $settings = [];

        public function get_name(): string
        {
            return $this->name;
        }

        abstract public function initialize();
    }
}

namespace Automattic\WooCommerce\Blocks\Payments {
    final class PaymentMethodRegistry
    {
        /** @var list<object> */
        public array $registered = [];

        public function register(object $method): void
        {
            $this->registered[] = $method;
        }
    }
}

namespace Automattic\WooCommerce\Utilities {
    final class FeaturesUtil
    {
        /** @var list<string> */
        public static array $declared = [];

        public static function declare_compatibility(string $feature, string $file, bool $is): void
        {
            self::$declared[] = $feature;
        }
    }
}
