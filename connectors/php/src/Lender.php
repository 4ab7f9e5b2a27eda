<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The calls that connectors make, so that tests can play the service. */
interface Lender
{
    /** @param array<string, mixed> $body @return array<string, mixed> a payment link */
    public function createLink(array $body, string $idempotencyKey): array;

    public function read(string $linkId, string $orderKey): View;

    /** The page where the customer buys. Never stored: who has it can buy. */
    public function readUrl(string $linkId): string;

    /** True when the link can no longer be used and no purchase lives on it; false when its purchase is complete. */
    public function closeLink(string $linkId): bool;

    /** Cancels the whole purchase; repeating it is the same cancellation. */
    public function cancelPurchase(string $purchaseId): void;

    /** @param list<string> $productIds @return string the purchase of what is left; repeating it finds the same */
    public function removeProducts(string $purchaseId, array $productIds): string;

    /** @return list<array{id: string, centavos: int}> the products of a purchase, one unit each */
    public function listProducts(string $purchaseId): array;

    /** @return array{data: list<array<string, mixed>>, next: string|null} */
    public function listEvents(?string $after): array;
}
