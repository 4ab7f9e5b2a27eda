<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

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
use Crediario\Connector\MysqlLocks;
use Crediario\Connector\Setup;
use Crediario\Connector\Store;
use Crediario\Connector\SystemClock;

/** Puts the shared code together from what Magento gives. */
class Bridge
{
    /** Short of what a browser waits for, so that the shop itself can say what happened. */
    private const ANSWER_SECONDS = 10.0;

    private readonly Clock $clock;
    private readonly Locks $locks;
    private readonly Store $store;
    private readonly Log $log;
    private ?Lender $lender = null;

    public function __construct(
        private readonly Config $config,
        private readonly MagentoShop $shop,
        ResourceSql $sql,
    ) {
        $this->clock = new SystemClock();
        $this->locks = new MysqlLocks($sql);
        $this->store = new Store($sql);
        $this->log = new Log($this->store, $this->clock);
    }

    public function connector(): Connector
    {
        return new Connector($this->shop, $this->lender(), $this->store, $this->locks, $this->log, $this->clock);
    }

    public function inbox(): Inbox
    {
        $secret = $this->config->decrypt('webhook_secret');
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

    public function setup(): Setup
    {
        return new Setup($this->client());
    }

    public function store(): Store
    {
        return $this->store;
    }

    private function lender(): Lender
    {
        return $this->lender ??= new HttpLender($this->client(), $this->log);
    }

    private function client(): Client
    {
        return new Client($this->config->read('base_url'), $this->config->decrypt('api_key'), self::ANSWER_SECONDS, 1);
    }
}
