<?php

declare(strict_types=1);

namespace Crediario\Payment\Block;

use Crediario\Connector\Order as Seen;
use Crediario\Payment\Controller\CustomerOrder;
use Crediario\Payment\Model\Config;
use Crediario\Payment\Model\MagentoShop;
use Magento\Framework\View\Element\Template;
use Magento\Framework\View\Element\Template\Context;

/** The page after the way back: the order's number and state, and always a way on. */
class Back extends Template
{
    private const WORDS = [
        Seen::WAITING => 'Sua compra no crediário ainda não terminou. Esta página se atualiza sozinha.',
        Seen::PAID => 'Pagamento confirmado. Obrigado pela compra!',
        Seen::CANCELED => 'A compra no crediário não foi concluída. Seu carrinho está à sua espera.',
        Seen::REFUNDED => 'Este pedido foi devolvido.',
        Seen::ELSEWHERE => 'Este pedido foi pago de outra forma.',
    ];

    /** @param array<string, mixed> $data */
    public function __construct(
        Context $context,
        private readonly CustomerOrder $customerOrder,
        private readonly Config $config,
        private readonly MagentoShop $shop,
        array $data = [],
    ) {
        parent::__construct($context, $data);
    }

    public function getNumber(): string
    {
        return (string) $this->customerOrder->find()?->getIncrementId();
    }

    public function isWaiting(): bool
    {
        $order = $this->customerOrder->find();
        return $order !== null && MagentoShop::computeState($order) === Seen::WAITING;
    }

    /** Only the browser that placed the order may give it up. */
    public function canLeave(): bool
    {
        return $this->isWaiting() && $this->customerOrder->findOwn()?->getIncrementId() === $this->getNumber();
    }

    public function getWords(): string
    {
        $order = $this->customerOrder->find();
        return $order === null ? '' : self::WORDS[MagentoShop::computeState($order)];
    }

    public function getStartUrl(): string
    {
        $order = $this->customerOrder->find();
        $key = $order === null ? '' : $this->shop->keyOf($order);
        return $this->getUrl('crediario/redirect/start', ['_query' => ['order' => $key, 'sign' => $this->config->signOrder($key)]]);
    }

    public function getLeaveUrl(): string
    {
        return $this->getUrl('crediario/checkout/leave');
    }
}
