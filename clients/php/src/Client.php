<?php

declare(strict_types=1);

namespace Crediario;

/**
 * The interface of a Crediário service, with a secret key. A refusal is thrown as CrediarioError, the lack of an answer as
 * ConnectionError. Calls are repeated only where that is safe: every one that changes something carries one Idempotency-Key for all of
 * its attempts, so that the service does it once.
 */
final class Client extends Operations
{
    private const FIRST_WAIT_SECONDS = 0.25;
    private const LONGEST_WAIT_SECONDS = 5.0;
    /** A longer Retry-After is passed on to the caller instead of waited for. */
    private const LONGEST_RETRY_AFTER_SECONDS = 30;
    /** Refusals that end by themselves. A 409 is one of them only when it says when to come back. */
    private const PASSING_STATUSES = [408, 429, 502, 503, 504];

    private readonly string $baseUrl;

    /** @param float $timeoutSeconds of each attempt, from the call to the last byte of the answer */
    public function __construct(
        string $baseUrl,
        private readonly string $apiKey,
        private readonly float $timeoutSeconds = 30.0,
        private readonly int $retries = 2,
    ) {
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    protected function call(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): array
    {
        $text = $this->download($method, $path, $body, $query, $isRepeatable, $options);
        $answer = json_decode($text, true);
        if (!is_array($answer)) {
            throw new ConnectionError('the answer is not JSON');
        }
        return $answer;
    }

    protected function download(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): string
    {
        $url = $this->baseUrl . $path . self::presentQuery($query);
        $headers = ["x-service-apikey: {$this->apiKey}", 'x-service-version: ' . self::API_VERSION, 'Expect:'];
        $key = $options['idempotencyKey'] ?? ($isRepeatable ? null : bin2hex(random_bytes(16)));
        if ($key !== null && $method === 'POST') {
            $headers[] = "Idempotency-Key: $key";
        }
        $text = null;
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            // Without members, an array of PHP would be written as a list.
            $text = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        }
        $timeoutSeconds = $options['timeoutSeconds'] ?? $this->timeoutSeconds;
        $retries = $options['retries'] ?? $this->retries;
        for ($attempt = 0; ; $attempt++) {
            try {
                return self::send($method, $url, $headers, $text, $timeoutSeconds);
            } catch (CrediarioError | ConnectionError $error) {
                $wait = self::computeWaitSeconds($error, $attempt);
                if ($attempt >= $retries || $wait === null) {
                    throw $error;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
    }

    /** @param list<string> $headers */
    private static function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): string
    {
        $received = [];
        $handle = curl_init();
        curl_setopt_array($handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            // A redirect would lead the key elsewhere.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($timeoutSeconds * 1000)),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $received[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        $answer = curl_exec($handle);
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        $fault = curl_error($handle);
        curl_close($handle);
        if (!is_string($answer)) {
            throw new ConnectionError($fault === '' ? 'no answer' : $fault);
        }
        if ($status < 200 || $status > 299) {
            throw CrediarioError::fromAnswer($status, $received, $answer);
        }
        return $answer;
    }

    /** Null when another attempt would fail like this one. */
    private static function computeWaitSeconds(CrediarioError|ConnectionError $error, int $attempt): ?float
    {
        $grown = min(self::LONGEST_WAIT_SECONDS, self::FIRST_WAIT_SECONDS * 2 ** $attempt);
        // Random, so that callers whom one failure stopped do not come back together.
        $backOff = $grown * random_int(500, 1000) / 1000;
        if ($error instanceof ConnectionError) {
            return $backOff;
        }
        $asked = $error->retryAfterSeconds;
        $isPassing = in_array($error->status, self::PASSING_STATUSES, true) || ($error->status === 409 && $asked !== null);
        if (!$isPassing || ($asked ?? 0) > self::LONGEST_RETRY_AFTER_SECONDS) {
            return null;
        }
        return max((float) ($asked ?? 0), $backOff);
    }

    /** @param array<string, mixed> $query */
    private static function presentQuery(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        return $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
    }
}
