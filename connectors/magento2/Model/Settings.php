<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Crediario\Connector\Finding;
use Magento\Framework\App\Config\ScopeConfigInterface;
use Magento\Framework\App\Config\Storage\WriterInterface;
use Magento\Framework\App\ResourceConnection;
use Magento\Framework\Encryption\EncryptorInterface;
use Magento\Store\Model\StoreManagerInterface;

/** What commands read and write of the shop's settings, and what the doctor looks at in Magento. */
class Settings
{
    /** Without any of these a command of the gateway silently does nothing. */
    private const NEEDED = ['can_initialize', 'can_refund', 'can_refund_partial_per_invoice', 'can_cancel', 'can_void', 'can_use_checkout'];

    public function __construct(
        private readonly Config $config,
        private readonly ScopeConfigInterface $scopeConfig,
        private readonly WriterInterface $writer,
        private readonly EncryptorInterface $encryptor,
        private readonly ResourceConnection $resource,
        private readonly StoreManagerInterface $stores,
    ) {
    }

    public function webhookUrl(): string
    {
        return $this->address('crediario/webhook/index');
    }

    public function keepSecret(string $secret): void
    {
        $this->writer->save('payment/crediario/webhook_secret', $this->encryptor->encrypt($secret));
    }

    /** @return array{baseUrl: string, apiKey: string, secret: string, webhookUrl: string, returnUrl: string, currency: string} */
    public function describe(): array
    {
        return [
            'baseUrl' => $this->config->read('base_url'),
            'apiKey' => $this->config->decrypt('api_key'),
            'secret' => $this->config->decrypt('webhook_secret'),
            'webhookUrl' => $this->webhookUrl(),
            'returnUrl' => $this->address('crediario/checkout/back'),
            'currency' => (string) $this->scopeConfig->getValue('currency/options/base', 'default'),
        ];
    }

    /** @return list<Finding> */
    public function examine(): array
    {
        $missing = array_filter(self::NEEDED, fn (string $flag): bool => $this->config->read($flag) !== '1');
        $connection = $this->resource->getConnection();
        $status = $connection->query(
            "SELECT state FROM {$this->resource->getTableName('sales_order_status_state')} WHERE status = ?",
            [Config::WAITING_STATUS],
        )->fetchAll(\PDO::FETCH_ASSOC);
        $isHttps = (string) $this->scopeConfig->getValue('web/secure/use_in_frontend', 'default') === '1';
        return [
            new Finding('método ativo', $this->config->read('active') === '1', 'ative o método em Lojas > Configuração > Vendas > Métodos de pagamento'),
            new Finding('comandos', $missing === [], 'estas opções do método estão desligadas: ' . implode(', ', $missing)),
            new Finding('status do pedido', ($status[0]['state'] ?? '') === 'pending_payment', 'rode bin/magento setup:upgrade'),
            new Finding('https', $isHttps, 'ligue as URLs seguras na loja (web/secure/use_in_frontend)'),
        ];
    }

    /** Of the shop's first store: commands run outside of any. */
    private function address(string $path): string
    {
        return $this->stores->getDefaultStoreView()->getBaseUrl('link', true) . $path;
    }
}
