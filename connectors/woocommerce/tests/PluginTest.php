<?php

declare(strict_types=1);

namespace Crediario\WooTests;

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Automattic\WooCommerce\Utilities\FeaturesUtil;
use Crediario\Connector\FileLocks;
use Crediario\Connector\Schema;
use Crediario\Connector\Unavailable;
use Crediario\ConnectorTests\FakeLender;
use Crediario\ConnectorTests\Mishaps;
use Crediario\ConnectorTests\TestClock;
use Crediario\Woo\AdminPage;
use Crediario\Woo\Bridge;
use Crediario\Woo\Commands;
use Crediario\Woo\Gateway;
use Crediario\Woo\Guard;
use Crediario\Woo\Plugin;
use Crediario\Woo\Settings;
use Crediario\Woo\WooShop;
use Crediario\Woo\WpdbSql;
use PHPUnit\Framework\TestCase;

final class PluginTest extends TestCase
{
    private TestClock $clock;
    private Mishaps $mishaps;
    private FakeLender $lender;
    private Bridge $bridge;
    private Gateway $gateway;
    private Guard $guard;

    protected function setUp(): void
    {
        \Wp::reset();
        \Wp::$options['crediario_secrets'] = ['api_key' => 'sk_test_1', 'webhook_secret' => 'whsec_c2VjcmV0'];
        \Wp::$options['woocommerce_crediario_settings'] = ['base_url' => 'https://credito.example/', 'order_prefix' => 'W'];
        $this->clock = new TestClock();
        $this->mishaps = new Mishaps();
        $this->lender = new FakeLender($this->clock, $this->mishaps);
        $settings = new Settings();
        $sql = new WpdbSql(new \wpdb());
        foreach (Schema::statements($sql) as $statement) {
            $sql->execute((string) preg_replace('/,\nKEY [^\n,]+/', '', $statement));
        }
        $this->bridge = new Bridge(
            $settings,
            new WooShop($settings),
            $sql,
            new FileLocks(sys_get_temp_dir(), 0.05),
            $this->clock,
            $this->lender,
        );
        $this->gateway = new Gateway($this->bridge);
        $this->guard = new Guard($this->bridge);
        add_action('woocommerce_order_status_cancelled', [$this->guard, 'afterCancellation']);
    }

    public function testPayingTwiceInTwoTabsLeadsToOnePageAndTheOrderWaitsWithItsCart(): void
    {
        $order = $this->place();
        $first = $this->gateway->process_payment($order);
        self::assertSame('success', $first['result']);
        self::assertStringStartsWith('https://lender.example/pay/', $first['redirect']);
        self::assertSame($first, $this->gateway->process_payment($order));
        self::assertSame('pending', \Wp::$orders[$order]->status);
        $this->buy($order);
        $this->bridge->connector()->sync("W$order");
        self::assertSame('processing', \Wp::$orders[$order]->status);
        self::assertStringContainsString('order-received', $this->gateway->process_payment($order)['redirect']);
        self::assertCount(1, $this->lender->purchases);
    }

    public function testTheLinkHasTheLinesTheFieldsOfBrazilAndTheWayBack(): void
    {
        $order = $this->place();
        \Wp::$orders[$order]->items['9'] = new \WC_Item('fee', 'Desconto Pix', 0, '-10.00');
        \Wp::$orders[$order]->total = '2309.95';
        $this->gateway->process_payment($order);
        $body = $this->lender->asked[0];
        self::assertSame("W$order", $body['orderId']);
        self::assertSame([1989.90, 80.05, 80.05, 80.05], array_column($body['products'], 'value'));
        self::assertSame(['p71', 'p80#1', 'p80#2', 'p80#3'], array_column($body['products'], 'id'));
        self::assertSame(79.9, $body['shipping']);
        self::assertSame('00000100064', $body['customer']['cpf']);
        self::assertSame('apto 12, Bela Vista', $body['customer']['addressComplement']);
        self::assertSame('1578', $body['customer']['addressNumber']);
        self::assertStringContainsString('order-received', $body['returnUrl']);
        \Wp::$orders[$order]->meta['_billing_persontype'] = '2';
        self::assertArrayNotHasKey('cpf', $this->bridge->shop->findOrder("W$order")->customer);
    }

    public function testWhatTheLenderRefusesOrDoesNotAnswerIsANoticeAndTheOrderStaysAsItIs(): void
    {
        $order = $this->place();
        \Wp::$orders[$order]->total = '5000.00';
        self::assertSame(['result' => 'failure'], $this->gateway->process_payment($order));
        self::assertStringContainsString('outra forma', \Wp::$notices[0][1]);
        self::assertStringContainsString('Crediário recusado', \Wp::$orders[$order]->notes[0]);
        $other = $this->place();
        $this->mishaps->silences = 1000;
        self::assertSame(['result' => 'failure'], $this->gateway->process_payment($other));
        self::assertSame('pending', \Wp::$orders[$other]->status);
    }

