<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Crediario\Client;
use Crediario\Connector\Clock;
use Crediario\Connector\Comparison;
use Crediario\Connector\Connector;
use Crediario\Connector\Doctor;
use Crediario\Connector\HttpLender;
use Crediario\Connector\Inbox;
use Crediario\Connector\Lender;
use Crediario\Connector\Locks;
use Crediario\Connector\Log;
use Crediario\Connector\Setup;
use Crediario\Connector\Sql;
use Crediario\Connector\Store;

/** Puts the shared code together from what WordPress gives. */
final class Bridge
{
    /** Short of what a browser waits for, so that the shop itself can say what happened. */
    private const ANSWER_SECONDS = 10.0;

    public readonly Store $store;
    private readonly Log $log;
    private ?Lender $lender;

    public function __construct(
        public readonly Settings $settings,
        public readonly WooShop $shop,
        public readonly Sql $sql,
        private readonly Locks $locks,
        private readonly Clock $clock,
        ?Lender $lender = null,
    ) {
        $this->store = new Store($sql);
        $this->log = new Log($this->store, $clock);
        $this->lender = $lender;
    }

    public function connector(): Connector
    {
        return new Connector($this->shop, $this->lender(), $this->store, $this->locks, $this->log, $this->clock);
    }

    public function inbox(): Inbox
    {
        $secret = $this->settings->webhookSecret();
        return new Inbox(
            $this->connector(),
            $this->shop,
            $this->lender(),
            $this->store,
            $this->locks,
            $this->log,
            $this->clock,
            $secret === '' ? [] : [$secret],
        );
    }

    public function comparison(): Comparison
    {
        return new Comparison($this->connector(), $this->store, $this->log, $this->clock);
    }

    public function doctor(): Doctor
    {
        return new Doctor($this->client(), $this->store, $this->clock);
    }

    public function connect(): void
    {
        $this->settings->keep('webhook_secret', (new Setup($this->client()))->connect($this->settings->webhookUrl()));
    }

    private function lender(): Lender
    {
        return $this->lender ??= new HttpLender($this->client(), $this->log);
    }

    private function client(): Client
    {
        return new Client($this->settings->baseUrl(), $this->settings->apiKey(), self::ANSWER_SECONDS, 1);
    }
}
