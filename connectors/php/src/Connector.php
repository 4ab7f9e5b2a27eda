<?php

declare(strict_types=1);

namespace Crediario\Connector;

/**
 * One order and its purchase. Whatever calls it (a tab, an event, a timer, a person) only says *which order*; what happens is decided
 * from what the platform and the lender say at that moment, under a lock of the order. So calls may come twice, late, in any order, or
 * not at all, and the next call repairs what a crash left.
 */
final class Connector
{
    public const WAIT_DAYS = 14;
    private const DAY_SECONDS = 86_400;
    /** Closing, paying and canceling follow each other at most. */
    private const MOST_STEPS = 4;

    private const SENTENCES = [
        'ended' => 'A compra no crediário não foi concluída.',
        'expired' => 'O prazo para concluir a compra no crediário terminou.',
        'left' => 'O cliente desistiu do crediário.',
        'total_changed' => 'O total do pedido mudou depois que o crediário foi contratado: o pagamento não foi aceito. '
            . 'Cancele a compra no crediário pelo relatório de diferenças, ou corrija o pedido.',
        'paid_twice' => 'O pedido foi pago de outra forma e também contratado no crediário: cancele uma das duas.',
        'refunded_in_shop_only' => 'Uma devolução foi registrada somente na loja: a compra no crediário continua. '
            . 'Se tudo foi devolvido, cancele-a pelo relatório de diferenças.',
        'refund_missing_in_shop' => 'Uma devolução do crediário não está na loja: registre-a aqui, sem nova devolução ao cliente.',
        'order_missing' => 'Há uma compra no crediário para um pedido que não existe mais.',
        'order_canceled' => 'O pedido foi cancelado na loja: a compra no crediário foi cancelada também.',
    ];

    public function __construct(
        private readonly Shop $shop,
        private readonly Lender $lender,
        private readonly Store $store,
        private readonly Locks $locks,
        private readonly Log $log,
        private readonly Clock $clock,
    ) {
    }

    /**
     * The page where this order is bought: the same one for every tab and every visit, as long as it can be used.
     *
     * @throws Refused with a sentence for the customer
     */
    public function start(string $orderKey): Started
    {
        return $this->exclusively($orderKey, function () use ($orderKey): Started {
            $order = $this->shop->findOrder($orderKey) ?? throw new Refused('order_missing', 'O pedido não existe mais.');
            $entry = $this->store->findEntry($orderKey) ?? $this->newEntry($order);
            if ($entry->linkId !== null) {
                $order = $this->follow($entry) ?? $order;
            }
            if ($order->state !== Order::WAITING) {
                return new Started(null, $order->state);
            }
            if ($entry->linkId !== null && $entry->amount !== $order->totalCentavos && !$this->makeRoom($entry)) {
                return new Started(null, $order->state);
            }
            if ($entry->linkId === null) {
                $this->createLink($order, $entry);
            }
            return new Started($this->lender->readUrl((string) $entry->linkId), Order::WAITING);
        });
    }

    /** Both sides as they are now, and what follows from it. Returns the state of the order in the shop. */
    public function sync(string $orderKey): ?string
    {
        return $this->exclusively($orderKey, function () use ($orderKey): ?string {
            $entry = $this->store->findEntry($orderKey);
            return $entry === null ? null : $this->follow($entry)?->state;
        });
    }

    /** The customer prefers to pay otherwise: true when the order is canceled, false when it is paid, or no longer waits. */
    public function leave(string $orderKey): bool
    {
        return $this->exclusively($orderKey, function () use ($orderKey): bool {
            $entry = $this->store->findEntry($orderKey);
            if ($entry?->linkId !== null && !$this->lender->closeLink($entry->linkId)) {
                $this->follow($entry);
                return false;
            }
            if ($this->shop->findOrder($orderKey)?->state === Order::WAITING) {
                $this->shop->cancel($orderKey, self::SENTENCES['left']);
            }
            if ($entry !== null) {
                $this->follow($entry);
            }
            return $this->shop->findOrder($orderKey)?->state === Order::CANCELED;
        });
    }