    public function testAnotherWayToPayInTheSecondTabClosesThePageFirstAndIsRefusedOnceItIsBought(): void
    {
        $order = $this->place();
        $this->gateway->process_payment($order);
        $link = $this->linkOf($order);
        $this->guard->beforeAttempt(\wc_get_order($order), 'pix');
        self::assertSame('DELETED', $this->lender->links[$link]['status']);
        $this->gateway->process_payment($order);
        $this->buy($order);
        try {
            $this->guard->beforeAttempt(\wc_get_order($order), 'pix');
            self::fail('it was let through');
        } catch (\Exception $error) {
            self::assertStringContainsString('já foi pago', $error->getMessage());
        }
        self::assertSame('processing', \Wp::$orders[$order]->status);
        $silent = $this->place();
        $this->gateway->process_payment($silent);
        $this->mishaps->silences = 1000;
        $this->expectExceptionMessage('Tente outra vez');
        $this->guard->beforeAttempt(\wc_get_order($silent), 'pix');
    }

    public function testTheTimerOfWooCommerceDoesNotCancelAnOrderThatWaitsAndStockIsHeldAsLong(): void
    {
        $order = $this->place();
        self::assertTrue($this->guard->mayCancelUnpaid(true, \wc_get_order($order)));
        $this->gateway->process_payment($order);
        self::assertFalse($this->guard->mayCancelUnpaid(true, \wc_get_order($order)));
        self::assertSame(20_160, $this->guard->computeHoldMinutes(60, \wc_get_order($order)));
        $this->clock->now += 15 * 86_400;
        $this->bridge->comparison()->followWaiting();
        self::assertSame('cancelled', \Wp::$orders[$order]->status);
    }

    public function testACancellationInTheShopEndsThePageAndOurOwnDoesNotAskTwice(): void
    {
        $order = $this->place();
        $this->gateway->process_payment($order);
        $link = $this->linkOf($order);
        \wc_get_order($order)->update_status('cancelled', 'by the customer');
        self::assertSame('DELETED', $this->lender->links[$link]['status']);
        self::assertTrue($this->bridge->store->findEntry("W$order")->isSettled);
        $late = $this->place();
        $this->gateway->process_payment($late);
        $this->buy($late);
        \wc_get_order($late)->update_status('cancelled', 'by hand');
        self::assertSame([], $this->lender->listApproved("W$late"));
    }

    public function testARefundOfTheShopIsAskedOnceAndKeepsTheIdOfTheOtherSide(): void
    {
        $order = $this->placeBought();
        // The checkout took the order up again meanwhile: its rows have other ids.
        \Wp::$orders[$order]->items = ['17' => \Wp::$orders[$order]->items['7'], '18' => \Wp::$orders[$order]->items['8']];
        $items = [new \WC_Item('line_item', 'Filtro', -1, '-80.05', '0', '18')];
        $refund = wc_create_refund(['order_id' => $order, 'amount' => '80.05', 'items' => $items, 'refund_payment' => true, 'gateway' => $this->gateway]);
        self::assertInstanceOf(\WC_Order_Refund::class, $refund);
        self::assertSame('p2', $refund->meta[WooShop::REFUND]);
        $refused = wc_create_refund(['order_id' => $order, 'amount' => '10.00', 'refund_payment' => true, 'gateway' => $this->gateway]);
        self::assertStringContainsString('produtos inteiros', $refused->get_error_message());
        wc_create_refund(['order_id' => $order, 'amount' => '2239.90', 'refund_payment' => true, 'gateway' => $this->gateway]);
        $this->settle();
        self::assertSame('refunded', \Wp::$orders[$order]->status);
        self::assertCount(2, \Wp::$orders[$order]->refunds);
        self::assertSame([], $this->lender->listApproved("W$order"));
    }

    public function testARefundOfTheLenderIsWrittenDownOnceAlsoAfterACrash(): void
    {
        $order = $this->placeBought();
        $this->lender->end('p2', 'CANCELED');
        $this->bridge->connector()->sync("W$order");
        $this->clock->now += 600;
        // Written down, and the process ended before the connector noted it.
        $this->bridge->shop->recordRefund("W$order", 'p2', 231_995);
        $this->settle();
        self::assertCount(1, \Wp::$orders[$order]->refunds);
        self::assertSame('Crediário p2', \Wp::$orders[$order]->refunds[0]->reason);
    }

