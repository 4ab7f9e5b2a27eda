<?php

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

// The tables stay: orders and refunds of the past are read by them if the plugin comes back.
delete_option('crediario_secrets');
delete_option('woocommerce_crediario_settings');
