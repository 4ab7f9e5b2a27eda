<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The rule about one order: pure, so that every way in which two programs may have missed each other can be tried. */
final class Decision
{
    /** How long the shop's own refund may take to be written, before a cancellation seen here counts as the lender's. */
    public const GRACE_SECONDS = 180;

    private function __construct(public readonly Step $step, public readonly string $reason = '')
    {
    }

    public static function about(?Order $order, Entry $entry, View $view, int $now): self
    {
        return match ($order?->state) {
            null => self::aboutMissing($view),
            Order::WAITING => self::aboutWaiting($order, $entry, $view, $now),
            Order::PAID => self::aboutPaid($order, $entry, $view, $now),
            Order::CANCELED => self::aboutCanceled($view),
            Order::REFUNDED => self::aboutRefunded($entry, $view),
            default => self::aboutPaidElsewhere($view),
        };
    }

    private static function aboutWaiting(Order $order, Entry $entry, View $view, int $now): self
    {
        return match ($view->orderState()) {
            States::APPROVED => $view->amountCentavos === $order->totalCentavos
                ? new self(Step::Pay)
                : new self(Step::Attention, 'total_changed'),
            States::ENDED => new self(Step::Close, 'ended'),
            States::CANCELED, States::REFUNDED => new self(Step::Cancel, $view->link === 'EXPIRED' ? 'expired' : 'ended'),
            States::WAITING => $now > $entry->expiresAt ? new self(Step::Close, 'expired') : new self(Step::None),
            default => new self(Step::None),
        };
    }

    private static function aboutPaid(Order $order, Entry $entry, View $view, int $now): self
    {
        // Paid by the shop's hand, not by this purchase: it may not be paid a second time.
        if ($entry->purchaseId === null) {
            return self::aboutPaidElsewhere($view);
        }
        if ($view->isApproved() && $view->purchaseId !== $entry->purchaseId) {
            return self::afterGrace($entry, $now, Step::RecordRemoval);
        }
        if ($view->orderState() === States::REFUNDED && $entry->remaining > 0) {
            return self::afterGrace($entry, $now, Step::RecordRefund);
        }
        $here = $order->refundedCentavos <=> $entry->amount - $entry->remaining;
        return match ($here) {
            0 => new self(Step::None),
            1 => self::afterGrace($entry, $now, Step::Attention, 'refunded_in_shop_only'),
            default => self::afterGrace($entry, $now, Step::Attention, 'refund_missing_in_shop'),
        };
    }

    private static function afterGrace(Entry $entry, int $now, Step $step, string $reason = ''): self
    {
        $isDue = $entry->endedSeenAt !== null && $now >= $entry->endedSeenAt + self::GRACE_SECONDS;
        return $isDue ? new self($step, $reason) : new self(Step::None, 'grace');
    }

    /** Somebody canceled the order in the platform: what is left on the lender's side follows it. */
    private static function aboutCanceled(View $view): self
    {
        if ($view->isApproved()) {
            return new self(Step::CancelPurchase, 'order_canceled');
        }
        return self::closeWhatLives($view);
    }

    private static function aboutRefunded(Entry $entry, View $view): self
    {
        if (!$view->isApproved()) {
            return self::closeWhatLives($view);
        }
        return $entry->remaining > 0 ? new self(Step::Attention, 'refunded_in_shop_only') : new self(Step::None);
    }

    private static function aboutPaidElsewhere(View $view): self
    {
        return $view->isApproved() ? new self(Step::Attention, 'paid_twice') : self::closeWhatLives($view);
    }

    private static function aboutMissing(View $view): self
    {
        return $view->isApproved() ? new self(Step::Attention, 'order_missing') : self::closeWhatLives($view);
    }

    private static function closeWhatLives(View $view): self
    {
        return match ($view->orderState()) {
            States::CANCELED, States::REFUNDED => new self(Step::Settle),
            States::UNCHANGED => new self(Step::None),
            default => new self(Step::Close, 'order_ended'),
        };
    }
}
