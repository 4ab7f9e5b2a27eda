<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Order;
use Crediario\Connector\OrderLine;
use Crediario\Connector\Shop;

/** A platform in memory. It notes what must never happen. */
final class FakeShop implements Shop
{
    /** @var array<string, array{state: string, total: int, refunded: int, lines: list<OrderLine>, shipping: int}> */
    public array $orders = [];
    /** @var array<string, int> by order */
    public array $payments = [];
    /** @var array<string, int> refund id to centavos */
    public array $refunds = [];
    /** @var list<string> */
    public array $comments = [];
    /** @var list<string> */
    public array $faults = [];
    public ?FakeLender $lender = null;

    public function __construct(private readonly Mishaps $mishaps = new Mishaps())
    {
    }

    /** @param list<OrderLine> $lines */
    public function place(string $key, array $lines, int $shipping = 0, ?int $total = null): void
    {
        $sum = $shipping + array_sum(array_map(static fn (OrderLine $line): int => $line->centavos, $lines));
        $this->orders[$key] = ['state' => Order::WAITING, 'total' => $total ?? $sum, 'refunded' => 0, 'lines' => $lines, 'shipping' => $shipping];
    }

    public function findOrder(string $orderKey): ?Order
    {
        $this->mishaps->strike(false);
        $order = $this->orders[$orderKey] ?? null;
        return $order === null
            ? null
            : new Order($orderKey, $order['state'], $order['total'], $order['refunded'], $order['lines'], $order['shipping']);
    }

    public function pay(string $orderKey, string $purchaseId, int $centavos): void
    {
        $this->mishaps->strike(false);
        if ($this->orders[$orderKey]['state'] !== Order::WAITING) {
            return;
        }
        if ($centavos !== $this->orders[$orderKey]['total']) {
            $this->faults[] = "$orderKey was paid with another total";
        }
        $this->orders[$orderKey]['state'] = Order::PAID;
        $this->payments[$orderKey] = ($this->payments[$orderKey] ?? 0) + 1;
        $this->mishaps->strike(false);
    }

    public function cancel(string $orderKey, string $reason): void
    {
        $this->mishaps->strike(false);
        if ($this->lender !== null && $this->lender->listApproved($orderKey) !== []) {
            $this->faults[] = "$orderKey was canceled although it is bought";
        }
        if ($this->orders[$orderKey]['state'] === Order::WAITING) {
            $this->orders[$orderKey]['state'] = Order::CANCELED;
        }
        $this->mishaps->strike(false);
    }

    public function recordRefund(string $orderKey, string $refundId, int $centavos): string
    {
        $this->mishaps->strike(false);
        if (!isset($this->refunds[$refundId])) {
            $this->writeRefund($orderKey, $refundId, $centavos);
        }
        $this->mishaps->strike(false);
        return "memo-$refundId";
    }

    public function writeRefund(string $orderKey, string $refundId, int $centavos): void
    {
        if (isset($this->refunds[$refundId])) {
            $this->faults[] = "$refundId was refunded twice";
        }
        $this->refunds[$refundId] = $centavos;
        $order = &$this->orders[$orderKey];
        $order['refunded'] += $centavos;
        if ($order['refunded'] > $order['total']) {
            $this->faults[] = "$orderKey gave back more than it cost";
        }
        if ($order['refunded'] === $order['total']) {
            $order['state'] = Order::REFUNDED;
        }
    }

    public function comment(string $orderKey, string $text): void
    {
        $this->mishaps->strike(false);
        $this->comments[] = "$orderKey $text";
    }

    public function returnUrl(string $orderKey): string
    {
        return "https://loja.example/volta/$orderKey";
    }
}