    public function testPaidByHandOrOtherwiseIsNeverPaidAgainByUs(): void
    {
        $order = $this->place();
        $this->gateway->process_payment($order);
        \Wp::$orders[$order]->status = 'processing';
        \Wp::$orders[$order]->paidAt = 'now';
        $this->buy($order);
        $this->bridge->connector()->sync("W$order");
        self::assertSame(0, \Wp::$orders[$order]->payments);
        self::assertSame('paid_twice', $this->bridge->store->findEntry("W$order")->attention);
    }

    public function testNoKeyReturnsToAPageAndTheBlockGetsWordsOnly(): void
    {
        $html = $this->gateway->generate_crediario_secret_html('api_key', ['title' => 'Chave', 'description' => '']);
        self::assertStringNotContainsString('sk_', $html);
        self::assertSame('', $this->gateway->validate_api_key_field('api_key', 'sk_new'));
        self::assertSame('sk_new', $this->bridge->settings->apiKey());
        self::assertSame('', $this->gateway->validate_api_key_field('api_key', ''));
        self::assertSame('sk_new', $this->bridge->settings->apiKey());
        $plugin = new Plugin('/plugins/crediario/crediario.php');
        $plugin->declareCompatibility();
        self::assertSame(['custom_order_tables', 'cart_checkout_blocks'], FeaturesUtil::$declared);
        $registry = new PaymentMethodRegistry();
        $block = new \Crediario\Woo\BlocksMethod($this->gateway, 'https://loja.example/block.js', '1');
        $registry->register($block);
        self::assertSame('crediario', $block->get_name());
        self::assertTrue($block->is_active());
        self::assertSame(['title', 'description', 'supports'], array_keys($block->get_payment_method_data()));
        self::assertSame(['crediario-block'], $block->get_payment_method_script_handles());
        \Wp::$currency = 'USD';
        self::assertFalse($block->is_active());
    }

    public function testEveryHookOfTheLifeOfAnOrderIsTaken(): void
    {
        $GLOBALS['wpdb'] = new \wpdb();
        (new Plugin('/plugins/crediario/crediario.php'))->registerShop();
        foreach ([
            'woocommerce_payment_gateways', 'woocommerce_blocks_payment_method_type_registration', 'woocommerce_api_crediario',
            'crediario_inbox', 'crediario_follow', 'crediario_compare', 'woocommerce_before_pay_action', 'woocommerce_resume_order',
            'woocommerce_rest_checkout_process_payment_with_context', 'woocommerce_order_status_cancelled', 'woocommerce_cancel_unpaid_order',
            'woocommerce_order_hold_stock_minutes', 'woocommerce_thankyou_crediario', 'admin_menu',
        ] as $hook) {
            self::assertArrayHasKey($hook, \Wp::$hooks);
        }
    }

    public function testThePageAfterwardsShowsWhatTheShopKnowsAndAWayOn(): void
    {
        $plugin = new Plugin('/plugins/crediario/crediario.php');
        $order = $this->place();
        $shown = static function (int $id) use ($plugin): string {
            ob_start();
            $plugin->showState($id);
            return (string) ob_get_clean();
        };
        self::assertStringContainsString('order-pay', $shown($order));
        self::assertStringContainsString('cancel_order', $shown($order));
        \Wp::$orders[$order]->status = 'cancelled';
        self::assertStringContainsString('cancelado', $shown($order));
        self::assertStringNotContainsString('order-pay', $shown($order));
        self::assertSame('', $shown(1));
    }

    public function testThePageForTheShopShowsWhatIsWrongAndMendsADifferenceOnlyForWhoMayAndMeantIt(): void
    {
        \Wp::$options['woocommerce_crediario_settings']['base_url'] = 'http://127.0.0.1:9';
        $page = new AdminPage($this->bridge, $this->gateway);
        $page->register();
        self::assertSame(['woocommerce', 'manage_woocommerce', 'crediario'], \Wp::$options['submenu']);
        $order = $this->place();
        $this->gateway->process_payment($order);
        $this->lender->closeLink($this->linkOf($order));
        $shown = static function (array $post) use ($page): string {
            $_POST = $post;
            ob_start();
            $page->show();
            return (string) ob_get_clean();
        };
        $first = $shown([]);
        self::assertStringContainsString('FALTA acesso: o crediário não responde neste endereço', $first);
        self::assertStringContainsString("value=\"W$order\"", $first);
        self::assertStringContainsString('falta:cancel', $first);
        self::assertStringNotContainsString('sk_', $first);
        self::assertStringContainsString('expired', $shown(['crediario_fix' => "W$order"]));
        self::assertSame('pending', \Wp::$orders[$order]->status);
        $asked = ['crediario_fix' => "W$order", '_wpnonce' => 'nonce-crediario_fix'];
        \Wp::$options['is-manager'] = false;
        $shown($asked);
        self::assertSame('pending', \Wp::$orders[$order]->status);
        \Wp::$options['is-manager'] = true;
        self::assertStringNotContainsString('falta:cancel', $shown($asked));
        self::assertSame('cancelled', \Wp::$orders[$order]->status);
        $_POST = [];
    }

