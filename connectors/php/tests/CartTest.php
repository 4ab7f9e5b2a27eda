<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Cart;
use Crediario\Connector\Money;
use Crediario\Connector\Order;
use Crediario\Connector\OrderLine;
use Crediario\Connector\Refused;
use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testTheProductsAndTheDeliveryAlwaysAddUpToTheTotalWhateverWasRounded(): void
    {
        mt_srand(7);
        for ($case = 0; $case < 2_000; $case++) {
            $lines = [];
            for ($at = mt_rand(1, 6); $at > 0; $at--) {
                $lines[] = new OrderLine("l$at", "Produto $at", mt_rand(1, 5), mt_rand(10, 300_000));
            }
            $shipping = mt_rand(0, 1) * mt_rand(0, 9_999);
            $total = $shipping + array_sum(array_map(static fn ($line) => $line->centavos, $lines));
            $total += mt_rand(-count($lines) - 1, count($lines) + 1);
            if ($total < 1) {
                continue;
            }
            $link = Cart::compose(new Order('1', Order::WAITING, $total, 0, $lines, $shipping));
            $sum = Money::toCentavos($link['shipping']);
            foreach ($link['products'] as $product) {
                self::assertGreaterThan(0, $product['value']);
                $sum += Money::toCentavos($product['value']) * $product['amount'];
            }
            self::assertSame($total, $sum);
            self::assertSame(count($link['products']), count(array_unique(array_column($link['products'], 'id'))));
        }
    }

    public function testACentavoTooManyIsALineAndACentavoTooFewComesOffTheDelivery(): void
    {
        $lines = [new OrderLine('7', 'Geladeira', 1, 100_00)];
        $more = Cart::compose(new Order('1', Order::WAITING, 110_01, 0, $lines, 10_00));
        self::assertSame(['id' => 'ajuste', 'name' => 'Ajuste', 'amount' => 1, 'value' => 0.01], $more['products'][1]);
        $less = Cart::compose(new Order('1', Order::WAITING, 109_99, 0, $lines, 10_00));
        self::assertSame(9.99, $less['shipping']);
        $free = Cart::compose(new Order('1', Order::WAITING, 99_99, 0, $lines));
        self::assertSame(99.99, $free['products'][0]['value']);
    }

    public function testMoreThanRoundingIsRefusedWithBothSums(): void
    {
        $this->expectException(Refused::class);
        $this->expectExceptionMessage('R$ 110,03');
        Cart::compose(new Order('1', Order::WAITING, 110_03, 0, [new OrderLine('7', 'Geladeira', 1, 100_00)], 10_00));
    }

    public function testAnOrderOfManyPiecesKeepsItsLinesWithoutSplittingThem(): void
    {
        $link = Cart::compose(new Order('1', Order::WAITING, 25_000, 0, [new OrderLine('7', 'Parafuso', 250, 25_000)]));
        self::assertSame([['id' => '7', 'name' => '250 × Parafuso', 'amount' => 1, 'value' => 250.0]], $link['products']);
    }

    public function testLinesThatCostNothingAreNoProductsAndStrangeNamesAndAddressesAreCleaned(): void
    {
        $lines = [new OrderLine('7', "Gela\ndeira\u{200B} <b>", 1, 100_00, 'javascript:alert(1)'), new OrderLine('8', 'Brinde', 1, 0)];
        $link = Cart::compose(new Order('1', Order::WAITING, 100_00, 0, $lines));
        self::assertSame([['id' => '7', 'name' => 'Gela deira <b>', 'amount' => 1, 'value' => 100.0]], $link['products']);
    }

    public function testARefundIsMadeOfWholeUnitsOrOfNothing(): void
    {
        $products = [['id' => '7', 'centavos' => 199_990], ['id' => '8#1', 'centavos' => 8_005], ['id' => '8#2', 'centavos' => 8_005]];
        self::assertSame(['8#2'], Cart::choose($products, ['8' => 1], 8_005));
        self::assertSame(['8#2', '8#1', '7'], Cart::choose($products, ['8' => 2, '7' => 1], 216_000));
        self::assertNull(Cart::choose($products, ['8' => 1], 5_000));
        self::assertNull(Cart::choose($products, ['8' => 3], 24_015));
        self::assertNull(Cart::choose($products, [], 8_005));
        self::assertNull(Cart::choose($products, ['9' => 1], 8_005));
    }
}
