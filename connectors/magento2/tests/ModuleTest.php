<?php

declare(strict_types=1);

namespace Crediario\PaymentTests;

use Crediario\Connector\Comparison;
use Crediario\Connector\Connector;
use Crediario\Connector\FileLocks;
use Crediario\Connector\Inbox;
use Crediario\Connector\Log;
use Crediario\Connector\PdoSql;
use Crediario\Connector\Schema;
use Crediario\Connector\States;
use Crediario\Connector\Store;
use Crediario\ConnectorTests\FakeLender;
use Crediario\ConnectorTests\Mishaps;
use Crediario\ConnectorTests\Rig;
use Crediario\ConnectorTests\TestClock;
use Crediario\Payment\Controller\Checkout\Back;
use Crediario\Payment\Controller\Checkout\Leave;
use Crediario\Payment\Controller\CustomerOrder;
use Crediario\Payment\Controller\Redirect\Start;
use Crediario\Payment\Controller\Webhook\Index;
use Crediario\Payment\Cron\Timers;
use Crediario\Payment\Gateway\InitializeCommand;
use Crediario\Payment\Gateway\RefundCommand;
use Crediario\Payment\Gateway\ReleaseCommand;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\CheckoutConfig;
use Crediario\Payment\Model\Config;
use Crediario\Payment\Model\MagentoShop;
use Crediario\Payment\Observer\ReleaseBeforeCancel;
use Magento\Checkout\Model\Session;
use Magento\Framework\App\RequestInterface;
use Magento\Framework\Controller\Result\RawFactory;
use Magento\Framework\Controller\Result\RedirectFactory;
use Magento\Framework\Exception\LocalizedException;
use Magento\Framework\View\Result\PageFactory;
use Magento\Sales\Model\Order;
use Magento\Sales\Model\OrderFactory;
use Magento\Sales\Model\Payment;
use Magento\Sales\Model\Row;
use PHPUnit\Framework\TestCase;

final class ModuleTest extends TestCase
{
    private OrderFactory $orders;
    private TestClock $clock;
    private Mishaps $mishaps;
    private FakeLender $lender;
    private Connector $connector;
    private Inbox $inbox;
    private Comparison $comparison;
    private Store $store;
    private MagentoShop $shop;
    private Bridge $bridge;
    private Session $session;
    private Config $config;
    /** @var array<string, string> */
    private array $params = [];
    /** @var list<string> */
    private array $messages = [];
    /** @var list<string> */
    private array $dispatched = [];
    private int $next = 1;

    protected function setUp(): void
    {
        $this->orders = new OrderFactory();
        $this->clock = new TestClock();
        $this->mishaps = new Mishaps();
        $this->lender = new FakeLender($this->clock, $this->mishaps);
        $settings = [
            'payment/crediario/street_line' => '1', 'payment/crediario/number_line' => '2', 'payment/crediario/complement_line' => '3',
            'payment/crediario/cpf_field' => 'vat_id', 'payment/crediario/order_prefix' => 'M', 'payment/crediario/title' => 'Crediário',
        ];
        $scope = $this->createStub(\Magento\Framework\App\Config\ScopeConfigInterface::class);
        $scope->method('getValue')->willReturnCallback(static fn (string $path) => $settings[$path] ?? '');
        $encryptor = $this->createStub(\Magento\Framework\Encryption\EncryptorInterface::class);
        $encryptor->method('hash')->willReturnCallback(static fn (string $text): string => hash('sha256', "key $text"));
        $this->config = new Config($scope, $encryptor);
        $this->shop = $this->makeShop();
        $sql = new PdoSql(new \PDO('sqlite::memory:'));
        foreach (Schema::statements($sql) as $statement) {
            $sql->execute($statement);
        }
        $this->store = new Store($sql);
        $log = new Log($this->store, $this->clock);
        $locks = new FileLocks(sys_get_temp_dir(), 0.05);
        $this->connector = new Connector($this->shop, $this->lender, $this->store, $locks, $log, $this->clock);
        $this->inbox = new Inbox($this->connector, $this->shop, $this->lender, $this->store, $locks, $log, $this->clock, [Rig::secret()]);
        $this->comparison = new Comparison($this->connector, $this->store, $log, $this->clock);
        $this->bridge = $this->createStub(Bridge::class);
        $this->bridge->method('connector')->willReturnCallback(fn (): Connector => $this->connector);
        $this->bridge->method('inbox')->willReturnCallback(fn (): Inbox => $this->inbox);
        $this->bridge->method('comparison')->willReturnCallback(fn (): Comparison => $this->comparison);
        $this->session = new Session();
    }

