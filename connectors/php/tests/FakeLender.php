<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Lender;
use Crediario\Connector\Money;
use Crediario\Connector\Refused;
use Crediario\Connector\View;

/** The life of links and purchases as the service's own tests have it, in memory. */
final class FakeLender implements Lender
{
    /** @var array<string, array{order: string, status: string, amount: int, products: array<string, int>, purchase: ?string, last: ?string, locked: bool, expires: int}> */
    public array $links = [];
    /** @var array<string, array{order: string, link: string, status: string, products: array<string, int>}> */
    public array $purchases = [];
    /** Whether the service itself knows living links by their order. */
    public bool $knowsOrders = true;
    /** @var array<string, string> */
    private array $answers = [];
    /** @var list<array<string, mixed>> */
    public array $events = [];
    /** @var list<array<string, mixed>> bodies of links that were asked for */
    public array $asked = [];
    /** Links whose page somebody has: nobody can buy with an address that no answer brought. @var array<string, true> */
    public array $handedOut = [];
    private int $number = 0;

    public function __construct(private readonly TestClock $clock, private readonly Mishaps $mishaps = new Mishaps())
    {
    }

    public function createLink(array $body, string $idempotencyKey): array
    {
        $this->mishaps->strike(true);
        $this->asked[] = $body;
        $id = $this->answers[$idempotencyKey] ??= $this->findLiving($body['orderId']) ?? $this->insertLink($body);
        $this->mishaps->strike(true);
        return ['id' => $id, 'amount' => Money::toReais($this->links[$id]['amount'])];
    }

    public function read(string $linkId, string $orderKey): View
    {
        $this->mishaps->strike(true);
        $this->expire($linkId);
        $link = $this->links[$linkId];
        $purchaseId = $link['purchase'] ?? $link['last'];
        return new View(
            $link['status'],
            $link['amount'],
            $link['locked'],
            $purchaseId,
            $purchaseId === null ? null : $this->purchases[$purchaseId]['status'],
        );
    }

    public function readUrl(string $linkId): string
    {
        $this->mishaps->strike(true);
        $this->handedOut[$linkId] = true;
        return "https://lender.example/pay/$linkId";
    }

    public function closeLink(string $linkId): bool
    {
        $this->mishaps->strike(true);
        $link = &$this->links[$linkId];
        if ($link['status'] === 'COMPLETED') {
            return false;
        }
        if ($link['status'] !== 'DELETED') {
            $link['status'] = 'DELETED';
            $this->publish('payment_link.deleted', $link['order']);
            if ($link['purchase'] !== null) {
                $this->purchases[$link['purchase']]['status'] = 'CANCELED';
                $this->publish('transaction.canceled', $link['order']);
            }
        }
        $this->mishaps->strike(true);
        return true;
    }

    public function cancelPurchase(string $purchaseId): void
    {
        $this->mishaps->strike(true);
        $status = $this->purchases[$purchaseId]['status'];
        if ($status === 'CLOSED') {
            throw new Refused('transaction_closed', 'A compra já foi paga.');
        }
        if ($status !== 'CANCELED') {
            $this->end($purchaseId, 'CANCELED');
        }
        $this->mishaps->strike(true);
    }

    public function removeProducts(string $purchaseId, array $productIds): string
    {
        $this->mishaps->strike(true);
        $known = array_keys(array_filter($this->purchases, static fn (array $each): bool => ($each['replaces'] ?? null) === $purchaseId));
        if ($this->purchases[$purchaseId]['status'] === 'CANCELED') {
            return $known[0] ?? throw new Refused('transaction_state_conflict', 'ended');
        }
        $rest = array_diff_key($this->purchases[$purchaseId]['products'], array_flip($productIds));
        if ($rest === []) {
            throw new Refused('no_product_left', 'nothing left');
        }
        $id = $this->newId('p');
        $old = $this->purchases[$purchaseId];
        $this->purchases[$purchaseId]['status'] = 'CANCELED';
        $this->purchases[$id] = ['products' => $rest, 'status' => 'OPEN', 'replaces' => $purchaseId] + $old;
        $this->links[$old['link']]['purchase'] = $id;
        $this->publish('transaction.canceled', $old['order']);
        $this->publish('transaction.approved', $old['order']);
        $this->mishaps->strike(true);
        return $id;
    }

