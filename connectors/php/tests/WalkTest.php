<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Order;
use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use PHPUnit\Framework\TestCase;

/** Random lives of an order, each from a number that repeats it: WALK_SEED, WALKS. */
final class WalkTest extends TestCase
{
    private const STEPS = 40;
    private const ORDER = '100000007';

    private Rig $rig;

    /** @return iterable<string, array{int, int, int, int}> */
    public function kinds(): iterable
    {
        yield 'calm' => [0, 0, 0, 0];
        yield 'customers act between any two calls' => [0, 0, 400, 4];
        yield 'processes end anywhere' => [60, 0, 0, 1];
        yield 'the service is silent at times' => [0, 120, 0, 2];
        yield 'all of it' => [30, 60, 100, 3];
    }

    /** @dataProvider kinds */
    public function testWhateverHappensInWhateverOrderOneOrderIsOnePurchaseNothingPaidIsCanceledAndThereIsAWayOut(
        int $crashes,
        int $silences,
        int $customers,
        int $kind,
    ): void {
        $first = (int) (getenv('WALK_SEED') ?: 1);
        $walks = (int) (getenv('WALKS') ?: 150);
        $reached = [];
        for ($seed = $first; $seed < $first + $walks; $seed++) {
            mt_srand($seed * 5 + $kind);
            $this->rig = new Rig();
            $this->rig->place(self::ORDER);
            $this->rig->lender->knowsOrders = $seed % 2 === 0;
            $this->rig->mishaps->crashes = $crashes;
            $this->rig->mishaps->silences = $silences;
            $this->rig->mishaps->customers = $customers;
            $this->rig->mishaps->meanwhile = fn () => [$this->goOn(...), $this->goOn(...), $this->claim(...), $this->approve(...), $this->deny(...)][mt_rand(0, 4)]();
            for ($step = 0; $step < self::STEPS; $step++) {
                $this->act();
                $this->check($seed);
            }
            $this->rig->mishaps->crashes = 0;
            $this->rig->mishaps->silences = 0;
            $this->rig->mishaps->customers = 0;
            $this->checkTheEnd($seed);
            $state = $this->rig->shop->orders[self::ORDER]['state'];
            $reached[$state] = ($reached[$state] ?? 0) + 1;
        }
        // The walks are worth something only while they come to every end.
        foreach ([Order::PAID, Order::CANCELED, Order::REFUNDED] as $state) {
            self::assertGreaterThan($walks / 50, $reached[$state] ?? 0, $state);
        }
    }

    private function act(): void
    {
        $acts = [
            'openTab', 'openTab', 'claim', 'claim', 'approve', 'approve', 'goOn', 'goOn', 'deliver', 'deliver', 'deliver', 'process', 'process',
            'leave', 'deny', 'deny', 'deny', 'lenderCancels', 'lenderRemoves', 'shopRefunds', 'shopRefundsPart', 'shopRefundFails', 'adminCancels', 'foreignCancel',
            'pull', 'compare', 'wait', 'wait', 'changeTotal', 'payElsewhere', 'lock', 'returnPage', 'returnPage', 'returnPage',
        ];
        // The rarer ends must not end every walk early.
        $rare = ['leave', 'adminCancels', 'foreignCancel', 'changeTotal', 'payElsewhere', 'lock'];
        $name = $acts[mt_rand(0, count($acts) - 1)];
        if (in_array($name, $rare, true) && mt_rand(0, 5) > 0) {
            return;
        }
        try {
            $this->$name();
        } catch (Accident | Unavailable | Refused) {
            // The browser shows an error, or the process begins anew.
        }
    }

    private function openTab(): void
    {
        $this->rig->connector->start(self::ORDER);
    }

    private function returnPage(): void
    {
        $this->rig->connector->sync(self::ORDER);
    }

    private function claim(): void
    {
        $this->onEachLink($this->rig->lender->claim(...));
    }

    private function approve(): void
    {
        $this->onEachLink($this->rig->lender->approve(...));
    }

    private function lock(): void
    {
        $this->onEachLink(function (string $id): void {
            $this->rig->lender->links[$id]['locked'] = $this->rig->lender->links[$id]['purchase'] === null;
        });
    }

    /** Tabs of every link that the order ever had are still open somewhere. */
    private function onEachLink(callable $act): void
    {
        foreach (array_keys($this->rig->lender->links) as $id) {
            $act((string) $id);
        }
    }

    private function goOn(): void
    {
        $this->claim();
        $this->approve();
    }

    /** Also somebody who had not begun yet. */
    private function deny(): void
    {
        $this->claim();
        $this->onEachPurchase('PENDING', fn (string $id) => $this->rig->lender->end($id, mt_rand(0, 1) === 0 ? 'CANCELED' : 'ABANDONED'));
    }

    private function lenderCancels(): void
    {
        $this->onEachPurchase('OPEN', fn (string $id) => $this->rig->lender->end($id, 'CANCELED'));
    }

    private function lenderRemoves(): void
    {
        $this->atTheLender(function (): void {
            $this->onEachPurchase('OPEN', function (string $id): void {
                $products = array_keys($this->rig->lender->purchases[$id]['products']);
                if (count($products) > 1) {
                    $this->rig->lender->removeProducts($id, [(string) $products[0]]);
                }
            });
        });
    }

