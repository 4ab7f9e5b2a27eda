<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

use Crediario\Connector\Order;
use PHPUnit\Framework\TestCase;

final class InboxTest extends TestCase
{
    private Rig $rig;

    protected function setUp(): void
    {
        $this->rig = new Rig();
        $this->rig->place('1');
        $this->rig->connector->start('1');
    }

    public function testOnlyWhatWasSignedToTheByteIsKept(): void
    {
        $body = '{"eventId":"e1","type":"transaction.approved","orderId":"1"}';
        $headers = Rig::sign('e1', $this->rig->clock->now, $body, Rig::secret());
        self::assertSame(401, $this->rig->inbox->receive($headers, "$body "));
        self::assertSame(401, $this->rig->inbox->receive([], $body));
        self::assertSame(401, $this->rig->deliver(['eventId' => 'e1', 'type' => 'x', 'orderId' => '1'], 'whsec_b3RoZXI='));
        self::assertSame(401, $this->rig->inbox->receive(Rig::sign('e1', $this->rig->clock->now - 400, $body, Rig::secret()), $body));
        self::assertSame(413, $this->rig->inbox->receive($headers, str_repeat(' ', 70_000)));
        self::assertSame(0, $this->rig->store->countEvents()['waiting']);
        self::assertSame(202, $this->rig->inbox->receive($headers, $body));
        self::assertSame(202, $this->rig->inbox->receive($headers, $body));
        self::assertSame(1, $this->rig->store->countEvents()['waiting']);
    }

    public function testWhatIsNoEventIsRefusedAndTypesOfLaterVersionsAreAcceptedAndPassed(): void
    {
        self::assertSame(400, $this->rig->deliver(['eventId' => "e'1", 'type' => 'x']));
        self::assertSame(202, $this->rig->deliver(['eventId' => 'e1', 'type' => 'purchase.reborn', 'orderId' => '1']));
        self::assertSame(202, $this->rig->deliver(['eventId' => 'e2', 'type' => 'test.ping']));
        self::assertSame(202, $this->rig->deliver(['eventId' => 'e3', 'type' => 'transaction.approved', 'orderId' => 'not-of-this-shop']));
        self::assertSame(3, $this->rig->inbox->process());
        self::assertNotNull($this->rig->store->readNote('ping'));
    }

    public function testAnEventThatArrivesBeforeTheReturnAndAReturnBeforeTheEventPayOnce(): void
    {
        $this->rig->lender->claim($this->rig->linkOf('1'));
        $this->rig->lender->approve($this->rig->linkOf('1'));
        self::assertSame(Order::PAID, $this->rig->connector->sync('1'));
        foreach ([...$this->rig->lender->events, ...$this->rig->lender->events] as $event) {
            $this->rig->deliver($event);
        }
        $this->rig->inbox->process();
        self::assertSame(1, $this->rig->shop->payments['1']);
    }

    public function testAnEventThatFailsWaitsLongerEachTimeAndBlocksNoOther(): void
    {
        $this->rig->place('2');
        $this->rig->connector->start('2');
        $link = $this->rig->linkOf('2');
        $this->rig->lender->claim($link);
        $this->rig->lender->approve($link);
        // The order of the first event is gone from the lender: reading it is an error that does not pass.
        $gone = $this->rig->linkOf('1');
        unset($this->rig->lender->links[$gone]);
        set_error_handler(static fn (int $_, string $text) => throw new \ErrorException($text));
        try {
            $this->rig->deliver(['eventId' => 'a', 'type' => 'transaction.approved', 'orderId' => '1']);
            foreach ($this->rig->lender->events as $event) {
                $this->rig->deliver($event);
            }
            $this->rig->inbox->process();
            self::assertSame(Order::PAID, $this->rig->shop->orders['2']['state']);
            self::assertSame(1, $this->rig->store->countEvents()['waiting']);
            self::assertSame(0, $this->rig->inbox->process(), 'it is not due yet');
            foreach ([60, 120, 240, 480] as $pause) {
                $this->rig->clock->now += $pause;
                $this->rig->inbox->process();
            }
            self::assertSame(['waiting' => 1, 'failing' => 1], $this->rig->store->countEvents());
        } finally {
            restore_error_handler();
        }
    }

    public function testADayOfSilenceIsMadeUpForByTheListOfEventsAndWhatWasDeliveredIsNotHandledAgain(): void
    {
        $link = $this->rig->linkOf('1');
        $this->rig->lender->claim($link);
        $this->rig->lender->approve($link);
        $this->rig->clock->now += 86_400;
        $this->rig->deliver($this->rig->lender->events[0]);
        self::assertSame(count($this->rig->lender->events) - 1, $this->rig->inbox->pull());
        $this->rig->inbox->process();
        self::assertSame(Order::PAID, $this->rig->shop->orders['1']['state']);
        self::assertSame(0, $this->rig->inbox->pull());
    }

    public function testARestartBetweenTheAnswerAndTheWorkLosesNothing(): void
    {
        $link = $this->rig->linkOf('1');
        $this->rig->lender->claim($link);
        $this->rig->lender->approve($link);
        foreach ($this->rig->lender->events as $event) {
            self::assertSame(202, $this->rig->deliver($event));
        }
        $this->rig->mishaps->crashes = 1000;
        $this->rig->inbox->process();
        self::assertSame(Order::WAITING, $this->rig->shop->orders['1']['state']);
        $this->rig->mishaps->crashes = 0;
        $this->rig->clock->now += 60;
        $this->rig->inbox->process();
        self::assertSame(Order::PAID, $this->rig->shop->orders['1']['state']);
    }

    public function testWhatWasHandledIsCleanedAMonthLater(): void
    {
        $this->rig->deliver(['eventId' => 'e1', 'type' => 'test.ping']);
        $this->rig->inbox->process();
        $this->rig->clock->now += 31 * 86_400;
        $this->rig->inbox->clean();
        self::assertTrue($this->rig->store->insertEvent('e1', 'test.ping', null, '{}', 1));
        self::assertSame([], $this->rig->store->listLog(10));
    }
}
