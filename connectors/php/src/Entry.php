<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What the connector remembers of one order. */
final class Entry
{
    public function __construct(
        public readonly string $orderKey,
        public int $attempt,
        public ?string $linkId,
        /** What the link asks for. */
        public int $amount,
        /** What is still bought, after what was given back. */
        public int $remaining,
        /** The purchase that the order was paid by; after products went back, the one of what is left. */
        public ?string $purchaseId,
        public ?int $endedSeenAt,
        /** Why a person should look; null when nothing is wrong. */
        public ?string $attention,
        /** Both sides have ended: nothing is expected any more. */
        public bool $isSettled,
        public readonly int $createdAt,
        public int $checkedAt,
        public int $expiresAt,
    ) {
    }
}