    public function testThePlacedOrderWaitsInAStatusThatNoTimerOfMagentoCancelsAndSendsNoMail(): void
    {
        $order = $this->place();
        $state = new Row();
        (new InitializeCommand())->execute(['payment' => $this->subject($order), 'stateObject' => $state]);
        self::assertSame('pending_payment/crediario_pending', "{$state->getData('state')}/{$state->getData('status')}");
        self::assertSame(States::platform('magento2')['waiting'], "{$state->getData('state')}/{$state->getData('status')}");
        self::assertNotSame('pending_payment', $state->getData('status'));
        self::assertFalse($state->getData('is_notified'));
        self::assertFalse($order->getCanSendNewEmailFlag());
    }

    public function testTheLinkHasThePaidLinesTheCpfOfTheChosenFieldAndTheChosenLinesOfTheAddress(): void
    {
        $order = $this->place();
        $this->session->order = $order;
        self::assertStringStartsWith('https://lender.example/pay/', (string) $this->start()->url);
        $body = $this->lender->asked[0];
        self::assertSame('M100000001', $body['orderId']);
        self::assertSame(['11', '12#1', '12#2', '12#3'], array_column($body['products'], 'id'));
        self::assertSame([1989.9, 80.05, 80.05, 80.05], array_column($body['products'], 'value'));
        self::assertSame(79.9, $body['shipping']);
        self::assertSame('00000100064', $body['customer']['cpf']);
        self::assertSame(['Avenida Paulista', '1578', 'apto 12'], [
            $body['customer']['addressStreet'], $body['customer']['addressNumber'], $body['customer']['addressComplement'],
        ]);
        self::assertStringContainsString('sign=', $body['returnUrl']);
    }

    public function testTheEventPaysOnceWithOneInvoiceAndOneMailBeforeOrAfterTheReturn(): void
    {
        $order = $this->placeStarted();
        $this->buy($order);
        $this->deliverAll();
        $this->deliverAll();
        $this->connector->sync('M' . $order->getIncrementId());
        self::assertSame([1, 1, 'processing'], [$order->invoices, $order->mails, $order->getState()]);
        self::assertSame('checkout/onepage/success', $this->back()->path);
        // Again from the placed order: nothing to buy is left.
        self::assertStringContainsString('crediario/checkout/back', (string) $this->start()->url);
        self::assertCount(1, $this->lender->purchases);
    }

    public function testTheReturnOnlyReadsAndRestoresTheCartOnlyForAnOrderThatHasEnded(): void
    {
        $order = $this->placeStarted();
        $this->buy($order);
        $this->back();
        self::assertSame('pending_payment', $order->getState());
        self::assertSame(0, $this->session->restored);
        $other = $this->placeStarted();
        $this->lender->closeLink($this->linkOf($other));
        $this->back();
        self::assertSame(0, $this->session->restored, 'the shop has not heard of it');
        $this->deliverAll();
        self::assertSame('canceled', $other->getState());
        $this->back();
        $this->back();
        self::assertSame(1, $this->session->restored, 'once, and not over a cart that is in use');
        self::assertContains('order_cancel_after', $this->dispatched);
    }

    public function testAStrangerSeesNoOrderByItsNumberAlone(): void
    {
        $order = $this->placeStarted();
        $this->session->order = null;
        $key = 'M' . $order->getIncrementId();
        $this->params = ['order' => $key, 'sign' => 'guessed'];
        self::assertSame('checkout/cart', $this->back()->path);
        $this->params = ['order' => $key, 'sign' => $this->config->signOrder($key)];
        self::assertNull($this->back()->path);
        self::assertSame('checkout/cart', $this->leave()->path, 'giving up is for the browser that placed it');
    }

