<?php

declare(strict_types=1);

namespace Crediario\Payment\Console;

use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\CommandArea;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

class LogCommand extends Command
{
    private const LINES = 100;

    public function __construct(private readonly Bridge $bridge, private readonly CommandArea $area)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('crediario:log')->setDescription('Mostra o registro do crediário');
        $this->addArgument('order', InputArgument::OPTIONAL, 'Número do pedido');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->area->enter();
        $orderKey = $input->getArgument('order');
        foreach ($this->bridge->store()->listLog(self::LINES, is_string($orderKey) ? $orderKey : null) as $line) {
            $output->writeln(gmdate('Y-m-d H:i:s', $line['at']) . " {$line['level']} {$line['orderKey']} {$line['line']}");
        }
        return 0;
    }
}
