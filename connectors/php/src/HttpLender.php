<?php

declare(strict_types=1);

namespace Crediario\Connector;

use Crediario\ConnectionError;
use Crediario\CrediarioError;
use Crediario\Operations;

/** The published interface, by the client that every retailer's program may use. */
final class HttpLender implements Lender
{
    private const CONTACT_FIELD = 'customer';
    private const ADDRESS_FIELDS = ['returnUrl', 'cancelUrl'];

    public function __construct(private readonly Operations $operations, private readonly Log $log)
    {
    }

    public function createLink(array $body, string $idempotencyKey): array
    {
        return $this->ask(function () use ($body, $idempotencyKey): array {
            try {
                return $this->operations->createPaymentLink($body, ['idempotencyKey' => $idempotencyKey]);
            } catch (CrediarioError $error) {
                $known = $error->errorCode === 'order_already_linked' ? $this->findLinkOf($body['orderId']) : null;
                if ($known !== null) {
                    return $known;
                }
                $lesser = $this->withoutRefused($body, $error);
                if ($lesser === $body) {
                    throw $error;
                }
                return $this->createLink($lesser, "$idempotencyKey-");
            }
        });
    }

    public function read(string $linkId, string $orderKey): View
    {
        return $this->ask(function () use ($linkId, $orderKey): View {
            $link = $this->operations->readPaymentLink($linkId);
            $purchaseId = $link['transactionId'] ?? null;
            $status = $purchaseId === null ? null : $this->operations->readStatus($purchaseId)['status'];
            if ($purchaseId === null) {
                // A purchase that ended early has left the link, which is free again.
                [$purchaseId, $status] = $this->findEnded($link, $orderKey);
            }
            return new View(
                $link['status'],
                Money::toCentavos($link['amount']),
                isset($link['lockedAt']),
                $purchaseId,
                $status,
            );
        });
    }

    public function readUrl(string $linkId): string
    {
        return $this->ask(fn (): string => $this->operations->readPaymentLink($linkId)['url']);
    }

    public function closeLink(string $linkId): bool
    {
        return $this->ask(function () use ($linkId): bool {
            try {
                $this->operations->deletePaymentLink($linkId);
                return true;
            } catch (CrediarioError $error) {
                if ($error->errorCode === 'link_completed') {
                    return false;
                }
                throw $error;
            }
        });
    }

    public function cancelPurchase(string $purchaseId): void
    {
        $this->ask(fn (): array => $this->operations->cancel(
            ['transactionId' => $purchaseId],
            ['idempotencyKey' => "cancel-$purchaseId"],
        ));
    }

    public function removeProducts(string $purchaseId, array $productIds): string
    {
        $answer = $this->ask(fn (): array => $this->operations->readTransaction($purchaseId, ['products' => $productIds]));
        return $answer['transactionId'];
    }

    public function listProducts(string $purchaseId): array
    {
        $answer = $this->ask(fn (): array => $this->operations->readTransaction($purchaseId));
        return array_map(static fn (array $product): array => [
            'id' => $product['id'],
            'centavos' => Money::toCentavos($product['value']) * (int) $product['amount'],
        ], $answer['products'] ?? []);
    }

    public function listEvents(?string $after): array
    {
        return $this->ask(fn (): array => $this->operations->listEvents(['after' => $after, 'limit' => '100']));
    }

    /**
     * @param array<string, mixed> $link
     * @return array{string|null, string|null}
     */
    private function findEnded(array $link, string $orderKey): array
    {
        foreach ($this->operations->getTransactions(['orderId' => $orderKey])['data'] as $each) {
            // Order numbers repeat where a shop starts over: only purchases since this link count.
            $isEnded = in_array($each['status'], ['CANCELED', 'ABANDONED'], true);
            if ($isEnded && !isset($each['renegotiates']) && $each['createdAt'] >= $link['createdAt']) {
                return [$each['transactionId'], $each['status']];
            }
        }
        return [null, null];
    }

    /**
     * The link that an order has, made from other data: who calls compares the total.
     *
     * @return array<string, mixed>|null
     */
    private function findLinkOf(string $orderKey): ?array
    {
        foreach ($this->operations->listPaymentLinks(['orderId' => $orderKey])['data'] as $link) {
            if (!in_array($link['status'], ['EXPIRED', 'DELETED'], true)) {
                return $link;
            }
        }
        return null;
    }

    /**
     * Without what only makes the page more comfortable, when it is that what was refused: the customer enters it there.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function withoutRefused(array $body, CrediarioError $error): array
    {
        foreach ($error->status === 400 ? $error->details : [] as ['field' => $field]) {
            if (str_starts_with($field, self::CONTACT_FIELD)) {
                $this->log->warn($body['orderId'], "the service refused $field: sent without the customer's data");
                unset($body[self::CONTACT_FIELD]);
            } elseif (in_array($field, self::ADDRESS_FIELDS, true)) {
                $this->log->error($body['orderId'], "the service refused $field: allow the shop's address (retailers origins)");
                foreach (self::ADDRESS_FIELDS as $each) {
                    unset($body[$each]);
                }
            }
        }
        return $body;
    }

    /**
     * @template Answer
     * @param callable(): Answer $call
     * @return Answer
     */
    private function ask(callable $call): mixed
    {
        try {
            return $call();
        } catch (ConnectionError $error) {
            throw new Unavailable('O crediário não respondeu.', 0, $error);
        } catch (CrediarioError $error) {
            $isPassing = $error->status >= 500 || in_array($error->status, [401, 403, 408, 429], true);
            if ($isPassing || $error->errorCode === 'idempotency_in_progress') {
                throw new Unavailable("O crediário não atende: {$error->errorCode}", 0, $error);
            }
            throw new Refused($error->errorCode, "O crediário recusou: {$error->errorCode}", $error);
        }
    }
}
