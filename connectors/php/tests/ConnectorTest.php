<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Order;
use Crediario\Connector\OrderLine;
use Crediario\Connector\Refused;
use PHPUnit\Framework\TestCase;

/** The cases that people ask about, one by one; WalkTest mixes them. */
final class ConnectorTest extends TestCase
{
    private Rig $rig;

    protected function setUp(): void
    {
        $this->rig = new Rig();
        $this->rig->place('1');
    }

    public function testTwoTabsAndTheBackButtonLeadToOnePage(): void
    {
        $first = $this->rig->connector->start('1');
        self::assertEquals($first, $this->rig->connector->start('1'));
        self::assertCount(1, $this->rig->lender->links);
        $this->buy();
        $after = $this->rig->connector->start('1');
        self::assertNull($after->url);
        self::assertSame(Order::PAID, $after->state);
        self::assertCount(1, $this->rig->lender->purchases);
    }

    public function testALostAnswerAndACrashLeadToTheSameLink(): void
    {
        $this->rig->lender->knowsOrders = false;
        $this->rig->mishaps->crashes = 1000;
        try {
            $this->rig->connector->start('1');
            self::fail('it did not crash');
        } catch (Accident) {
            $this->rig->mishaps->crashes = 0;
        }
        $this->rig->connector->start('1');
        $this->rig->connector->start('1');
        self::assertCount(1, $this->rig->lender->links);
    }

    public function testAnotherTotalEndsTheOldPageBeforeTheNewOneOpens(): void
    {
        $this->rig->connector->start('1');
        $old = $this->rig->linkOf('1');
        $this->rig->shop->orders['1']['total'] += 1;
        $this->rig->connector->start('1');
        self::assertSame('DELETED', $this->rig->lender->links[$old]['status']);
        self::assertSame($this->rig->shop->orders['1']['total'], $this->rig->lender->links[$this->rig->linkOf('1')]['amount']);
        self::assertStringContainsString('recusado', $this->rig->shop->comments[0]);
    }

    public function testATotalThatChangedAfterThePurchaseIsNotPaidAndOnePressGivesTheMoneyBack(): void
    {
        $this->rig->connector->start('1');
        $this->rig->shop->orders['1']['total'] += 5_000;
        $this->buy();
        $this->rig->connector->sync('1');
        $this->rig->connector->sync('1');
        self::assertSame(Order::WAITING, $this->rig->shop->orders['1']['state']);
        self::assertCount(1, $this->rig->shop->comments);
        [$difference] = $this->rig->comparison->report();
        self::assertSame('cancel-purchase', $difference->fix());
        $this->rig->comparison->fix('1');
        self::assertSame(Order::CANCELED, $this->rig->shop->orders['1']['state']);
        self::assertSame([], $this->rig->lender->listApproved('1'));
    }

    public function testALinkThatCannotBeMadeLeavesACommentAndAWayOut(): void
    {
        $this->rig->shop->place('2', [new OrderLine('7', 'Geladeira', 1, 100_00)], 0, 150_00);
        try {
            $this->rig->connector->start('2');
            self::fail('it was accepted');
        } catch (Refused $refusal) {
            self::assertSame('total_mismatch', $refusal->reason);
        }
        self::assertStringContainsString('Crediário recusado', $this->rig->shop->comments[0]);
        self::assertTrue($this->rig->connector->leave('2'));
    }

    public function testWhoLeavesCancelsAndWhoHasBoughtCannotLeave(): void
    {
        $this->rig->connector->start('1');
        self::assertTrue($this->rig->connector->leave('1'));
        self::assertSame(Order::CANCELED, $this->rig->shop->orders['1']['state']);
        $this->rig->place('2');
        $this->rig->connector->start('2');
        $this->buy('2');
        self::assertFalse($this->rig->connector->leave('2'));
        self::assertSame(Order::PAID, $this->rig->shop->orders['2']['state']);
    }

    public function testAnotherWayToPayClosesThePageAndIsRefusedWhenItIsBought(): void
    {
        $this->rig->connector->start('1');
        $link = $this->rig->linkOf('1');
        $this->rig->connector->release('1');
        self::assertSame('DELETED', $this->rig->lender->links[$link]['status']);
        // The other way may take its time: nothing of ours cancels the order meanwhile.
        $this->rig->settle();
        self::assertSame(Order::WAITING, $this->rig->shop->orders['1']['state']);
        $this->rig->connector->start('1');
        $this->buy();
        $this->expectException(Refused::class);
        $this->rig->connector->release('1');
    }