    public function testWhoPrefersAnotherWayGetsTheCartBackAndWhoHasBoughtDoesNot(): void
    {
        $order = $this->placeStarted();
        self::assertSame('checkout', $this->leave()->path);
        self::assertSame(['canceled', 1], [$order->getState(), $this->session->restored]);
        $this->session->items = 0;
        $bought = $this->placeStarted();
        $this->buy($bought);
        self::assertNull($this->leave()->path);
        self::assertSame(['processing', 1], [$bought->getState(), $this->session->restored]);
    }

    public function testWhatTheLenderRefusesCancelsTheOrderAndKeepsTheCartAndSilenceKeepsTheOrder(): void
    {
        $order = $this->place();
        $order->setData('base_grand_total', '9999.0000');
        $this->session->order = $order;
        self::assertSame('checkout', $this->start()->path);
        self::assertSame('canceled', $order->getState());
        self::assertStringContainsString('não é a soma', $this->messages[0]);
        $this->session->items = 0;
        $silent = $this->place();
        $this->session->order = $silent;
        $this->mishaps->silences = 1000;
        self::assertStringContainsString('checkout/back', (string) $this->start()->url);
        self::assertSame('pending_payment', $silent->getState());
    }

    public function testACancellationInMagentoClosesThePageFirstAndIsRefusedOnceItIsBought(): void
    {
        foreach (['event', 'command'] as $way) {
            $order = $this->placeStarted();
            $link = $this->linkOf($order);
            $this->askToCancel($order, $way);
            self::assertSame('DELETED', $this->lender->links[$link]['status']);
            // Magento cancels now; what follows meets an order that is none of ours any more.
            $this->askToCancel($order, $way);
            $bought = $this->placeStarted();
            $this->buy($bought);
            try {
                $this->askToCancel($bought, $way);
                self::fail('what is bought was canceled');
            } catch (LocalizedException $error) {
                self::assertStringContainsString('já foi pago', $error->getMessage());
            }
        }
        $other = $this->place();
        $other->getPayment()->setData('method', 'checkmo');
        $this->mishaps->silences = 1000;
        $this->askToCancel($other, 'event');
        self::assertSame('pending_payment', $other->getState());
    }

    public function testACreditMemoIsAskedForOnceAndItsIdIsTheOneOfTheOtherSide(): void
    {
        $order = $this->placeStarted();
        $this->buy($order);
        $this->deliverAll();
        [$purchase] = $this->lender->listApproved('M' . $order->getIncrementId());
        $memo = $this->refund($order, '80.0500', [$this->memoItem('12', 1)]);
        self::assertSame("$purchase-refund", $memo->getTransactionId());
        self::assertSame('', $this->shop->recordRefund('M' . $order->getIncrementId(), $purchase, 8_005), 'it is known');
        try {
            $this->refund($order, '10.0000', []);
            self::fail('half a product went back');
        } catch (LocalizedException $error) {
            self::assertStringContainsString('produtos inteiros', $error->getMessage());
        }
        $this->refund($order, '2229.9000', []);
        $order->setData('state', 'closed');
        $this->settle();
        self::assertCount(2, $order->memos);
        self::assertSame([], $this->lender->listApproved('M' . $order->getIncrementId()));
    }

    public function testARefundOfTheLenderBecomesOneOfflineCreditMemo(): void
    {
        $order = $this->placeStarted();
        $this->buy($order);
        $this->deliverAll();
        [$purchase] = $this->lender->listApproved('M' . $order->getIncrementId());
        $this->lender->end($purchase, 'CANCELED');
        $this->settle();
        self::assertCount(1, $order->memos);
        self::assertSame($purchase, $order->memos[0]->getTransactionId());
        self::assertSame('CM1', $this->shop->recordRefund('M' . $order->getIncrementId(), $purchase, 231_995));
        self::assertCount(1, $order->memos);
    }

