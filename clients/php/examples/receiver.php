<?php

// A receiver of webhooks: php -S 127.0.0.1:8080 receiver.php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Crediario\Webhook;
use Crediario\WebhookError;

$secret = trim((string) file_get_contents(getenv('SECRET_FILE') ?: sys_get_temp_dir() . '/crediario-secret'));
try {
    $event = Webhook::verify($_SERVER, (string) file_get_contents('php://input'), $secret);
} catch (WebhookError) {
    http_response_code(401);
    return;
}
// In a shop: a table in which eventId is unique, because a message may arrive twice.
$line = "{$event['type']} {$event['transactionId']}\n";
file_put_contents(getenv('EVENTS_FILE') ?: sys_get_temp_dir() . '/crediario-events', $line, FILE_APPEND | LOCK_EX);
http_response_code(204);
