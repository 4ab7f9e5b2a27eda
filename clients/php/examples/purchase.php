<?php

// A whole purchase in the sandbox, from the decision to the event that reports it:
//   php -S 127.0.0.1:8080 receiver.php &  then  php purchase.php
// BASE_URL, API_KEY, RECEIVER_URL, SECRET_FILE and EVENTS_FILE change where things are.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Crediario\Client;
use Crediario\CrediarioError;

$read = static fn (string $name, string $usual): string => getenv($name) ?: $usual;
$secretFile = $read('SECRET_FILE', sys_get_temp_dir() . '/crediario-secret');
$eventsFile = $read('EVENTS_FILE', sys_get_temp_dir() . '/crediario-events');
$credit = new Client(
    $read('BASE_URL', 'http://127.0.0.1:3000'),
    $read('API_KEY', 'sk_homolog_demo_0000000000000000000000000000'),
);

$endpoint = $credit->createEndpoint([
    'url' => $read('RECEIVER_URL', 'http://127.0.0.1:8080/'),
    'events' => ['transaction.approved'],
]);
file_put_contents($secretFile, $endpoint['secret']);

$person = $credit->sandboxGivePerson(['persona' => '001']);
$contact = array_intersect_key($person, array_flip(['cpf', 'phone', 'email', 'zipCode']));
echo 'decision: ', $credit->preApprove([...$contact, 'source' => 'checkout', 'price' => 2000])['result'], "\n";

$address = array_intersect_key($person, array_flip([
    'addressStreet', 'addressNumber', 'addressComplement', 'city', 'state',
]));
$quote = $credit->options([
    ...$contact,
    ...$address,
    'source' => 'checkout',
    'device' => 'mobile',
    'products' => [['id' => 'sku-1', 'name' => 'Geladeira', 'amount' => 1, 'value' => 1959.9]],
    'shipping' => 40.1,
]);
$groups = array_filter($quote['downPaymentOptions'], static fn (array $group): bool => $group['downPaymentPercentage'] > 0);
$option = array_values($groups)[0]['options'][0];

try {
    $credit->authorize(['optionId' => $option['_id'], 'orderId' => '']);
} catch (CrediarioError $error) {
    echo 'refused: ', $error->status, ' ', $error->errorCode, ' ', $error->details[0]['field'], "\n";
}
$sale = $credit->authorize(['optionId' => $option['_id'], 'orderId' => uniqid('order-')]);
$transaction = $sale['transactionId'];
$credit->sandboxPlayCustomer($transaction, ['until' => 'ENTRY']);
$billet = $credit->readTransaction($transaction)['downPaymentBillet'];
$credit->sandboxPayBillet($billet['id'], ['method' => 'PIX']);
echo 'status: ', $credit->readStatus($transaction)['status'], "\n";
echo 'billets: ', substr($credit->downloadBillets($transaction), 0, 5), "\n";

$until = microtime(true) + 30;
do {
    usleep(100_000);
    $events = is_file($eventsFile) ? (string) file_get_contents($eventsFile) : '';
} while (!str_contains($events, $transaction) && microtime(true) < $until);
echo 'event: ', str_contains($events, "transaction.approved $transaction") ? 'verified' : 'missing', "\n";
$credit->deleteEndpoint($endpoint['id']);