    public function testTheCommandsSayTheSameAsThePage(): void
    {
        \Wp::$options['woocommerce_crediario_settings']['base_url'] = 'http://127.0.0.1:9';
        $order = $this->place();
        $this->gateway->process_payment($order);
        $this->lender->closeLink($this->linkOf($order));
        $commands = new Commands($this->bridge, $this->gateway);
        $commands->doctor();
        $commands->drift();
        $commands->drift([], ['fix' => "W$order"]);
        $commands->drift([], ['fix' => "W$order"]);
        $commands->log(["W$order"]);
        $lines = implode("\n", \WP_CLI::$lines);
        self::assertStringContainsString("W$order loja:waiting link:DELETED compra:- falta:cancel(ended)  --fix=W$order", $lines);
        self::assertStringContainsString("sync\nNada a corrigir.", $lines);
        self::assertStringContainsString('canceled: ended', $lines);
    }

    public function testAStatementThatTheDatabaseRefusesIsAnErrorAndNotARowThatExists(): void
    {
        $sql = new WpdbSql(new \wpdb());
        $this->expectException(\RuntimeException::class);
        $sql->execute('INSERT IGNORE INTO nowhere (a) VALUES (?)', [1]);
    }

    public function testInWhateverOrderTheShopAndTheConnectorMoveAnOrderItIsPaidOnceAndNeverCanceledAfterwards(): void
    {
        for ($seed = 1; $seed <= 200; $seed++) {
            mt_srand($seed);
            $order = $this->place();
            $key = "W$order";
            $shop = $this->bridge->shop;
            $wasPaid = false;
            for ($step = 0; $step < 25; $step++) {
                $stored = \Wp::$orders[$order];
                $before = $stored->status;
                $done = mt_rand(0, 7);
                match ($done) {
                    0 => $shop->pay($key, 'p1', 231_995),
                    1 => $shop->cancel($key, 'ended'),
                    2 => $wasPaid && $stored->get_total_refunded() == 0 ? $shop->recordRefund($key, 'p1', 8_005) : null,
                    3 => $before === 'pending' ? $stored->status = 'on-hold' : null,
                    4 => $before === 'on-hold' ? $stored->status = 'failed' : null,
                    5 => $before === 'processing' ? $stored->status = 'completed' : null,
                    6 => $shop->comment($key, 'a note'),
                    default => $wasPaid && $stored->get_total_refunded() > 0 ? $shop->recordRefund($key, 'p1', 8_005) : null,
                };
                $wasPaid = $wasPaid || $stored->payments > 0;
                self::assertLessThan(2, $stored->payments, "seed $seed");
                self::assertLessThan(2, count($stored->refunds), "seed $seed");
                self::assertFalse($done === 1 && $wasPaid && $stored->status === 'cancelled', "seed $seed");
            }
        }
    }

    private function place(): int
    {
        $order = new \WC_Order(\Wp::$nextId++);
        $order->items = [
            '7' => new \WC_Item('line_item', 'Geladeira', 1, '1999.90', product: 70, variation: 71),
            '8' => new \WC_Item('line_item', 'Filtro', 3, '220.15', '20.00', product: 80),
        ];
        $order->shipping = '79.90';
        $order->total = '2319.95';
        $order->meta = ['_billing_cpf' => '000.001.000-64', '_billing_number' => '1578', '_billing_neighborhood' => 'Bela Vista'];
        $order->fields = [
            'billing_first_name' => 'Maria', 'billing_last_name' => 'da Silva', 'billing_phone' => '(11) 98765-1234',
            'billing_email' => 'maria@example.com', 'billing_postcode' => '01310-100', 'billing_address_1' => 'Avenida Paulista',
            'billing_address_2' => 'apto 12', 'billing_city' => 'São Paulo', 'billing_state' => 'SP',
        ];
        \Wp::$orders[$order->id] = $order;
        return $order->id;
    }

    private function placeBought(): int
    {
        $order = $this->place();
        $this->gateway->process_payment($order);
        $this->buy($order);
        $this->bridge->connector()->sync("W$order");
        return $order;
    }

    private function buy(int $order): void
    {
        $this->lender->claim($this->linkOf($order));
        $this->lender->approve($this->linkOf($order));
    }

    private function linkOf(int $order): string
    {
        return (string) $this->bridge->store->findEntry("W$order")?->linkId;
    }

    private function settle(): void
    {
        for ($round = 0; $round < 3; $round++) {
            $this->clock->now += 90_000;
            $this->bridge->inbox()->pull();
            $this->bridge->inbox()->process();
            $this->bridge->comparison()->followAll();
        }
    }
}