    public function testTheEventIsVerifiedOnItsBytesStoredAndAnsweredAndNeedsNoFormKey(): void
    {
        $body = '{"eventId":"e1","type":"test.ping"}';
        $answers = [];
        foreach ([$body, "$body "] as $sent) {
            $headers = [];
            foreach (Rig::sign('e1', $this->clock->now, $body, Rig::secret()) as $name => $value) {
                $headers[strtolower(str_replace('_', '-', substr($name, 5)))] = $value;
            }
            $request = new class ($headers, $sent) implements RequestInterface {
                /** @param array<string, string> $headers */
                public function __construct(private array $headers, private string $content)
                {
                }

                public function getParam($key, $defaultValue = null)
                {
                    return $defaultValue;
                }

                public function getHeader(string $name): string|false
                {
                    return $this->headers[$name] ?? false;
                }

                public function getContent(): string
                {
                    return $this->content;
                }
            };
            $controller = new Index($request, $this->bridge, new RawFactory());
            self::assertTrue($controller->validateForCsrf($request));
            self::assertNull($controller->createCsrfValidationException($request));
            $answers[] = $controller->execute()->status;
        }
        self::assertSame([202, 401], $answers);
    }

    public function testTheTimersEndWhatWaitsTooLongAndSilenceStopsNone(): void
    {
        $order = $this->placeStarted();
        $timers = new Timers($this->bridge);
        $this->mishaps->silences = 1000;
        $timers->follow();
        $timers->processInbox();
        $timers->compare();
        self::assertSame('pending_payment', $order->getState());
        $this->mishaps->silences = 0;
        $this->clock->now += 14 * 86_400 + 1;
        $timers->follow();
        self::assertSame('canceled', $order->getState());
    }

    public function testThePageOfTheCheckoutGetsAnAddressAndATitleOnly(): void
    {
        $provider = new CheckoutConfig($this->url(), $this->config);
        self::assertSame(['redirectUrl', 'title'], array_keys($provider->getConfig()['payment']['crediario']));
    }

    public function testInWhateverOrderMagentoAndTheModuleMoveAnOrderItIsInvoicedOnceMailedOnceAndNeverCanceledAfterwards(): void
    {
        for ($seed = 1; $seed <= 300; $seed++) {
            mt_srand($seed);
            $order = $this->place();
            $key = 'M' . $order->getIncrementId();
            for ($step = 0; $step < 25; $step++) {
                $state = $order->getState();
                match (mt_rand(0, 8)) {
                    0, 1 => $this->shop->pay($key, 'p1', 231_995),
                    2 => $this->shop->cancel($key, 'ended'),
                    3 => $state === 'pending_payment' ? $order->setData('state', 'holded') : null,
                    4 => $state === 'holded' ? $order->unhold() : null,
                    5 => $state === 'processing' ? $order->setData('state', 'complete') : null,
                    6 => $order->invoices > 0 && (float) $order->getBaseTotalRefunded() < 80 ? $this->shop->recordRefund($key, 'p1', 8_005) : null,
                    7 => $state === 'pending_payment' ? $order->setData('state', 'payment_review') : null,
                    default => $this->shop->comment($key, 'a note'),
                };
                self::assertLessThan(2, $order->invoices, "seed $seed");
                self::assertLessThan(2, $order->mails, "seed $seed");
                self::assertLessThan(2, count($order->memos), "seed $seed");
                self::assertFalse($order->invoices > 0 && $order->getState() === 'canceled', "seed $seed");
            }
        }
    }

    public function testTheTablesInXmlAreThoseOfTheSharedCode(): void
    {
        $xml = simplexml_load_file(__DIR__ . '/../etc/db_schema.xml');
        $found = [];
        foreach ($xml->table as $table) {
            foreach ($table->column as $column) {
                $length = (string) $column['length'];
                $type = (string) $column->attributes('xsi', true)['type'] . ($length === '' ? '' : "($length)");
                $found[(string) $table['name']][(string) $column['name']] = [$type, (string) $column['nullable'] === 'true'];
            }
            self::assertSame(array_key_first(Schema::TABLES[(string) $table['name']]), (string) $table->constraint->column['name']);
        }
        self::assertSame(Schema::TABLES, $found);
    }

