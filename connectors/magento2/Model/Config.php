<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Magento\Framework\App\Config\ScopeConfigInterface;
use Magento\Framework\Encryption\EncryptorInterface;

class Config
{
    public const CODE = 'crediario';
    public const WAITING_STATUS = 'crediario_pending';
    private const PATH = 'payment/crediario/';

    public function __construct(
        private readonly ScopeConfigInterface $scopeConfig,
        private readonly EncryptorInterface $encryptor,
    ) {
    }

    public function read(string $field): string
    {
        return trim((string) $this->scopeConfig->getValue(self::PATH . $field, 'default'));
    }

    /** By the store of an order: addresses are written differently in each. */
    public function readLine(string $field, int|string|null $storeId): int
    {
        return (int) $this->scopeConfig->getValue(self::PATH . $field, 'store', $storeId);
    }

    public function readOfStore(string $field, int|string|null $storeId): string
    {
        return trim((string) $this->scopeConfig->getValue(self::PATH . $field, 'store', $storeId));
    }

    public function decrypt(string $field): string
    {
        $value = $this->read($field);
        return $value === '' ? '' : (string) $this->encryptor->decrypt($value);
    }

    public function getOrderPrefix(): string
    {
        return $this->read('order_prefix');
    }

    /** A number that nobody guesses: whoever has an order's address may see its state, and nothing else. */
    public function signOrder(string $orderKey): string
    {
        return substr($this->encryptor->hash("crediario $orderKey"), 0, 32);
    }
}
