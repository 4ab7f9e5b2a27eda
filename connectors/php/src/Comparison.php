<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** The shop's orders against the lender's, by timers and for people. */
final class Comparison
{
    private const WAITING_SECONDS = 3_600;
    private const BOUGHT_SECONDS = 20 * 3_600;
    private const WAITING_AT_ONCE = 50;
    private const BOUGHT_AT_ONCE = 500;

    public function __construct(
        private readonly Connector $connector,
        private readonly Store $store,
        private readonly Log $log,
        private readonly Clock $clock,
    ) {
    }

    /** Orders that wait, some every few minutes: even without events each is looked at within hours, and expires in time. */
    public function followWaiting(): int
    {
        return $this->follow($this->store->listLiving($this->clock->now() - self::WAITING_SECONDS, self::WAITING_AT_ONCE, true));
    }

    /** All that may still change, every night. */
    public function followAll(): int
    {
        $count = $this->follow($this->store->listLiving($this->clock->now() - self::BOUGHT_SECONDS, self::BOUGHT_AT_ONCE));
        $this->store->writeNote('compared', (string) $this->clock->now());
        return $count;
    }

    /** @return list<Difference> what differs right now; nothing changes */
    public function report(int $limit = 500): array
    {
        $differences = [];
        foreach ($this->store->listLiving(PHP_INT_MAX, $limit) as $entry) {
            $difference = $this->connector->inspect($entry);
            if ($difference->isDifferent()) {
                $differences[] = $difference;
            }
        }
        return $differences;
    }

    /** Fixes one difference in the way that the report offers. */
    public function fix(string $orderKey): ?string
    {
        $entry = $this->store->findEntry($orderKey);
        $fix = $entry === null ? null : $this->connector->inspect($entry)->fix();
        match ($fix) {
            'sync' => $this->connector->sync($orderKey),
            'cancel-purchase' => $this->connector->cancelPurchase($orderKey),
            default => null,
        };
        return $fix;
    }

    /** @param list<Entry> $entries */
    private function follow(array $entries): int
    {
        $followed = 0;
        foreach ($entries as $entry) {
            try {
                $this->connector->sync($entry->orderKey);
                $followed++;
            } catch (Unavailable $error) {
                // Nothing answers: the next run begins with the same orders.
                $this->log->warn(null, "the comparison stopped: {$error->getMessage()}");
                break;
            } catch (\Throwable $error) {
                $this->log->error($entry->orderKey, "the comparison failed: {$error->getMessage()}");
                $this->postpone($entry);
            }
        }
        return $followed;
    }

    /** One order that cannot be looked at must not keep the others from it. */
    private function postpone(Entry $entry): void
    {
        $current = $this->store->findEntry($entry->orderKey) ?? $entry;
        $current->checkedAt = $this->clock->now();
        $this->store->saveEntry($current);
    }
}
