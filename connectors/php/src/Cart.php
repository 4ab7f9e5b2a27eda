<?php

declare(strict_types=1);

namespace Crediario\Connector;

/**
 * The products of a payment link for an order. Each unit is a product of its own, so that any of them can be given back; lines are
 * labels, the order's total rules: centavos by which rounded lines miss it become the line "Ajuste", more is refused.
 */
final class Cart
{
    private const MOST_PRODUCTS = 200;
    private const MOST_NAME = 500;
    public const ADJUSTMENT = 'ajuste';

    /**
     * @return array{products: list<array<string, mixed>>, shipping: float}
     * @throws Refused when the lines miss the total by more than what rounding explains
     */
    public static function compose(Order $order): array
    {
        $lines = array_values(array_filter($order->lines, static fn (OrderLine $line): bool => $line->centavos > 0));
        $shipping = $order->shippingCentavos;
        $sum = $shipping + array_sum(array_map(static fn (OrderLine $line): int => $line->centavos, $lines));
        $difference = $order->totalCentavos - $sum;
        // Each line, and the delivery, may have been rounded once.
        if ($lines === [] || abs($difference) > count($lines) + 1) {
            throw new Refused('total_mismatch', sprintf(
                'O total do pedido (%s) não é a soma dos produtos e do frete (%s).',
                Money::format($order->totalCentavos),
                Money::format($sum),
            ));
        }
        if ($difference < 0) {
            // A line below zero does not exist: the largest amount becomes smaller by it.
            [$lines, $shipping] = self::lower($lines, $shipping, -$difference);
        }
        $products = self::listProducts($lines, $difference > 0 ? 1 : 0);
        if ($difference > 0) {
            $products[] = ['id' => self::ADJUSTMENT, 'name' => 'Ajuste', 'amount' => 1, 'value' => Money::toReais($difference)];
        }
        return ['products' => $products, 'shipping' => Money::toReais($shipping)];
    }

    /**
     * The products that make up what the shop gives back, or null when it is not made of whole products.
     *
     * @param list<array{id: string, centavos: int}> $products of the purchase as it is now
     * @param array<string, int> $units how many of which line; empty when the shop named an amount only
     * @return list<string>|null
     */
    public static function choose(array $products, array $units, int $centavos): ?array
    {
        $chosen = [];
        $sum = 0;
        foreach ($units as $lineId => $quantity) {
            // The cheaper ones of a line last: what a shop gives back for one unit is its price rounded up or down.
            $ofLine = array_filter($products, static fn (array $each): bool => self::lineOf($each['id']) === (string) $lineId);
            foreach (array_slice(array_reverse(array_values($ofLine)), 0, $quantity) as $each) {
                $chosen[] = $each['id'];
                $sum += $each['centavos'];
            }
            if (count($ofLine) < $quantity) {
                return null;
            }
        }
        // A centavo for each unit is how a price was split into units.
        return $chosen !== [] && abs($sum - $centavos) <= count($chosen) ? $chosen : null;
    }

    private static function lineOf(string $productId): string
    {
        return preg_replace('/#\d+$/D', '', $productId) ?? $productId;
    }

    /**
     * @param list<OrderLine> $lines
     * @return list<array<string, mixed>>
     */
    private static function listProducts(array $lines, int $reserved): array
    {
        $units = array_sum(array_map(static fn (OrderLine $line): int => $line->quantity, $lines));
        $isSplit = $units + $reserved <= self::MOST_PRODUCTS;
        if (!$isSplit && count($lines) + $reserved > self::MOST_PRODUCTS) {
            throw new Refused('too_many_lines', 'O pedido tem linhas demais para o crediário.');
        }
        $products = [];
        foreach ($lines as $line) {
            $most = self::countUnits($line, $isSplit);
            foreach (Money::split($line->centavos, $most) as $at => $centavos) {
                $products[] = [
                    'id' => $most === 1 ? $line->id : $line->id . '#' . ($at + 1),
                    'name' => self::describe($line, $most),
                    'amount' => 1,
                    'value' => Money::toReais($centavos),
                ] + self::pictures($line);
            }
        }
        return $products;
    }

    /** A unit cheaper than a centavo is not sold alone, nor is each of a thousand screws. */
    private static function countUnits(OrderLine $line, bool $isSplit): int
    {
        return $isSplit && $line->quantity >= 1 && $line->centavos >= $line->quantity ? $line->quantity : 1;
    }

    private static function describe(OrderLine $line, int $parts): string
    {
        $name = trim(preg_replace('/[\p{C}\s]+/u', ' ', $line->name) ?? '');
        $name = $name === '' ? $line->id : $name;
        return mb_substr($line->quantity > 1 && $parts === 1 ? "{$line->quantity} × $name" : $name, 0, self::MOST_NAME);
    }

    /** @return array<string, string> */
    private static function pictures(OrderLine $line): array
    {
        $isUsable = static fn (string $url): bool => preg_match('#^https://[^\s\p{C}]{1,1900}$#uD', $url) === 1;
        return array_filter(['url' => $line->url, 'image' => $line->image], $isUsable);
    }

    /**
     * @param list<OrderLine> $lines
     * @return array{list<OrderLine>, int}
     */
    private static function lower(array $lines, int $shipping, int $centavos): array
    {
        if ($shipping >= $centavos) {
            return [$lines, $shipping - $centavos];
        }
        $amounts = array_map(static fn (OrderLine $line): int => $line->centavos, $lines);
        $at = (int) array_search(max($amounts), $amounts, true);
        $largest = $lines[$at];
        if ($largest->centavos <= $centavos) {
            throw new Refused('total_mismatch', 'O total do pedido é menor que o arredondamento das linhas.');
        }
        $lines[$at] = new OrderLine(
            $largest->id,
            $largest->name,
            $largest->quantity,
            $largest->centavos - $centavos,
            $largest->url,
            $largest->image,
        );
        return [$lines, $shipping];
    }
}
