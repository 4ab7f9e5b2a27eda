<?php

declare(strict_types=1);

// Beside the shared code: the client, from the repository or from the folder of a packaged connector.
require_once is_file(__DIR__ . '/client/autoload.php')
    ? __DIR__ . '/client/autoload.php'
    : __DIR__ . '/../../clients/php/autoload.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'Crediario\\Connector\\';
    if (!str_starts_with($class, $prefix)) {
        return;
    }
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
