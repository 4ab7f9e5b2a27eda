<?php

declare(strict_types=1);

namespace Crediario\Payment\Gateway;

use Crediario\Payment\Model\Config;
use Magento\Payment\Gateway\CommandInterface;
use Magento\Sales\Model\Order;

/** The order waits, with a status that no timer of Magento cancels, and without a mail. The link is made when the browser is led to it. */
class InitializeCommand implements CommandInterface
{
    /** @param array<string, mixed> $commandSubject */
    public function execute(array $commandSubject)
    {
        $commandSubject['payment']->getPayment()->getOrder()->setCanSendNewEmailFlag(false);
        $state = $commandSubject['stateObject'];
        $state->setData('state', Order::STATE_PENDING_PAYMENT);
        $state->setData('status', Config::WAITING_STATUS);
        $state->setData('is_notified', false);
        return null;
    }
}