    /**
     * Before the platform cancels the order or takes money for it in another way: afterwards nobody can buy it by the link.
     *
     * @throws Refused when it is bought already
     */
    public function release(string $orderKey): void
    {
        $this->exclusively($orderKey, function () use ($orderKey): void {
            $entry = $this->store->findEntry($orderKey);
            if ($entry?->linkId === null) {
                return;
            }
            if (!$this->lender->closeLink($entry->linkId) && $this->lender->read($entry->linkId, $orderKey)->isApproved()) {
                throw new Refused(
                    'bought',
                    'O pedido já foi pago com o crediário. Aguarde a confirmação e, se for o caso, devolva o pagamento.',
                );
            }
            // From here on the order is none of the connector's business, until the customer chooses this way again.
            $entry->linkId = null;
            $entry->attempt++;
            $entry->isSettled = true;
            $this->store->saveEntry($entry);
            $this->log->info($orderKey, 'the link is closed: the shop goes on without it');
        });
    }

    /**
     * Gives back what the shop gives back, before the platform writes it down. The answer is the refund's id on both sides: the purchase
     * that ends by it. Repeating it after a failure finds what was done.
     *
     * @param array<string, int> $units how many of which line; empty for everything, or an amount without lines
     * @throws Refused when the lender does not give it back
     */
    public function refund(string $orderKey, int $centavos, array $units = []): string
    {
        return $this->exclusively($orderKey, function () use ($orderKey, $centavos, $units): string {
            $entry = $this->store->findEntry($orderKey);
            $purchaseId = $entry?->purchaseId;
            if ($entry === null || $entry->linkId === null || $purchaseId === null) {
                throw new Refused('not_bought', 'Este pedido não tem uma compra no crediário para devolver.');
            }
            $this->checkSame($entry);
            if ($centavos === $entry->remaining) {
                $this->lender->cancelPurchase($purchaseId);
                $this->keepRefund($entry, $purchaseId, $centavos, null);
                return $purchaseId;
            }
            $products = Cart::choose($this->lender->listProducts($purchaseId), $units, $centavos);
            if ($products === null) {
                throw new Refused(
                    'not_whole_products',
                    'O crediário devolve tudo, ou produtos inteiros: informe as quantidades devolvidas, sem ajuste de valor. '
                        . 'Restam ' . Money::format($entry->remaining) . '.',
                );
            }
            $rest = $this->lender->removeProducts($purchaseId, $products);
            $this->keepRefund($entry, $purchaseId, $centavos, $rest);
            return $purchaseId;
        });
    }

    /** The lender's side follows the shop's, by the decision of a person. */
    public function cancelPurchase(string $orderKey): void
    {
        $this->exclusively($orderKey, function () use ($orderKey): void {
            $entry = $this->store->findEntry($orderKey);
            if ($entry?->linkId === null) {
                throw new Refused('not_bought', 'Este pedido não tem uma compra no crediário.');
            }
            $view = $this->lender->read($entry->linkId, $orderKey);
            if (!$view->isApproved() || $view->purchaseId === null) {
                throw new Refused('not_bought', 'A compra no crediário não está em aberto.');
            }
            $this->lender->cancelPurchase($view->purchaseId);
            $this->log->warn($orderKey, "the purchase {$view->purchaseId} was canceled by the report of differences");
            $this->follow($entry);
        });
    }

    /** What a look at both sides would lead to; nothing changes. */
    public function inspect(Entry $entry): Difference
    {
        $order = $this->shop->findOrder($entry->orderKey);
        $view = $entry->linkId === null ? null : $this->lender->read($entry->linkId, $entry->orderKey);
        $decision = $view === null ? null : Decision::about($order, $entry, $view, $this->clock->now());
        return new Difference($entry->orderKey, $order?->state, $view?->link, $view?->purchase, $decision);
    }

    /** The order as it is after all that follows. */
    private function follow(Entry $entry): ?Order
    {
        $orderKey = $entry->orderKey;
        $order = $this->shop->findOrder($orderKey);
        if ($entry->linkId === null) {
            return $order;
        }
        for ($steps = 0; $steps < self::MOST_STEPS; $steps++) {
            $view = $this->lender->read($entry->linkId, $orderKey);
            $now = $this->clock->now();
            $decision = Decision::about($order, $entry, $view, $now);
            $entry->checkedAt = $now;
            $this->noteEnd($entry, $decision, $now);
            $isMoving = $this->apply($decision, $entry, $view);
            $this->store->saveEntry($entry);
            $order = $this->shop->findOrder($orderKey);
            if (!$isMoving) {
                break;
            }
        }
        return $order;
    }