    public function testThePageAfterTheWayBackShowsTheOrderAsTextAndAlwaysAWayOn(): void
    {
        $order = $this->placeStarted();
        $shown = function (): string {
            $block = new \Crediario\Payment\Block\Back(
                new \Magento\Framework\View\Element\Template\Context(),
                $this->customerOrder(),
                $this->config,
                $this->shop,
            );
            $escaper = new class () {
                public function escapeHtml(string $text): string
                {
                    return htmlspecialchars($text, ENT_QUOTES);
                }

                public function escapeUrl(string $text): string
                {
                    return htmlspecialchars($text, ENT_QUOTES);
                }
            };
            ob_start();
            require __DIR__ . '/../view/frontend/templates/back.phtml';
            return (string) ob_get_clean();
        };
        $waiting = $shown();
        foreach ([$order->getIncrementId(), 'crediario/redirect/start', 'crediario/checkout/leave', 'form_key', 'http-equiv="refresh"'] as $part) {
            self::assertStringContainsString($part, $waiting);
        }
        $order->setData('increment_id', '<script>1</script>');
        self::assertStringNotContainsString('<script>', $shown());
        $order->setData('state', 'canceled');
        self::assertStringContainsString('carrinho', $shown());
        self::assertStringNotContainsString('redirect/start', $shown());
        $order->setData('state', 'closed');
        self::assertStringContainsString('devolvido', $shown());
    }

    public function testTheCommandsTellWhatIsWrongAndMendIt(): void
    {
        $order = $this->placeStarted();
        $key = 'M' . $order->getIncrementId();
        $this->lender->closeLink($this->linkOf($order));
        $state = new \Magento\Framework\App\State();
        $area = new \Crediario\Payment\Model\CommandArea($state);
        $store = $this->store;
        $this->bridge->method('store')->willReturnCallback(static fn (): Store => $store);
        $run = function (object $command, array $given = []): string {
            $in = $this->createStub(\Symfony\Component\Console\Input\InputInterface::class);
            $in->method('getOption')->willReturnCallback(static fn (string $name) => $given[$name] ?? null);
            $in->method('getArgument')->willReturnCallback(static fn (string $name) => $given[$name] ?? null);
            $out = $this->createStub(\Symfony\Component\Console\Output\OutputInterface::class);
            $lines = [];
            $out->method('writeln')->willReturnCallback(static function (string $line) use (&$lines): void {
                $lines[] = $line;
            });
            $command->run($in, $out);
            return implode("\n", $lines);
        };
        $drift = new \Crediario\Payment\Console\DriftCommand($this->bridge, $area);
        self::assertSame('crediario:drift', $drift->name);
        self::assertStringContainsString("--fix=$key (sync)", $run($drift));
        self::assertSame('crontab', $state->area);
        self::assertSame('sync', $run($drift, ['fix' => $key]));
        self::assertSame('canceled', $order->getState());
        self::assertSame('', $run($drift));
        self::assertStringContainsString('canceled: ended', $run(new \Crediario\Payment\Console\LogCommand($this->bridge, $area), ['order' => $key]));
        $settings = $this->makeSettings(['payment/crediario/active' => '1', 'payment/crediario/can_cancel' => '0'], 'pending_payment');
        $this->bridge->method('doctor')->willReturnCallback(fn () => new \Crediario\Connector\Doctor(
            new \Crediario\Client('http://127.0.0.1:9', 'sk_test', 2, 0),
            $this->store,
            $this->clock,
        ));
        $told = $run(new \Crediario\Payment\Console\DoctorCommand($this->bridge, $area, $settings));
        self::assertStringContainsString('ok    método ativo', $told);
        self::assertStringContainsString('ok    status do pedido', $told);
        self::assertMatchesRegularExpression('/FALTA comandos: .*can_cancel/', $told);
        self::assertStringContainsString('FALTA moeda', $told);
    }

    public function testTheWaitingStatusIsWrittenInItsStateAndNotAsTheDefaultOfIt(): void
    {
        $written = [];
        $connection = new class ($written) {
            /** @param array<string, array<string, mixed>> $written */
            public function __construct(public array &$written)
            {
            }

            public function insertOnDuplicate(string $table, array $row, array $fields): void
            {
                $this->written[$table] = $row;
            }
        };
        $setup = $this->createStub(\Magento\Framework\Setup\ModuleDataSetupInterface::class);
        $setup->method('getConnection')->willReturn($connection);
        $setup->method('getTable')->willReturnArgument(0);
        (new \Crediario\Payment\Setup\Patch\Data\AddWaitingStatus($setup))->apply();
        self::assertSame('crediario_pending', $written['sales_order_status']['status']);
        self::assertSame(['pending_payment', 0], [$written['sales_order_status_state']['state'], $written['sales_order_status_state']['is_default']]);
    }

