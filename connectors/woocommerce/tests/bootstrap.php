<?php

declare(strict_types=1);

require __DIR__ . '/stubs.php';
require __DIR__ . '/../../php/tests/bootstrap.php';
require __DIR__ . '/../includes/autoload.php';
