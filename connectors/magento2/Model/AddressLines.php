<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Magento\Framework\Data\OptionSourceInterface;

class AddressLines implements OptionSourceInterface
{
    private const MOST_LINES = 4;

    /** @return list<array{value: int, label: string}> */
    public function toOptionArray(): array
    {
        $lines = array_map(static fn (int $line): array => ['value' => $line, 'label' => "Linha $line"], range(1, self::MOST_LINES));
        return [['value' => 0, 'label' => 'Não há'], ...$lines];
    }
}
