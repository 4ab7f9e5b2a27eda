<?php

declare(strict_types=1);

namespace Crediario;

/** Standard Webhooks: what the service sends is signed with the secret of the endpoint. */
final class Webhook
{
    private const PREFIX = 'whsec_';

    /**
     * The event, when the message was signed with the endpoint's secret within the last minutes. `$body` is what arrived, to the byte:
     * `file_get_contents('php://input')`. Headers are those of `getallheaders()` or `$_SERVER`. While a secret is being replaced, both
     * may be given.
     *
     * @param array<string, mixed> $headers
     * @param string|list<string> $secret
     * @return array<string, mixed>
     */
    public static function verify(
        array $headers,
        string $body,
        string|array $secret,
        int $toleranceSeconds = 300,
        ?int $now = null,
    ): array {
        $id = self::readHeader($headers, 'webhook-id');
        $timestamp = self::readHeader($headers, 'webhook-timestamp');
        $signatures = self::readHeader($headers, 'webhook-signature');
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookError('webhook-timestamp is not a number of seconds');
        }
        $age = ($now ?? time()) - (int) $timestamp;
        if (abs($age) > $toleranceSeconds) {
            throw new WebhookError($age > 0 ? 'the message is too old' : 'the message is from the future');
        }
        $expected = array_map(static fn (string $each): string => self::sign($each, "$id.$timestamp.$body"), (array) $secret);
        $matches = false;
        foreach (explode(' ', $signatures) as $given) {
            foreach ($expected as $each) {
                // All are compared with all: how long it takes tells nothing.
                $matches = hash_equals($each, $given) || $matches;
            }
        }
        if (!$matches) {
            throw new WebhookError('no signature fits the message');
        }
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookError('the message is not JSON');
        }
        return $event;
    }

    /** @param array<string, mixed> $headers */
    private static function readHeader(array $headers, string $name): string
    {
        foreach ($headers as $key => $value) {
            $plain = str_replace('_', '-', strtolower((string) $key));
            if (($plain === $name || $plain === "http-$name") && is_string($value) && $value !== '') {
                return $value;
            }
        }
        throw new WebhookError("$name is missing");
    }

    private static function sign(string $secret, string $message): string
    {
        $text = str_starts_with($secret, self::PREFIX) ? substr($secret, strlen(self::PREFIX)) : $secret;
        $key = base64_decode($text, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('the secret of an endpoint begins with whsec_');
        }
        return 'v1,' . base64_encode(hash_hmac('sha256', $message, $key, true));
    }
}
