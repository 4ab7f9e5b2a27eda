<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** How the lender sees one order: its link, and the purchase that counts. */
final class View
{
    public function __construct(
        public readonly string $link,
        public readonly int $amountCentavos,
        public readonly bool $isLocked = false,
        public readonly ?string $purchaseId = null,
        public readonly ?string $purchase = null,
    ) {
    }

    public function orderState(): string
    {
        $state = States::orderState($this->link, $this->purchase);
        // Five different people were refused on it: nobody can buy with it any more.
        return $this->isLocked && $state === States::WAITING && $this->purchase === null ? States::ENDED : $state;
    }

    public function isEnded(): bool
    {
        return in_array($this->link, ['EXPIRED', 'DELETED'], true);
    }

    public function isApproved(): bool
    {
        return $this->orderState() === States::APPROVED;
    }
}