    /** What the lender's own people do meets no mishap of the shop. */
    private function atTheLender(callable $act): void
    {
        [$crashes, $silences] = [$this->rig->mishaps->crashes, $this->rig->mishaps->silences];
        [$this->rig->mishaps->crashes, $this->rig->mishaps->silences] = [0, 0];
        $act();
        [$this->rig->mishaps->crashes, $this->rig->mishaps->silences] = [$crashes, $silences];
    }

    private function onEachPurchase(string $status, callable $act): void
    {
        foreach ($this->rig->lender->purchases as $id => $purchase) {
            if ($purchase['status'] === $status) {
                $act((string) $id);
            }
        }
    }

    private function deliver(): void
    {
        $events = $this->rig->lender->events;
        if ($events !== []) {
            // Any of them, so also late, twice and in the wrong order.
            $this->rig->deliver($events[mt_rand(0, count($events) - 1)]);
        }
    }

    private function process(): void
    {
        $this->rig->inbox->process();
    }

    private function pull(): void
    {
        $this->rig->inbox->pull();
    }

    private function compare(): void
    {
        $this->rig->comparison->followWaiting();
        $this->rig->comparison->followAll();
    }

    private function wait(): void
    {
        $this->rig->clock->now += [60, 600, 90_000, 5 * 86_400][mt_rand(0, 3)];
    }

    private function leave(): void
    {
        $this->rig->connector->leave(self::ORDER);
    }

    /** As Magento cancels: asked first, by hand or by a timer of the platform. */
    private function adminCancels(): void
    {
        if ($this->rig->shop->orders[self::ORDER]['state'] === Order::WAITING) {
            $this->rig->connector->release(self::ORDER);
            $this->rig->shop->orders[self::ORDER]['state'] = Order::CANCELED;
        }
    }

    /** As WooCommerce cancels: told afterwards, or not at all. */
    private function foreignCancel(): void
    {
        if ($this->rig->shop->orders[self::ORDER]['state'] === Order::WAITING) {
            $this->rig->shop->orders[self::ORDER]['state'] = Order::CANCELED;
        }
    }

    private function payElsewhere(): void
    {
        if ($this->rig->shop->orders[self::ORDER]['state'] === Order::WAITING) {
            $this->rig->connector->release(self::ORDER);
            $this->rig->shop->orders[self::ORDER]['state'] = Order::ELSEWHERE;
        }
    }

    private function changeTotal(): void
    {
        $order = &$this->rig->shop->orders[self::ORDER];
        if ($order['state'] === Order::WAITING) {
            $order['shipping'] += 1_000;
            $order['total'] += 1_000;
        }
    }

    private function shopRefunds(): void
    {
        $order = $this->rig->shop->orders[self::ORDER];
        $this->giveBack($order['total'] - $order['refunded'], []);
    }

    private function shopRefundsPart(): void
    {
        $this->giveBack(8_005, ['8' => 1]);
    }

    /** The lender gave it back, and the platform failed to write it down. */
    private function shopRefundFails(): void
    {
        if ($this->rig->shop->orders[self::ORDER]['state'] === Order::PAID && $this->rig->mishaps->crashes > 0) {
            $purchaseId = $this->rig->store->findEntry(self::ORDER)?->purchaseId;
            if ($purchaseId !== null) {
                $this->rig->lender->cancelPurchase($purchaseId);
            }
        }
    }

    /** @param array<string, int> $units */
    private function giveBack(int $centavos, array $units): void
    {
        if ($this->rig->shop->orders[self::ORDER]['state'] === Order::PAID && $centavos > 0) {
            $refundId = $this->rig->connector->refund(self::ORDER, $centavos, $units);
            $this->rig->shop->writeRefund(self::ORDER, $refundId, $centavos);
        }
    }

    private function check(int $seed): void
    {
        self::assertSame([], $this->rig->shop->faults, "seed $seed");
        self::assertLessThan(2, count($this->rig->lender->listApproved(self::ORDER)), "seed $seed: two purchases");
        self::assertLessThan(2, $this->rig->shop->payments[self::ORDER] ?? 0, "seed $seed: paid twice");
    }

    /** Timers alone bring both sides together, or name what a person decides with one press. */
    private function checkTheEnd(int $seed): void
    {
        $this->rig->settle();
        $this->check($seed);
        foreach ($this->rig->comparison->report() as $difference) {
            self::assertNotNull($this->rig->store->findEntry(self::ORDER)?->attention, "seed $seed: {$difference->describe()}");
            if ($difference->fix() !== null) {
                $this->rig->comparison->fix($difference->orderKey);
            }
        }
        $this->rig->settle();
        $this->check($seed);
        $left = array_filter($this->rig->comparison->report(), static fn ($each): bool => $each->fix() !== null);
        self::assertSame([], array_map(static fn ($each): string => $each->describe(), $left), "seed $seed");
        $state = $this->rig->shop->orders[self::ORDER]['state'];
        $approved = $this->rig->lender->listApproved(self::ORDER);
        if ($state === Order::PAID) {
            self::assertCount(1, $approved, "seed $seed: paid without a purchase");
        }
        if (in_array($state, [Order::CANCELED, Order::REFUNDED], true)) {
            self::assertSame([], $approved, "seed $seed: $state and bought");
        }
        // No order waits longer than it may: the clock has moved by a week and more.
        $this->rig->clock->now += 15 * 86_400;
        $this->rig->settle();
        $entry = $this->rig->store->findEntry(self::ORDER);
        if ($entry?->linkId !== null && $entry->attention === null) {
            self::assertNotSame(Order::WAITING, $this->rig->shop->orders[self::ORDER]['state'], "seed $seed: it waits for ever");
        }
    }
}
