<?php

declare(strict_types=1);

namespace Crediario\Payment\Gateway;

use Crediario\Connector\Money;
use Crediario\Connector\Refused;
use Crediario\Connector\Unavailable;
use Crediario\Payment\Model\Bridge;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\Exception\LocalizedException;
use Magento\Framework\Phrase;
use Magento\Payment\Gateway\CommandInterface;

/** An online credit memo: everything, or whole products. What the lender does not give back is not written down here either. */
class RefundCommand implements CommandInterface
{
    public function __construct(private readonly Bridge $bridge, private readonly MagentoShop $shop)
    {
    }

    /** @param array<string, mixed> $commandSubject */
    public function execute(array $commandSubject)
    {
        $payment = $commandSubject['payment']->getPayment();
        $memo = $payment->getCreditmemo();
        try {
            $refundId = $this->bridge->connector()->refund(
                $this->shop->keyOf($payment->getOrder()),
                Money::toCentavos($commandSubject['amount']),
                self::countUnits($memo),
            );
        } catch (Refused | Unavailable $error) {
            throw new LocalizedException(new Phrase($error->getMessage()), $error);
        }
        // The same id on both sides: Magento writes this one to the memo, and by it the event that follows finds the memo.
        $payment->setTransactionId($refundId . MagentoShop::REFUND);
        $payment->setIsTransactionClosed(true);
        return null;
    }

    /** @return array<string, int> */
    private static function countUnits(object $memo): array
    {
        $units = [];
        foreach ($memo->getAllItems() as $item) {
            // The children of a product with variations are named by their parent, as the link names them.
            if ($item->getOrderItem()->getParentItem() === null && (int) $item->getQty() > 0) {
                $units[(string) $item->getOrderItemId()] = (int) $item->getQty();
            }
        }
        return $units;
    }
}
