<?php

declare(strict_types=1);

namespace Crediario\Payment\Controller\Webhook;

use Crediario\Payment\Model\Bridge;
use Magento\Framework\App\Action\HttpPostActionInterface;
use Magento\Framework\App\CsrfAwareActionInterface;
use Magento\Framework\App\Request\InvalidRequestException;
use Magento\Framework\App\RequestInterface;
use Magento\Framework\Controller\Result\RawFactory;

/** Events: verified on the bytes that arrived, stored, answered. A timer does the rest. */
class Index implements HttpPostActionInterface, CsrfAwareActionInterface
{
    private const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

    public function __construct(
        private readonly RequestInterface $request,
        private readonly Bridge $bridge,
        private readonly RawFactory $results,
    ) {
    }

    public function execute()
    {
        $headers = [];
        foreach (self::HEADERS as $name) {
            $headers[$name] = (string) ($this->request->getHeader($name) ?: '');
        }
        $status = $this->bridge->inbox()->receive($headers, (string) $this->request->getContent());
        return $this->results->create()->setHttpResponseCode($status)->setContents('');
    }

    public function createCsrfValidationException(RequestInterface $request): ?InvalidRequestException
    {
        return null;
    }

    /** The signature proves more than a form key. */
    public function validateForCsrf(RequestInterface $request): ?bool
    {
        return true;
    }
}
