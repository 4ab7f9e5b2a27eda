<?php

declare(strict_types=1);

namespace Crediario\Payment\Model;

use Magento\Checkout\Model\ConfigProviderInterface;
use Magento\Framework\UrlInterface;

/** What the checkout's page gets: an address and a title, no key and no personal data. */
class CheckoutConfig implements ConfigProviderInterface
{
    public function __construct(private readonly UrlInterface $url, private readonly Config $config)
    {
    }

    /** @return array<string, mixed> */
    public function getConfig(): array
    {
        return ['payment' => [Config::CODE => [
            'redirectUrl' => $this->url->getUrl('crediario/redirect/start', ['_secure' => true]),
            'title' => $this->config->read('title'),
        ]]];
    }
}