    /** True when something else may follow at once. */
    private function apply(Decision $decision, Entry $entry, View $view): bool
    {
        $orderKey = $entry->orderKey;
        switch ($decision->step) {
            case Step::None:
                if ($entry->attention !== null && $decision->reason === '') {
                    $entry->attention = null;
                }
                return false;
            case Step::Pay:
                $purchaseId = (string) $view->purchaseId;
                // Remembered first: an order that is paid without it would look like one that was paid otherwise.
                $entry->purchaseId = $purchaseId;
                $entry->remaining = $view->amountCentavos;
                $entry->attention = null;
                $this->store->saveEntry($entry);
                $this->shop->pay($orderKey, $purchaseId, $view->amountCentavos);
                $this->log->info($orderKey, "paid by purchase $purchaseId");
                return false;
            case Step::Cancel:
                $this->shop->cancel($orderKey, self::SENTENCES[$decision->reason]);
                $this->log->info($orderKey, "canceled: {$decision->reason}");
                return true;
            case Step::Close:
                $isClosed = $this->lender->closeLink((string) $entry->linkId);
                $this->log->info($orderKey, $isClosed ? "the link is closed: {$decision->reason}" : 'the link was bought meanwhile');
                return true;
            case Step::RecordRefund:
                $this->recordRefund($entry, (string) $entry->purchaseId, $entry->remaining, null);
                return true;
            case Step::RecordRemoval:
                $rest = array_sum(array_column($this->lender->listProducts((string) $view->purchaseId), 'centavos'));
                $before = array_sum(array_column($this->lender->listProducts((string) $entry->purchaseId), 'centavos'));
                $this->recordRefund($entry, (string) $entry->purchaseId, $before - $rest, (string) $view->purchaseId);
                return true;
            case Step::CancelPurchase:
                $this->lender->cancelPurchase((string) $view->purchaseId);
                $this->shop->comment($orderKey, self::SENTENCES[$decision->reason]);
                $this->log->warn($orderKey, "the purchase {$view->purchaseId} was canceled, as the order was");
                return true;
            case Step::Attention:
                if ($entry->attention !== $decision->reason) {
                    $entry->attention = $decision->reason;
                    $this->shop->comment($orderKey, self::SENTENCES[$decision->reason]);
                    $this->log->error($orderKey, "a person must look: {$decision->reason}");
                }
                return false;
            case Step::Settle:
                $entry->isSettled = true;
                $entry->attention = null;
                return false;
        }
    }

    /** When an end of the lender's side was seen first: the shop's own refund may be on the way. */
    private function noteEnd(Entry $entry, Decision $decision, int $now): void
    {
        if ($decision->reason === 'grace') {
            $entry->endedSeenAt ??= $now;
        } elseif ($decision->step === Step::None) {
            $entry->endedSeenAt = null;
        }
    }

    /** What the lender gave back on its own, once on each side. */
    private function recordRefund(Entry $entry, string $refundId, int $centavos, ?string $rest): void
    {
        $now = $this->clock->now();
        $this->store->insertRefund($refundId, $entry->orderKey, $centavos, 'lender', $now);
        $known = $this->store->findRefund($refundId);
        // One that the shop began and did not finish is written down in the shop by this.
        if ($known !== null && !$known['isDone']) {
            $platformId = $this->shop->recordRefund($entry->orderKey, $refundId, $centavos);
            $this->store->recordRefundDone($refundId, $platformId, $now);
            $this->log->info($entry->orderKey, "refund $refundId of " . Money::format($centavos) . ' came from the lender');
        }
        $this->move($entry, $centavos, $rest);
    }

    private function keepRefund(Entry $entry, string $refundId, int $centavos, ?string $rest): void
    {
        $now = $this->clock->now();
        $this->store->insertRefund($refundId, $entry->orderKey, $centavos, 'shop', $now);
        $this->store->recordRefundDone($refundId, null, $now);
        $this->move($entry, $centavos, $rest);
        $this->store->saveEntry($entry);
        $this->log->info($entry->orderKey, "refund $refundId of " . Money::format($centavos) . ' by the shop');
    }

    private function move(Entry $entry, int $centavos, ?string $rest): void
    {
        $entry->remaining -= $centavos;
        $entry->endedSeenAt = null;
        if ($rest !== null) {
            $entry->purchaseId = $rest;
        }
    }

