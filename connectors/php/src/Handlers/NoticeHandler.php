<?php

declare(strict_types=1);

namespace Crediario\Connector\Handlers;

use Crediario\Connector\Clock;
use Crediario\Connector\Log;
use Crediario\Connector\Store;

/** test.ping and endpoint.disabled: about the connection, not about an order. */
final class NoticeHandler implements Handler
{
    public function __construct(private readonly Store $store, private readonly Log $log, private readonly Clock $clock)
    {
    }

    public function handle(array $event): ?int
    {
        if ($event['type'] === 'test.ping') {
            $this->store->writeNote('ping', (string) $this->clock->now());
        } else {
            $this->log->error(null, 'the service stopped delivering events: run the doctor');
        }
        return null;
    }
}
