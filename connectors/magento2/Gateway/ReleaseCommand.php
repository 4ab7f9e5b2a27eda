<?php

declare(strict_types=1);

namespace Crediario\Payment\Gateway;

use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\Exception\LocalizedException;
use Magento\Framework\Phrase;
use Magento\Payment\Gateway\CommandInterface;

/** Before Magento cancels an order: nobody can buy it from then on. An order that is bought is not canceled: it is refunded. */
class ReleaseCommand implements CommandInterface
{
    public function __construct(private readonly Bridge $bridge, private readonly MagentoShop $shop)
    {
    }

    /** @param array<string, mixed> $commandSubject */
    public function execute(array $commandSubject)
    {
        $payment = $commandSubject['payment']->getPayment();
        try {
            $this->bridge->connector()->release($this->shop->keyOf($payment->getOrder()));
        } catch (Refused | Unavailable $error) {
            throw new LocalizedException(new Phrase($error->getMessage()), $error);
        }
        $payment->setIsTransactionClosed(true);
        return null;
    }
}
