<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Automattic\WooCommerce\Utilities\FeaturesUtil;
use Crediario\Connector\MysqlLocks;
use Crediario\Connector\Order as Seen;
use Crediario\Connector\Schema;
use Crediario\Connector\SystemClock;
use Crediario\Connector\Unavailable;

/** Every hook of the plugin, in one place. */
final class Plugin
{
    private const VERSION = '1.0.0';
    private const GROUP = 'crediario';
    private const TIMERS = ['crediario_inbox' => 60, 'crediario_follow' => 600, 'crediario_compare' => 86_400];
    private const WORDS = [
        Seen::WAITING => 'Sua compra no crediário ainda não terminou. Assim que terminar, o pedido é confirmado.',
        Seen::CANCELED => 'A compra no crediário não foi concluída e o pedido foi cancelado.',
    ];

    private ?Bridge $bridge = null;
    private ?Gateway $gateway = null;

    public function __construct(private readonly string $file)
    {
    }

    public function register(): void
    {
        register_activation_hook($this->file, [$this, 'install']);
        register_deactivation_hook($this->file, static fn () => array_map('as_unschedule_all_actions', array_keys(self::TIMERS)));
        add_action('before_woocommerce_init', [$this, 'declareCompatibility']);
        add_action('woocommerce_loaded', [$this, 'registerShop']);
    }

    public function declareCompatibility(): void
    {
        foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
            FeaturesUtil::declare_compatibility($feature, $this->file, true);
        }
    }

    public function registerShop(): void
    {
        add_filter('woocommerce_payment_gateways', fn (array $gateways): array => [...$gateways, $this->gateway()]);
        add_action('woocommerce_blocks_payment_method_type_registration', [$this, 'registerBlock']);
        add_action('woocommerce_api_crediario', [$this, 'receive']);
        add_action('init', [$this, 'schedule'], 20);
        foreach (array_keys(self::TIMERS) as $timer) {
            add_action($timer, [$this, $timer]);
        }
        $this->registerGuard();
        add_action('woocommerce_thankyou_crediario', [$this, 'showState']);
        add_action('admin_menu', fn () => (new AdminPage($this->bridge(), $this->gateway()))->register());
        if (defined('WP_CLI') && constant('WP_CLI')) {
            \WP_CLI::add_command('crediario', new Commands($this->bridge(), $this->gateway()));
        }
    }

    public function registerBlock(PaymentMethodRegistry $registry): void
    {
        $registry->register(new BlocksMethod($this->gateway(), plugins_url('assets/block.js', $this->file), self::VERSION));
    }

    /** Tables first; an update of the plugin comes by here as well. */
    public function install(): void
    {
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        dbDelta(Schema::statements($this->bridge()->sql, ' ' . $GLOBALS['wpdb']->get_charset_collate()));
        update_option('crediario_version', self::VERSION, true);
    }

    public function schedule(): void
    {
        if (get_option('crediario_version') !== self::VERSION) {
            $this->install();
        }
        foreach (self::TIMERS as $timer => $seconds) {
            if (!as_has_scheduled_action($timer)) {
                as_schedule_recurring_action(time(), $seconds, $timer, [], self::GROUP, true);
            }
        }
    }

    /** An event: verified on the bytes that arrived, stored, answered. */
    public function receive(): void
    {
        status_header($this->bridge()->inbox()->receive($_SERVER, (string) file_get_contents('php://input')));
        exit;
    }

    public function crediario_inbox(): void
    {
        $this->whileOneRuns(fn () => $this->bridge()->inbox()->process());
    }

    public function crediario_follow(): void
    {
        $this->whileOneRuns(fn () => $this->bridge()->inbox()->pull());
        $this->whileOneRuns(fn () => $this->bridge()->comparison()->followWaiting());
    }

    public function crediario_compare(): void
    {
        $this->whileOneRuns(fn () => $this->bridge()->comparison()->followAll());
        $this->bridge()->inbox()->clean();
    }

    /** On the page "order received": what the shop knows, and always a way on. */
    public function showState(int $orderId): void
    {
        $order = wc_get_order($orderId);
        $state = $order instanceof \WC_Order ? WooShop::computeState($order) : '';
        if (!$order instanceof \WC_Order || !isset(self::WORDS[$state])) {
            return;
        }
        echo '<p role="status">' . esc_html(self::WORDS[$state]) . '</p>';
        if ($state === Seen::WAITING) {
            echo '<p><a class="button" href="' . esc_url($order->get_checkout_payment_url()) . '">Continuar, ou pagar de outra forma</a> '
                . '<a href="' . esc_url($order->get_cancel_order_url()) . '">Cancelar o pedido</a></p>';
        }
    }

    private function registerGuard(): void
    {
        $guard = new Guard($this->bridge());
        $posted = static fn (): string => sanitize_key((string) wp_unslash($_POST['payment_method'] ?? ''));
        // The page order-pay: a sentence there, and the handler stops, because it counts errors before it pays.
        add_action('woocommerce_before_pay_action', static function (\WC_Order $order) use ($guard, $posted): void {
            try {
                $guard->beforeAttempt($order, $posted());
            } catch (\Exception $error) {
                wc_add_notice($error->getMessage(), 'error');
                wp_safe_redirect($order->get_checkout_order_received_url());
                exit;
            }
        });
        // The classic checkout takes up the order of the first attempt again.
        add_action('woocommerce_resume_order', static function (int $orderId) use ($guard, $posted): void {
            $order = wc_get_order($orderId);
            if ($order instanceof \WC_Order) {
                $guard->beforeAttempt($order, $posted());
            }
        });
        // So does the checkout of blocks.
        add_action('woocommerce_rest_checkout_process_payment_with_context', static function (object $context) use ($guard): void {
            $guard->beforeAttempt($context->order, (string) $context->payment_method);
        }, 1);
        add_action('woocommerce_order_status_cancelled', [$guard, 'afterCancellation']);
        add_filter('woocommerce_cancel_unpaid_order', [$guard, 'mayCancelUnpaid'], 10, 2);
        add_filter('woocommerce_order_hold_stock_minutes', [$guard, 'computeHoldMinutes'], 10, 2);
    }

    private function bridge(): Bridge
    {
        if ($this->bridge === null) {
            $settings = new Settings();
            $sql = new WpdbSql($GLOBALS['wpdb']);
            $this->bridge = new Bridge($settings, new WooShop($settings), $sql, new MysqlLocks($sql), new SystemClock());
        }
        return $this->bridge;
    }

    private function gateway(): Gateway
    {
        return $this->gateway ??= new Gateway($this->bridge());
    }

    /** Another run is still at it, or the service is silent: the next one goes on. */
    private function whileOneRuns(callable $work): void
    {
        try {
            $work();
        } catch (Unavailable) {
            return;
        }
    }
}
