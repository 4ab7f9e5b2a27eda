<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Log;
use Crediario\Connector\Money;
use Crediario\Connector\PdoSql;
use Crediario\Connector\Person;
use Crediario\Connector\Schema;
use Crediario\Connector\States;
use PHPUnit\Framework\TestCase;

final class SmallRulesTest extends TestCase
{
    public function testMoneyIsReadAsPlatformsWriteItAndRoundedOnce(): void
    {
        $cases = ['2199.9000' => 219_990, '0.005' => 1, '0.0049' => 0, '-1.23' => -123, '10' => 1_000, '0' => 0];
        foreach ($cases as $text => $centavos) {
            self::assertSame($centavos, Money::toCentavos((string) $text));
        }
        self::assertSame(115, Money::toCentavos(1.15));
        self::assertSame(29, Money::toCentavos(0.29));
        self::assertSame([34, 33, 33], Money::split(100, 3));
        $this->expectException(\InvalidArgumentException::class);
        Money::toCentavos('1,50');
    }

    public function testEveryCentavoUpToAMillionReaisSurvivesTheWayToTheInterface(): void
    {
        for ($centavos = 1; $centavos < 100_000_000; $centavos += 9_973) {
            self::assertSame($centavos, Money::toCentavos(Money::toReais($centavos)));
        }
    }

    public function testWhatTheServiceWouldRefuseOfACustomerIsLeftOutAndTheRestIsKept(): void
    {
        self::assertSame(
            [
                'name' => 'Maria da Silva', 'cpf' => '00000100064', 'phone' => '11987651234', 'email' => 'maria@example.com',
                'zipCode' => '01310100', 'addressStreet' => 'Avenida Paulista', 'addressNumber' => '1578', 'city' => 'São Paulo', 'state' => 'SP',
            ],
            Person::compose([
                'name' => " Maria  da\tSilva ", 'cpf' => '000.001.000-64', 'phone' => '+55 (11) 98765-1234', 'email' => 'Maria@Example.com',
                'zipCode' => '01310-100', 'street' => 'Avenida Paulista', 'number' => '1578', 'complement' => '', 'city' => 'São Paulo',
                'state' => 'São Paulo',
            ]),
        );
        self::assertSame([], Person::compose([
            'cpf' => '111.111.111-11', 'phone' => '123', 'email' => 'maria', 'zipCode' => '123', 'state' => 'Somewhere', 'name' => null,
        ]));
    }

    public function testALineOfTheLogHoldsNoCpfKeySecretContactOrPageThatSells(): void
    {
        $text = 'CPF 000.001.000-64 e 00000100064, chave sk_homolog_demo_000, whsec_c2VjcmV0, maria@example.com, '
            . 'https://c.example/pay/AbC-123_x, pedido 100000007';
        self::assertSame(
            'CPF (CPF) e (CPF), chave (key), (secret), (e-mail), https://c.example/pay/(link), pedido 100000007',
            Log::scrub($text),
        );
    }

    public function testEveryPairOfALinkAndAPurchaseHasAStateAndUnknownOnesChangeNothing(): void
    {
        $states = ['waiting', 'approved', 'canceled', 'refunded', 'ended', 'unchanged'];
        foreach (States::table()['orderStates'] as $purchase => $row) {
            self::assertCount(6, $row, (string) $purchase);
            foreach ($row as $state) {
                self::assertContains($state, $states);
            }
        }
        self::assertSame('unchanged', States::orderState('SOMETHING', 'NEW'));
        foreach (States::table()['platforms'] as $platform) {
            self::assertSame(['waiting', 'approved', 'canceled', 'refunded'], array_keys($platform));
        }
    }

    public function testNoTableHasAPlaceForPersonalDataOrForWhatSells(): void
    {
        $columns = array_merge(...array_map(array_keys(...), array_values(Schema::TABLES)));
        self::assertSame([], preg_grep('/cpf|name$|phone|mail|address|url|token|secret|key$/', array_diff($columns, ['order_key', 'name'])));
        self::assertCount(count(Schema::TABLES), Schema::statements(new PdoSql(new \PDO('sqlite::memory:'))));
    }
}
