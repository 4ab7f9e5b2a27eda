<?php

// Makes the folder that a shop installs: php connectors/php/package.php <magento2|woocommerce> <folder>
// The shared code and the client are copied into lib, so that a shop needs nothing else; the repository holds each of them once.

declare(strict_types=1);

const KINDS = ['magento2', 'woocommerce'];

[, $kind, $target] = $argv + [null, '', ''];
if (!in_array($kind, KINDS, true) || $target === '' || file_exists($target)) {
    fwrite(STDERR, "usage: php package.php <magento2|woocommerce> <a folder that does not exist>\n");
    exit(1);
}

$connectors = dirname(__DIR__);
copyFolder("$connectors/$kind", $target);
copyFolder(__DIR__ . '/src', "$target/lib/src");
copyFolder("$connectors/../clients/php/src", "$target/lib/client/src");
foreach ([
    __DIR__ . '/autoload.php' => 'lib/autoload.php',
    "$connectors/../clients/php/autoload.php" => 'lib/client/autoload.php',
    "$connectors/states.json" => 'lib/states.json',
    "$connectors/../LICENSE" => 'LICENSE',
] as $from => $to) {
    copy($from, "$target/$to");
}
echo "$target\n";

function copyFolder(string $from, string $to): void
{
    mkdir($to, 0777, true);
    foreach (array_diff(scandir($from) ?: [], ['.', '..', 'tests']) as $name) {
        is_dir("$from/$name") ? copyFolder("$from/$name", "$to/$name") : copy("$from/$name", "$to/$name");
    }
}
