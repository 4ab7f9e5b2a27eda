<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Crediario\Connector\Money;
use Crediario\Connector\Order as Seen;
use Crediario\Connector\OrderLine;
use Crediario\Connector\Person;
use Crediario\Connector\Shop;
use Magento\Framework\Event\ManagerInterface;
use Magento\Framework\UrlInterface;
use Magento\Sales\Api\CreditmemoManagementInterface;
use Magento\Sales\Api\OrderRepositoryInterface;
use Magento\Sales\Model\Order;
use Magento\Sales\Model\Order\CreditmemoFactory;
use Magento\Sales\Model\Order\Email\Sender\OrderSender;
use Magento\Sales\Model\OrderFactory;

/** Orders of Magento, as the shared code asks for them. */
class MagentoShop implements Shop
{
    /** After the id of a refund: the purchase's own id is that of the capture already. */
    public const REFUND = '-refund';
    private const UNPAID = [Order::STATE_NEW, Order::STATE_PENDING_PAYMENT, Order::STATE_PAYMENT_REVIEW, Order::STATE_HOLDED];

    public function __construct(
        private readonly OrderFactory $orders,
        private readonly OrderRepositoryInterface $repository,
        private readonly CreditmemoFactory $creditmemos,
        private readonly CreditmemoManagementInterface $creditmemoManagement,
        private readonly OrderSender $orderSender,
        private readonly ManagerInterface $events,
        private readonly UrlInterface $url,
        private readonly Config $config,
    ) {
    }

    public function findOrder(string $orderKey): ?Seen
    {
        $order = $this->load($orderKey);
        if ($order === null) {
            return null;
        }
        $base = (string) $order->getBaseCurrencyCode();
        return new Seen(
            $orderKey,
            self::computeState($order),
            Money::toCentavos($order->getBaseGrandTotal()),
            Money::toCentavos($order->getBaseTotalRefunded() ?? 0),
            $this->listLines($order),
            self::sum($order, [
                'base_shipping_amount' => 1, 'base_shipping_tax_amount' => 1, 'base_shipping_discount_tax_compensation_amnt' => 1,
                'base_shipping_discount_amount' => -1,
            ]),
            $this->describeCustomer($order),
            $base === 'BRL' ? (string) $order->getOrderCurrencyCode() : $base,
        );
    }

    public function pay(string $orderKey, string $purchaseId, int $centavos): void
    {
        $order = $this->load($orderKey);
        if ($order === null || self::computeState($order) !== Seen::WAITING) {
            return;
        }
        if ($order->canUnhold()) {
            $order->unhold();
        }
        $payment = $order->getPayment();
        $payment->setTransactionId($purchaseId);
        $payment->setLastTransId($purchaseId);
        $payment->setIsTransactionClosed(false);
        // Makes the invoice and moves the order to processing; the total is the purchase's, as was checked.
        $payment->registerCaptureNotification($order->getBaseGrandTotal(), true);
        $invoice = $payment->getCreatedInvoice();
        if ($invoice) {
            $invoice->setTransactionId($purchaseId);
        }
        $order->addCommentToStatusHistory("Pago com o crediário, compra $purchaseId.");
        $this->repository->save($order);
        // The only mail: placing the order sends none, and an order that was paid is not paid again.
        if (!$order->getEmailSent()) {
            $order->setCanSendNewEmailFlag(true);
            $this->orderSender->send($order);
        }
    }

    public function cancel(string $orderKey, string $reason): void
    {
        $order = $this->load($orderKey);
        if ($order === null || self::computeState($order) !== Seen::WAITING) {
            return;
        }
        if ($order->canUnhold()) {
            $order->unhold();
        }
        // Not cancel(): that would ask the lender, who has just said that nothing is left to buy.
        $order->registerCancellation($reason);
        $this->events->dispatch('order_cancel_after', ['order' => $order]);
        $this->repository->save($order);
    }

    public function recordRefund(string $orderKey, string $refundId, int $centavos): string
    {
        $order = $this->load($orderKey) ?? throw new \RuntimeException('the order is gone');
        foreach ($order->getCreditmemosCollection() ?: [] as $known) {
            // Magento gives a memo that it asked the gateway for the id of its own transaction.
            if (in_array($known->getTransactionId(), [$refundId, $refundId . self::REFUND], true)) {
                return (string) $known->getIncrementId();
            }
        }
        $rest = Money::toCentavos($order->getBaseTotalPaid() ?? 0) - Money::toCentavos($order->getBaseTotalRefunded() ?? 0);
        $memo = $this->creditmemos->createByOrder($order, $centavos === $rest ? [] : [
            'qtys' => array_fill_keys(array_map(static fn ($item) => $item->getId(), $order->getAllItems()), 0),
            'shipping_amount' => 0,
            'adjustment_positive' => Money::toReais($centavos),
        ]);
        $memo->setTransactionId($refundId);
        $memo->addComment("Devolvido pelo crediário, $refundId.");
        // Offline: the lender has given the money back already.
        $this->creditmemoManagement->refund($memo, true);
        return (string) $memo->getIncrementId();
    }

