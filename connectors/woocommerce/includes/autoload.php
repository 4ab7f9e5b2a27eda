<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Crediario\\Woo\\')) {
        return;
    }
    $file = __DIR__ . '/' . substr($class, strlen('Crediario\\Woo\\')) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
