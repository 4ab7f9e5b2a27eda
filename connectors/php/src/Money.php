<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** Platforms keep money as text or as binary fractions with two to six decimals; here it is whole centavos. */
final class Money
{
    /** Rounds half away from zero, as both platforms do. */
    public static function toCentavos(string|int|float|null $amount): int
    {
        $text = is_float($amount) ? sprintf('%.6F', $amount) : trim((string) $amount);
        if (preg_match('/^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/D', $text, $parts) !== 1) {
            throw new \InvalidArgumentException('not an amount of money');
        }
        $decimals = str_pad($parts[3] ?? '', 3, '0');
        $centavos = (int) $parts[2] * 100 + (int) substr($decimals, 0, 2) + ((int) $decimals[2] >= 5 ? 1 : 0);
        return $parts[1] === '-' ? -$centavos : $centavos;
    }

    /** As the interface takes it. Below 2^53 centavos the division is exact to the centavo when it is printed. */
    public static function toReais(int $centavos): float
    {
        return $centavos / 100;
    }

    public static function format(int $centavos): string
    {
        return 'R$ ' . number_format($centavos / 100, 2, ',', '.');
    }

    /**
     * Parts that add up to the whole, none more than one centavo larger than another.
     *
     * @return list<int>
     */
    public static function split(int $centavos, int $parts): array
    {
        $small = intdiv($centavos, $parts);
        $larger = $centavos - $small * $parts;
        return array_map(static fn (int $at): int => $small + ($at < $larger ? 1 : 0), range(0, $parts - 1));
    }
}
