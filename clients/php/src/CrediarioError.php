<?php

declare(strict_types=1);

namespace Crediario;

/** A refusal of the service. `errorCode` is stable and meant for programs; quote `trackId` when asking about it. */
final class CrediarioError extends \RuntimeException
{
    /**
     * @param list<array{field: string, message: string}> $details
     * @param int|null $retryAfterSeconds how long to wait before the same call is worth repeating
     */
    private function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $details,
        public readonly ?string $trackId,
        public readonly ?int $retryAfterSeconds,
    ) {
        parent::__construct($message, $status);
    }

    /** @param array<string, string> $headers by lower-case name */
    public static function fromAnswer(int $status, array $headers, string $body): self
    {
        $answer = json_decode($body, true);
        $answer = is_array($answer) ? $answer : [];
        $read = static fn (string $name): ?string => is_string($answer[$name] ?? null) ? $answer[$name] : null;
        $wait = $headers['retry-after'] ?? '';
        return new self(
            $read('message') ?? "the service answered $status",
            $status,
            $read('code') ?? 'unreadable_answer',
            is_array($answer['details'] ?? null) ? $answer['details'] : [],
            $read('trackId') ?? $headers['x-track-id'] ?? null,
            ctype_digit($wait) ? (int) $wait : null,
        );
    }
}
