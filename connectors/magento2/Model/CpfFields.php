<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Magento\Framework\Data\OptionSourceInterface;

class CpfFields implements OptionSourceInterface
{
    /** @return list<array{value: string, label: string}> */
    public function toOptionArray(): array
    {
        return [
            ['value' => 'vat_id', 'label' => 'VAT do endereço de cobrança (vat_id)'],
            ['value' => 'taxvat', 'label' => 'Tax/VAT do cliente (taxvat)'],
        ];
    }
}