    /** @param array<string, string> $values */
    private function makeSettings(array $values, string $state): \Crediario\Payment\Model\Settings
    {
        $scope = $this->createStub(\Magento\Framework\App\Config\ScopeConfigInterface::class);
        $scope->method('getValue')->willReturnCallback(static fn (string $path) => $values[$path] ?? '');
        $encryptor = $this->createStub(\Magento\Framework\Encryption\EncryptorInterface::class);
        $resource = new \Magento\Framework\App\ResourceConnection(new class ($state) {
            public function __construct(private string $state)
            {
            }

            public function query(string $text, array $values): object
            {
                $state = $this->state;
                return new class ($state) {
                    public function __construct(private string $state)
                    {
                    }

                    public function fetchAll(int $mode): array
                    {
                        return [['state' => $this->state]];
                    }
                };
            }
        });
        $stores = $this->createStub(\Magento\Store\Model\StoreManagerInterface::class);
        $stores->method('getDefaultStoreView')->willReturn(new class () {
            public function getBaseUrl(string $type, bool $isSecure): string
            {
                return 'https://loja.example/';
            }
        });
        return new \Crediario\Payment\Model\Settings(
            new Config($scope, $encryptor),
            $scope,
            $this->createStub(\Magento\Framework\App\Config\Storage\WriterInterface::class),
            $encryptor,
            $resource,
            $stores,
        );
    }

    private function makeShop(): MagentoShop
    {
        $repository = $this->createStub(\Magento\Sales\Api\OrderRepositoryInterface::class);
        $management = $this->createStub(\Magento\Sales\Api\CreditmemoManagementInterface::class);
        $management->method('refund')->willReturnCallback(static function (object $memo, bool $isOffline): object {
            $order = $memo->getData('order');
            self::assertTrue($isOffline);
            $order->memos[] = $memo;
            $order->setData('base_total_refunded', (float) $order->getBaseTotalRefunded() + (float) $memo->getBaseGrandTotal());
            if ((float) $order->getBaseTotalRefunded() >= (float) $order->getBaseTotalPaid()) {
                $order->setData('state', 'closed');
            }
            return $memo;
        });
        $events = $this->createStub(\Magento\Framework\Event\ManagerInterface::class);
        $events->method('dispatch')->willReturnCallback(function (string $name): void {
            $this->dispatched[] = $name;
        });
        return new MagentoShop(
            $this->orders,
            $repository,
            new \Magento\Sales\Model\Order\CreditmemoFactory(),
            $management,
            new \Magento\Sales\Model\Order\Email\Sender\OrderSender(),
            $events,
            $this->url(),
            $this->config,
        );
    }

    private function url(): \Magento\Framework\UrlInterface
    {
        $url = $this->createStub(\Magento\Framework\UrlInterface::class);
        $url->method('getUrl')->willReturnCallback(
            static fn (string $path, array $more = []): string => "https://loja.example/$path?" . http_build_query($more['_query'] ?? []),
        );
        return $url;
    }

    private function place(): Order
    {
        $number = (string) (100_000_000 + $this->next++);
        $address = new Row([
            'firstname' => 'Maria', 'lastname' => 'da Silva', 'vat_id' => '000.001.000-64', 'telephone' => '(11) 98765-1234',
            'postcode' => '01310-100', 'city' => 'São Paulo', 'region_code' => 'SP', 'street' => ['Avenida Paulista', '1578', 'apto 12', 'Bela Vista'],
        ]);
        return $this->orders->orders[$number] = new Order([
            'id' => $number, 'increment_id' => $number, 'state' => 'pending_payment', 'status' => 'crediario_pending',
            'base_grand_total' => '2309.9500', 'base_currency_code' => 'BRL', 'order_currency_code' => 'BRL',
            'base_shipping_amount' => '79.9000', 'payment' => new Payment(['method' => 'crediario']), 'billing_address' => $address,
            'customer_email' => 'maria@example.com', 'store_id' => 1,
            'all_visible_items' => [
                new Row(['id' => '11', 'name' => 'Geladeira', 'qty_ordered' => '1.0000', 'base_row_total' => '1999.9000', 'base_discount_amount' => '10.0000']),
                new Row(['id' => '12', 'name' => 'Filtro', 'qty_ordered' => '3.0000', 'base_row_total' => '220.1500', 'base_tax_amount' => '20.0000']),
            ],
            'all_items' => [new Row(['id' => '11']), new Row(['id' => '12'])],
        ]);
    }

