<?php

declare(strict_types=1);

namespace Crediario\Connector;

use Crediario\ConnectionError;
use Crediario\CrediarioError;
use Crediario\Operations;

/** Runs what a sale needs, except the sale, and names what the shop has to set. */
final class Doctor
{
    private const LATE_SECONDS = 900;
    private const TRIAL_REAIS = 1000;

    public function __construct(
        private readonly Operations $operations,
        private readonly Store $store,
        private readonly Clock $clock,
    ) {
    }

    /**
     * @param array{baseUrl: string, apiKey: string, secret: string, webhookUrl: string, returnUrl: string, currency: string} $settings
     * @param list<Finding> $platform what the adapter found in its platform
     * @return list<Finding>
     */
    public function examine(array $settings, array $platform = []): array
    {
        $isLoopback = preg_match('#^http://(?:127\.0\.0\.1|localhost)[:/]#', $settings['baseUrl'] . '/') === 1;
        $findings = [
            new Finding('PHP', PHP_VERSION_ID >= 80100 && extension_loaded('curl'), 'instale o PHP 8.1 ou mais novo com a extensão curl'),
            new Finding(
                'endereço',
                $isLoopback || str_starts_with($settings['baseUrl'], 'https://'),
                'o endereço do crediário começa com https://',
            ),
            new Finding('chave', str_starts_with($settings['apiKey'], 'sk_'), 'informe a chave secreta (sk_…)'),
            new Finding('moeda', $settings['currency'] === 'BRL', 'o crediário vende somente em reais (BRL)'),
        ];
        foreach ($findings as $finding) {
            if (!$finding->isFine) {
                return [...$findings, ...$platform];
            }
        }
        return [...$findings, ...$this->askService($settings), ...$this->lookInside(), ...$platform];
    }

    /**
     * @param array<string, string> $settings
     * @return list<Finding>
     */
    private function askService(array $settings): array
    {
        try {
            $endpoints = $this->operations->listEndpoints()['data'];
        } catch (CrediarioError $error) {
            return [new Finding('acesso', false, "o crediário recusou a chave: {$error->errorCode}")];
        } catch (ConnectionError) {
            return [new Finding('acesso', false, 'o crediário não responde neste endereço')];
        }
        $own = array_values(array_filter($endpoints, static fn (array $each): bool => $each['url'] === $settings['webhookUrl']))[0] ?? null;
        $isComplete = $own !== null && array_diff(Inbox::SUBSCRIBED, $own['events']) === [];
        return [
            new Finding('acesso', true, ''),
            new Finding('avisos', $isComplete && $own['status'] === 'enabled', 'conecte a loja outra vez, para registrar o endereço dos avisos'),
            new Finding('segredo dos avisos', str_starts_with($settings['secret'], 'whsec_'), 'conecte a loja outra vez'),
            $this->tryLink($settings['returnUrl']),
        ];
    }

    /** The first half of a sale: a link that nobody opens, deleted at once. */
    private function tryLink(string $returnUrl): Finding
    {
        try {
            $link = $this->operations->createPaymentLink([
                'amount' => self::TRIAL_REAIS,
                'description' => 'Teste da loja',
                'source' => 'checkout',
                'orderId' => 'teste-' . bin2hex(random_bytes(6)),
                'returnUrl' => $returnUrl,
                'cancelUrl' => $returnUrl,
            ]);
            $this->operations->deletePaymentLink($link['id']);
            return new Finding('link de pagamento', true, '');
        } catch (CrediarioError $error) {
            $field = $error->details[0]['field'] ?? '';
            return new Finding('link de pagamento', false, in_array($field, ['returnUrl', 'cancelUrl'], true)
                ? 'peça ao crediário que permita o endereço da loja: ' . (parse_url($returnUrl, PHP_URL_HOST) ?: '?')
                : "o crediário recusou um link: {$error->errorCode}");
        } catch (ConnectionError) {
            return new Finding('link de pagamento', false, 'o crediário não respondeu');
        }
    }

    /** @return list<Finding> */
    private function lookInside(): array
    {
        $now = $this->clock->now();
        $isRecent = fn (string $note): bool => (int) ($this->store->readNote($note) ?? '0') > $now - self::LATE_SECONDS;
        $events = $this->store->countEvents();
        return [
            new Finding('agendador', $isRecent('inbox') && $isRecent('pull'), 'o cron da loja não roda há mais de 15 minutos'),
            new Finding('caixa de entrada', $events['failing'] === 0, "{$events['failing']} avisos falharam mais de duas vezes: veja o registro"),
        ];
    }
}
