<?php

declare(strict_types=1);

namespace Crediario\Payment\Console;

use Crediario\Connector\Finding;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\CommandArea;
use Crediario\Payment\Model\Settings;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

class DoctorCommand extends Command
{
    public function __construct(private readonly Bridge $bridge, private readonly CommandArea $area, private readonly Settings $settings)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('crediario:doctor')->setDescription('Diz o que falta para vender no crediário');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->area->enter();
        $findings = $this->bridge->doctor()->examine($this->settings->describe(), $this->settings->examine());
        foreach ($findings as $finding) {
            $output->writeln($finding->describe());
        }
        return array_filter($findings, static fn (Finding $finding): bool => !$finding->isFine) === [] ? 0 : 1;
    }
}
