<?php

declare(strict_types=1);

namespace Crediario\Payment\Setup\Patch\Data;

use Crediario\Payment\Model\Config;
use Magento\Framework\Setup\ModuleDataSetupInterface;
use Magento\Framework\Setup\Patch\DataPatchInterface;

/**
 * A status of our own in the state pending_payment: Magento's own timer cancels every order whose *status* is pending_payment after eight
 * hours, and a purchase on credit may wait for fourteen days.
 */
class AddWaitingStatus implements DataPatchInterface
{
    public function __construct(private readonly ModuleDataSetupInterface $setup)
    {
    }

    public function apply(): self
    {
        $connection = $this->setup->getConnection();
        $connection->insertOnDuplicate(
            $this->setup->getTable('sales_order_status'),
            ['status' => Config::WAITING_STATUS, 'label' => 'Aguardando crediário'],
            ['label'],
        );
        $connection->insertOnDuplicate(
            $this->setup->getTable('sales_order_status_state'),
            ['status' => Config::WAITING_STATUS, 'state' => 'pending_payment', 'is_default' => 0, 'visible_on_front' => 1],
            ['visible_on_front'],
        );
        return $this;
    }

    /** @return list<class-string> */
    public static function getDependencies(): array
    {
        return [];
    }

    /** @return list<string> */
    public function getAliases(): array
    {
        return [];
    }
}
