<?php

declare(strict_types=1);

namespace Crediario\Connector\Handlers;

use Crediario\Connector\Connector;

/** payment_link.*: somebody opened, claimed, completed or ended the page. */
final class LinkHandler implements Handler
{
    public function __construct(private readonly Connector $connector)
    {
    }

    public function handle(array $event): ?int
    {
        $this->connector->sync((string) $event['orderId']);
        return null;
    }
}