    public function listProducts(string $purchaseId): array
    {
        $this->mishaps->strike(true);
        $list = [];
        foreach ($this->purchases[$purchaseId]['products'] as $id => $centavos) {
            $list[] = ['id' => (string) $id, 'centavos' => $centavos];
        }
        return $list;
    }

    public function listEvents(?string $after): array
    {
        $this->mishaps->strike(true);
        $from = $after === null ? 0 : (int) substr($after, 1);
        $page = array_slice($this->events, $from, 100);
        return ['data' => $page, 'next' => count($this->events) > $from + 100 ? $page[99]['eventId'] : null];
    }

    // What customers and the lender's people do.

    public function claim(string $linkId): void
    {
        $this->expire($linkId);
        if (!isset($this->handedOut[$linkId]) || !in_array($this->links[$linkId]['status'], ['ACTIVE', 'OPENED'], true) || $this->links[$linkId]['locked']) {
            return;
        }
        $id = $this->newId('p');
        $link = &$this->links[$linkId];
        $this->purchases[$id] = ['order' => $link['order'], 'link' => $linkId, 'status' => 'PENDING', 'products' => $link['products']];
        $link['status'] = 'CLAIMED';
        $link['purchase'] = $id;
        $link['last'] = $id;
        $this->publish('payment_link.claimed', $link['order']);
    }

    public function approve(string $linkId): void
    {
        $link = &$this->links[$linkId];
        if ($link['status'] !== 'CLAIMED') {
            return;
        }
        $link['status'] = 'COMPLETED';
        $this->purchases[$link['purchase']]['status'] = 'OPEN';
        $this->publish('transaction.approved', $link['order']);
        $this->publish('payment_link.completed', $link['order']);
    }

    public function end(string $purchaseId, string $status): void
    {
        $purchase = &$this->purchases[$purchaseId];
        $purchase['status'] = $status;
        $link = &$this->links[$purchase['link']];
        if ($link['status'] === 'CLAIMED') {
            $link['status'] = 'ACTIVE';
            $link['purchase'] = null;
        }
        $this->publish($status === 'CLOSED' ? 'transaction.closed' : 'transaction.canceled', $purchase['order']);
    }

    /** @return list<string> purchases that are in force for an order */
    public function listApproved(string $orderKey): array
    {
        return array_keys(array_filter(
            $this->purchases,
            static fn (array $each): bool => $each['order'] === $orderKey && in_array($each['status'], ['OPEN', 'CLOSED'], true),
        ));
    }

    private function expire(string $linkId): void
    {
        $link = &$this->links[$linkId];
        if (in_array($link['status'], ['ACTIVE', 'OPENED'], true) && $this->clock->now >= $link['expires']) {
            $link['status'] = 'EXPIRED';
            $this->publish('payment_link.expired', $link['order']);
        }
    }

    /** An order number with a living link gets that link again. */
    private function findLiving(string $orderKey): ?string
    {
        foreach ($this->knowsOrders ? $this->links : [] as $id => $link) {
            $this->expire((string) $id);
            if ($link['order'] === $orderKey && in_array($this->links[$id]['status'], ['ACTIVE', 'OPENED', 'CLAIMED'], true)) {
                return (string) $id;
            }
        }
        return null;
    }

    /** @param array<string, mixed> $body */
    private function insertLink(array $body): string
    {
        $id = $this->newId('l');
        $products = [];
        foreach ($body['products'] as $each) {
            $products[$each['id']] = Money::toCentavos($each['value']) * $each['amount'];
        }
        $this->links[$id] = [
            'order' => $body['orderId'],
            'status' => 'ACTIVE',
            'amount' => array_sum($products) + Money::toCentavos($body['shipping']),
            'products' => $products,
            'purchase' => null,
            'last' => null,
            'locked' => false,
            'expires' => (int) strtotime($body['expiresAt']),
        ];
        return $id;
    }

    private function publish(string $type, string $order): void
    {
        $this->events[] = ['eventId' => 'e' . (count($this->events) + 1), 'type' => $type, 'orderId' => $order];
    }

    private function newId(string $letter): string
    {
        return $letter . ++$this->number;
    }
}
