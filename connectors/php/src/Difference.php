<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** One order in the report of differences. */
final class Difference
{
    public function __construct(
        public readonly string $orderKey,
        public readonly ?string $shop,
        public readonly ?string $link,
        public readonly ?string $purchase,
        public readonly ?Decision $decision,
    ) {
    }

    public function isDifferent(): bool
    {
        return $this->decision !== null
            && !in_array($this->decision->step, [Step::None, Step::Settle], true);
    }

    /** What a person may choose; the first one does what a timer would do as well. */
    public function fix(): ?string
    {
        return match ($this->decision?->step) {
            null, Step::None, Step::Settle => null,
            // What is missing in the shop is written down there by a person.
            Step::Attention => $this->decision->reason === 'refund_missing_in_shop' ? null : 'cancel-purchase',
            default => 'sync',
        };
    }

    public function describe(): string
    {
        $step = $this->decision === null ? '-' : $this->decision->step->value;
        return implode(' ', [
            $this->orderKey,
            'loja:' . ($this->shop ?? 'sem pedido'),
            'link:' . ($this->link ?? '-'),
            'compra:' . ($this->purchase ?? '-'),
            'falta:' . ($this->decision?->reason !== '' && $this->decision !== null ? "$step({$this->decision->reason})" : $step),
        ]);
    }
}