    public function testARefusedIdentificationAnExpiredLinkAndALockedOneCancelTheOrder(): void
    {
        foreach (['denied', 'expired', 'locked'] as $end) {
            $this->rig->place($end);
            $this->rig->connector->start($end);
            $link = $this->rig->linkOf($end);
            if ($end === 'denied') {
                $this->rig->lender->claim($link);
                $this->rig->lender->end((string) $this->rig->lender->links[$link]['purchase'], 'CANCELED');
            } elseif ($end === 'expired') {
                $this->rig->clock->now += 14 * 86_400 + 1;
            } else {
                $this->rig->lender->links[$link]['locked'] = true;
            }
            $this->rig->connector->sync($end);
            self::assertSame(Order::CANCELED, $this->rig->shop->orders[$end]['state'], $end);
            self::assertTrue($this->rig->store->findEntry($end)?->isSettled, $end);
        }
    }

    public function testARefundOfTheShopHasOneIdAndIsNotWrittenAgainWhenItsEventComes(): void
    {
        $this->rig->connector->start('1');
        $this->buy();
        $this->rig->connector->sync('1');
        $first = $this->rig->connector->refund('1', 8_005, ['8' => 1]);
        $this->rig->shop->writeRefund('1', $first, 8_005);
        $rest = $this->rig->shop->orders['1']['total'] - 8_005;
        $second = $this->rig->connector->refund('1', $rest);
        $this->rig->shop->writeRefund('1', $second, $rest);
        self::assertNotSame($first, $second);
        $this->rig->settle();
        self::assertSame([$first => 8_005, $second => $rest], $this->rig->shop->refunds);
        self::assertTrue($this->rig->store->findEntry('1')?->isSettled);
    }

    public function testARefundOfTheLenderReachesTheShopOnceAlsoInParts(): void
    {
        $this->rig->connector->start('1');
        $this->buy();
        $this->rig->connector->sync('1');
        [$purchase] = $this->rig->lender->listApproved('1');
        $rest = $this->rig->lender->removeProducts($purchase, ['7']);
        $this->rig->settle();
        self::assertSame([$purchase => 199_990], $this->rig->shop->refunds);
        $this->rig->lender->end($rest, 'CANCELED');
        $this->rig->settle();
        self::assertSame([$purchase => 199_990, $rest => 24_015 + 7_990], $this->rig->shop->refunds);
        self::assertSame(Order::REFUNDED, $this->rig->shop->orders['1']['state']);
    }

    public function testARefundThatIsNotMadeOfProductsIsRefusedWithTheReason(): void
    {
        $this->rig->connector->start('1');
        $this->buy();
        $this->rig->connector->sync('1');
        $this->expectExceptionMessage('produtos inteiros');
        $this->rig->connector->refund('1', 1_234);
    }

    public function testACanceledOrderTakesThePurchaseAlongAndAPaidOneIsReported(): void
    {
        $this->rig->connector->start('1');
        $this->buy();
        $this->rig->shop->orders['1']['state'] = Order::CANCELED;
        $this->rig->connector->sync('1');
        self::assertSame([], $this->rig->lender->listApproved('1'));
        $this->rig->place('2');
        $this->rig->connector->start('2');
        $this->buy('2');
        $this->rig->shop->orders['2']['state'] = Order::ELSEWHERE;
        $this->rig->connector->sync('2');
        self::assertCount(1, $this->rig->lender->listApproved('2'));
        self::assertSame('paid_twice', $this->rig->store->findEntry('2')?->attention);
    }

    public function testNothingThatIsKeptOrLoggedTellsWhoBuysOrWhere(): void
    {
        $this->rig->connector->start('1');
        $this->buy();
        $this->rig->connector->sync('1');
        $kept = json_encode([$this->rig->store->findEntry('1'), $this->rig->store->listLog(50), $this->rig->shop->comments]);
        self::assertStringNotContainsString('/pay/', (string) $kept);
        self::assertNotSame([], $this->rig->store->listLog(50, '1'));
    }

    private function buy(string $key = '1'): void
    {
        $this->rig->lender->claim($this->rig->linkOf($key));
        $this->rig->lender->approve($this->rig->linkOf($key));
    }
}
