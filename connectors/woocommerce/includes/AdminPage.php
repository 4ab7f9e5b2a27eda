<?php

declare(strict_types=1);

namespace Crediario\Woo;

/** WooCommerce > Crediário: the doctor, differences with their fixes, and the log. */
final class AdminPage
{
    private const SLUG = 'crediario';
    private const LINES = 100;
    private const RIGHT = 'manage_woocommerce';

    public function __construct(private readonly Bridge $bridge, private readonly Gateway $gateway)
    {
    }

    public function register(): void
    {
        add_submenu_page('woocommerce', 'Crediário', 'Crediário', self::RIGHT, self::SLUG, [$this, 'show']);
    }

    public function show(): void
    {
        echo '<div class="wrap"><h1>Crediário</h1>';
        try {
            $this->fixWhatWasAsked();
            $this->showDoctor();
            $this->showDifferences();
        } catch (\RuntimeException $error) {
            echo '<p>' . esc_html($error->getMessage()) . '</p>';
        }
        $this->showLog();
        echo '</div>';
    }

    private function fixWhatWasAsked(): void
    {
        $orderKey = sanitize_text_field(wp_unslash($_POST['crediario_fix'] ?? ''));
        if ($orderKey === '' || !current_user_can(self::RIGHT)) {
            return;
        }
        check_admin_referer('crediario_fix');
        $fix = $this->bridge->comparison()->fix($orderKey);
        echo '<div class="notice notice-info"><p>' . esc_html($orderKey . ': ' . ($fix ?? 'nada a corrigir')) . '</p></div>';
    }

    private function showDoctor(): void
    {
        echo '<h2>Diagnóstico</h2><ul>';
        foreach ((new Examination($this->bridge, $this->gateway))->run() as $finding) {
            echo '<li>' . esc_html($finding->describe()) . '</li>';
        }
        echo '</ul>';
    }

    private function showDifferences(): void
    {
        echo '<h2>Diferenças</h2><table class="widefat"><tbody>';
        foreach ($this->bridge->comparison()->report() as $difference) {
            echo '<tr><td>' . esc_html($difference->describe()) . '</td><td>';
            if ($difference->fix() !== null) {
                echo '<form method="post">' . wp_nonce_field('crediario_fix', '_wpnonce', true, false)
                    . '<button class="button" name="crediario_fix" value="' . esc_attr($difference->orderKey) . '">'
                    . esc_html($difference->fix() === 'sync' ? 'Atualizar' : 'Cancelar a compra no crediário') . '</button></form>';
            }
            echo '</td></tr>';
        }
        echo '</tbody></table>';
    }

    private function showLog(): void
    {
        echo '<h2>Registro</h2><table class="widefat"><tbody>';
        foreach ($this->bridge->store->listLog(self::LINES) as $line) {
            echo '<tr><td>' . esc_html(gmdate('Y-m-d H:i:s', $line['at'])) . '</td><td>' . esc_html($line['level']) . '</td><td>'
                . esc_html((string) $line['orderKey']) . '</td><td>' . esc_html($line['line']) . '</td></tr>';
        }
        echo '</tbody></table>';
    }
}
