<?php

declare(strict_types=1);

// For programs without Composer. Other code may have names below Crediario, which is left to its own loader.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Crediario\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . substr($class, strlen('Crediario\\')) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
