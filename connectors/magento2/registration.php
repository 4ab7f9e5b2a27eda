<?php

declare(strict_types=1);

use Magento\Framework\Component\ComponentRegistrar;

// A packaged module carries the shared code in lib; in the repository it stands beside the module.
require_once is_file(__DIR__ . '/lib/autoload.php') ? __DIR__ . '/lib/autoload.php' : __DIR__ . '/../php/autoload.php';

ComponentRegistrar::register(ComponentRegistrar::MODULE, 'Crediario_Payment', __DIR__);
