<?php

declare(strict_types=1);

namespace Crediario\Woo;

/** wp crediario connect | doctor | drift [--fix=<order>] | log [<order>] */
final class Commands
{
    private const LINES = 100;

    public function __construct(private readonly Bridge $bridge, private readonly Gateway $gateway)
    {
    }

    public function connect(): void
    {
        $this->bridge->connect();
        \WP_CLI::line('Avisos registrados em ' . $this->bridge->settings->webhookUrl());
    }

    public function doctor(): void
    {
        foreach ((new Examination($this->bridge, $this->gateway))->run() as $finding) {
            \WP_CLI::line($finding->describe());
        }
    }

    /**
     * @param list<string> $args
     * @param array<string, string> $named
     */
    public function drift(array $args = [], array $named = []): void
    {
        if (isset($named['fix'])) {
            \WP_CLI::line($this->bridge->comparison()->fix($named['fix']) ?? 'Nada a corrigir.');
            return;
        }
        foreach ($this->bridge->comparison()->report() as $difference) {
            \WP_CLI::line($difference->describe() . ($difference->fix() === null ? '' : "  --fix={$difference->orderKey}"));
        }
    }

    /** @param list<string> $args */
    public function log(array $args = []): void
    {
        foreach ($this->bridge->store->listLog(self::LINES, $args[0] ?? null) as $line) {
            \WP_CLI::line(gmdate('Y-m-d H:i:s', $line['at']) . " {$line['level']} {$line['orderKey']} {$line['line']}");
        }
    }
}
