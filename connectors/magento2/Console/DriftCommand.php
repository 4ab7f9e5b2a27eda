<?php

declare(strict_types=1);

namespace Crediario\Payment\Console;

use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\CommandArea;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

class DriftCommand extends Command
{
    public function __construct(private readonly Bridge $bridge, private readonly CommandArea $area)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('crediario:drift')->setDescription('Compara os pedidos da loja com as compras no crediário');
        $this->addOption('fix', null, InputOption::VALUE_REQUIRED, 'Número do pedido a corrigir');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->area->enter();
        $orderKey = $input->getOption('fix');
        if (is_string($orderKey) && $orderKey !== '') {
            $output->writeln($this->bridge->comparison()->fix($orderKey) ?? 'Nada a corrigir.');
            return 0;
        }
        foreach ($this->bridge->comparison()->report() as $difference) {
            $fix = $difference->fix();
            $output->writeln($difference->describe() . ($fix === null ? '' : "  --fix={$difference->orderKey} ($fix)"));
        }
        return 0;
    }
}