    public function comment(string $orderKey, string $text): void
    {
        $order = $this->load($orderKey);
        if ($order !== null) {
            $order->addCommentToStatusHistory($text);
            $this->repository->save($order);
        }
    }

    public function returnUrl(string $orderKey): string
    {
        $query = ['order' => $orderKey, 'sign' => $this->config->signOrder($orderKey)];
        return $this->url->getUrl('crediario/checkout/back', ['_query' => $query, '_secure' => true, '_nosid' => true]);
    }

    public function keyOf(Order $order): string
    {
        return $this->config->getOrderPrefix() . $order->getIncrementId();
    }

    public function load(string $orderKey): ?Order
    {
        $prefix = $this->config->getOrderPrefix();
        if (!str_starts_with($orderKey, $prefix)) {
            return null;
        }
        $order = $this->orders->create()->loadByIncrementId(substr($orderKey, strlen($prefix)));
        return $order->getId() ? $order : null;
    }

    public static function computeState(Order $order): string
    {
        $state = $order->getState();
        if ($order->getPayment()->getMethod() !== Config::CODE) {
            return $state === Order::STATE_CANCELED ? Seen::CANCELED : Seen::ELSEWHERE;
        }
        $paid = Money::toCentavos($order->getBaseTotalPaid() ?? 0);
        return match (true) {
            $state === Order::STATE_CANCELED => Seen::CANCELED,
            $state === Order::STATE_CLOSED => Seen::REFUNDED,
            $paid === 0 && in_array($state, self::UNPAID, true) => Seen::WAITING,
            $paid > 0 && Money::toCentavos($order->getBaseTotalRefunded() ?? 0) >= $paid => Seen::REFUNDED,
            // An invoice that somebody wrote by hand has no purchase behind it.
            (string) $order->getPayment()->getLastTransId() === '' => Seen::ELSEWHERE,
            default => Seen::PAID,
        };
    }

    /** @return list<OrderLine> */
    private function listLines(Order $order): array
    {
        $lines = [];
        foreach ($order->getAllVisibleItems() as $item) {
            $priced = $item->getHasChildren() && $item->isChildrenCalculated() ? $item->getChildrenItems() : [$item];
            $centavos = 0;
            foreach ($priced as $each) {
                $centavos += self::sum($each, [
                    'base_row_total' => 1, 'base_tax_amount' => 1, 'base_discount_tax_compensation_amount' => 1, 'base_discount_amount' => -1,
                ]);
            }
            $quantity = (float) $item->getQtyOrdered();
            $isWhole = $quantity >= 1 && floor($quantity) === $quantity;
            $name = $isWhole ? (string) $item->getName() : "$quantity × {$item->getName()}";
            $lines[] = new OrderLine((string) $item->getId(), $name, $isWhole ? (int) $quantity : 1, $centavos);
        }
        return $lines;
    }

    /** @param array<string, int> $signs by field */
    private static function sum(object $row, array $signs): int
    {
        $centavos = 0;
        foreach ($signs as $field => $sign) {
            $centavos += $sign * Money::toCentavos($row->getData($field) ?? 0);
        }
        return $centavos;
    }

    /** @return array<string, string> */
    private function describeCustomer(Order $order): array
    {
        $address = $order->getShippingAddress() ?: $order->getBillingAddress();
        $billing = $order->getBillingAddress() ?: $address;
        if (!$address) {
            return [];
        }
        $storeId = $order->getStoreId();
        $line = function (string $field) use ($address, $storeId): ?string {
            $number = $this->config->readLine($field, $storeId);
            return $number > 0 ? $address->getStreetLine($number) : null;
        };
        $taxvat = (string) $order->getCustomerTaxvat();
        $vatId = (string) $billing->getVatId();
        return Person::compose([
            'name' => trim("{$billing->getFirstname()} {$billing->getLastname()}"),
            'cpf' => $this->config->readOfStore('cpf_field', $storeId) === 'taxvat' ? ($taxvat ?: $vatId) : ($vatId ?: $taxvat),
            'phone' => $billing->getTelephone(),
            'email' => $order->getCustomerEmail(),
            'zipCode' => $address->getPostcode(),
            'street' => $line('street_line'),
            'number' => $line('number_line'),
            'complement' => $line('complement_line'),
            'city' => $address->getCity(),
            'state' => $address->getRegionCode() ?: $address->getRegion(),
        ]);
    }
}
