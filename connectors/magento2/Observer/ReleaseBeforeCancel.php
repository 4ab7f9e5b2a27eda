<?php

declare(strict_types=1);

namespace Crediario\Payment\Observer;

use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\Config;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\Event\Observer;
use Magento\Framework\Event\ObserverInterface;
use Magento\Framework\Exception\LocalizedException;
use Magento\Framework\Phrase;

/**
 * Magento asks the gateway's command `cancel` only where an authorization is open, which a purchase on credit has not. This event comes
 * with every cancellation, by hand or by a timer, before the order changes; an error stops it.
 */
class ReleaseBeforeCancel implements ObserverInterface
{
    public function __construct(private readonly Bridge $bridge, private readonly MagentoShop $shop)
    {
    }

    public function execute(Observer $observer): void
    {
        $payment = $observer->getData('payment');
        if ($payment->getMethod() !== Config::CODE) {
            return;
        }
        try {
            $this->bridge->connector()->release($this->shop->keyOf($payment->getOrder()));
        } catch (Refused | Unavailable $error) {
            throw new LocalizedException(new Phrase($error->getMessage()), $error);
        }
    }
}
