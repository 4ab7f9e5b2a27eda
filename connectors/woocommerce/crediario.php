<?php

/**
 * Plugin Name: Crediário para WooCommerce
 * Description: Vende no crediário, no checkout clássico e no de blocos.
 * Version: 1.0.0
 * Requires at least: 6.2
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: Apache-2.0
 * Text Domain: crediario
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

// A packaged plugin carries the shared code in lib; in the repository it stands beside the plugin.
require_once is_file(__DIR__ . '/lib/autoload.php') ? __DIR__ . '/lib/autoload.php' : __DIR__ . '/../php/autoload.php';
require_once __DIR__ . '/includes/autoload.php';

(new Crediario\Woo\Plugin(__FILE__))->register();
