<?php

declare(strict_types=1);

require __DIR__ . '/stubs.php';
require __DIR__ . '/../../php/tests/bootstrap.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'Crediario\\Payment\\';
    $file = __DIR__ . '/../' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (str_starts_with($class, $prefix) && is_file($file)) {
        require $file;
    }
});
