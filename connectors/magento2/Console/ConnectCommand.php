<?php

declare(strict_types=1);

namespace Crediario\Payment\Console;

use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\CommandArea;
use Crediario\Payment\Model\Settings;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

class ConnectCommand extends Command
{
    public function __construct(private readonly Bridge $bridge, private readonly CommandArea $area, private readonly Settings $settings)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('crediario:connect')->setDescription('Registra esta loja para os avisos do crediário');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->area->enter();
        $url = $this->settings->webhookUrl();
        $this->settings->keepSecret($this->bridge->setup()->connect($url));
        $output->writeln("Avisos registrados em $url. Limpe o cache de configuração: bin/magento cache:clean config");
        return 0;
    }
}