    private function placeStarted(): Order
    {
        $order = $this->place();
        $this->session->order = $order;
        $this->start();
        return $order;
    }

    private function customerOrder(): CustomerOrder
    {
        $request = $this->createStub(RequestInterface::class);
        $request->method('getParam')->willReturnCallback(fn (string $name, mixed $usual = null) => $this->params[$name] ?? $usual);
        return new CustomerOrder($this->session, $request, $this->config, $this->shop);
    }

    private function messageManager(): \Magento\Framework\Message\ManagerInterface
    {
        $manager = $this->createStub(\Magento\Framework\Message\ManagerInterface::class);
        $manager->method('addErrorMessage')->willReturnCallback(function (string $text): void {
            $this->messages[] = $text;
        });
        return $manager;
    }

    private function start(): object
    {
        return (new Start($this->customerOrder(), $this->bridge, $this->shop, new RedirectFactory(), $this->messageManager()))->execute();
    }

    private function back(): object
    {
        return (new Back($this->customerOrder(), new RedirectFactory(), new PageFactory()))->execute();
    }

    private function leave(): object
    {
        return (new Leave($this->customerOrder(), $this->bridge, $this->shop, new RedirectFactory(), $this->messageManager()))->execute();
    }

    private function askToCancel(Order $order, string $way): void
    {
        if ($way === 'event') {
            (new ReleaseBeforeCancel($this->bridge, $this->shop))->execute(new \Magento\Framework\Event\Observer($order->getPayment()));
        } else {
            (new ReleaseCommand($this->bridge, $this->shop))->execute(['payment' => $this->subject($order)]);
        }
    }

    private function subject(Order $order): object
    {
        return new class ($order->getPayment()) {
            public function __construct(private Payment $payment)
            {
            }

            public function getPayment(): Payment
            {
                return $this->payment;
            }
        };
    }

    private function memoItem(string $id, int $quantity): Row
    {
        return new Row(['order_item' => new Row(), 'order_item_id' => $id, 'qty' => $quantity]);
    }

    /** As Magento does it: the command first, then the memo is written. @param list<Row> $items */
    private function refund(Order $order, string $amount, array $items): Row
    {
        $memo = new Row(['all_items' => $items, 'base_grand_total' => $amount]);
        $order->getPayment()->setData('creditmemo', $memo);
        (new RefundCommand($this->bridge, $this->shop))->execute(['payment' => $this->subject($order), 'amount' => $amount]);
        // The transaction of the refund gives the memo its id.
        $memo->setData('transaction_id', $order->getPayment()->getTransactionId());
        $order->memos[] = $memo;
        $order->setData('base_total_refunded', (float) $order->getBaseTotalRefunded() + (float) $amount);
        return $memo;
    }

    private function buy(Order $order): void
    {
        $this->lender->claim($this->linkOf($order));
        $this->lender->approve($this->linkOf($order));
    }

    private function linkOf(Order $order): string
    {
        return (string) $this->store->findEntry('M' . $order->getIncrementId())?->linkId;
    }

    private function deliverAll(): void
    {
        foreach ($this->lender->events as $event) {
            $body = json_encode($event, JSON_THROW_ON_ERROR);
            $this->inbox->receive(Rig::sign($event['eventId'], $this->clock->now, $body, Rig::secret()), $body);
        }
        $this->inbox->process();
    }

    private function settle(): void
    {
        for ($round = 0; $round < 3; $round++) {
            $this->clock->now += 90_000;
            $this->inbox->pull();
            $this->inbox->process();
            $this->comparison->followAll();
        }
    }
}