    /** Products may have gone back elsewhere since: what is left is another purchase then. */
    private function checkSame(Entry $entry): void
    {
        $view = $this->lender->read((string) $entry->linkId, $entry->orderKey);
        if ($view->isApproved() && $view->purchaseId !== $entry->purchaseId) {
            throw new Refused(
                'changed_elsewhere',
                'Parte desta compra já foi devolvida no crediário. Aguarde alguns minutos até a devolução aparecer aqui.',
            );
        }
    }

    /** The total changed before anybody bought: the old link ends first. False when it was bought meanwhile. */
    private function makeRoom(Entry $entry): bool
    {
        if (!$this->lender->closeLink((string) $entry->linkId)) {
            $this->follow($entry);
            return false;
        }
        $this->shop->comment($entry->orderKey, 'O total do pedido mudou: o link anterior do crediário foi recusado e trocado por um novo.');
        $entry->linkId = null;
        $entry->attempt++;
        $this->store->saveEntry($entry);
        return true;
    }

    private function createLink(Order $order, Entry $entry): void
    {
        $now = $this->clock->now();
        $entry->amount = $order->totalCentavos;
        if ($entry->expiresAt < $now + (self::WAIT_DAYS - 1) * self::DAY_SECONDS) {
            // Kept for a day, so that the same request is made again after a lost answer.
            $entry->expiresAt = $now + self::WAIT_DAYS * self::DAY_SECONDS;
        }
        $this->store->saveEntry($entry);
        try {
            $link = $this->createWithTotal($order, $entry);
        } catch (Refused $refusal) {
            $this->shop->comment($order->key, "Crediário recusado: {$refusal->getMessage()}");
            $this->log->error($order->key, "no link: {$refusal->reason}");
            throw $refusal;
        }
        $entry->linkId = $link['id'];
        $entry->isSettled = false;
        $entry->checkedAt = $now;
        $this->store->saveEntry($entry);
        $this->log->info($order->key, "link {$link['id']} of " . Money::format($order->totalCentavos));
    }

    /** @return array<string, mixed> */
    private function createWithTotal(Order $order, Entry $entry): array
    {
        $body = $this->composeLink($order, $entry->expiresAt);
        $link = $this->lender->createLink($body, self::keyOf($entry, $body));
        if (Money::toCentavos($link['amount']) === $order->totalCentavos) {
            return $link;
        }
        // The service knows a link of this order whose answer was lost, and the total has changed since.
        if (!$this->lender->closeLink($link['id'])) {
            throw new Refused('other_total', 'Este número de pedido já foi comprado no crediário com outro total.');
        }
        $entry->attempt++;
        $this->store->saveEntry($entry);
        $link = $this->lender->createLink($body, self::keyOf($entry, $body));
        if (Money::toCentavos($link['amount']) !== $order->totalCentavos) {
            throw new Refused('other_total', 'O crediário somou outro total para este pedido.');
        }
        return $link;
    }

    /** @return array<string, mixed> */
    private function composeLink(Order $order, int $expiresAt): array
    {
        if ($order->currency !== 'BRL') {
            throw new Refused('currency', 'O crediário vende somente em reais.');
        }
        $returnUrl = $this->shop->returnUrl($order->key);
        return Cart::compose($order) + [
            'source' => 'checkout',
            'orderId' => $order->key,
            'oncePerOrder' => true,
            'expiresAt' => gmdate('Y-m-d\TH:i:s\Z', $expiresAt),
            'returnUrl' => $returnUrl,
            'cancelUrl' => $returnUrl,
        ] + ($order->customer === [] ? [] : ['customer' => $order->customer]);
    }

    /**
     * The same for every tab and after every crash, until the order or what is asked for is another.
     *
     * @param array<string, mixed> $body
     */
    private static function keyOf(Entry $entry, array $body): string
    {
        $text = json_encode([$entry->orderKey, $entry->attempt, $entry->createdAt, $body], JSON_THROW_ON_ERROR);
        return substr(hash('sha256', $text), 0, 48);
    }

    private function newEntry(Order $order): Entry
    {
        $now = $this->clock->now();
        return new Entry($order->key, 1, null, $order->totalCentavos, 0, null, null, null, false, $now, $now, $now);
    }

    /**
     * @template Result
     * @param callable(): Result $work
     * @return Result
     */
    private function exclusively(string $orderKey, callable $work): mixed
    {
        return $this->locks->run("crediario-$orderKey", $work);
    }
}
