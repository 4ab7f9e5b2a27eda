<?php

declare(strict_types=1);

namespace Crediario\Connector;

/**
 * What a shop knows of the customer, in the form that a payment link takes. A field that the service would refuse is left out: the
 * customer enters it on the page, and a misspelled postal code costs no sale.
 */
final class Person
{
    private const STATES = [
        'acre' => 'AC', 'alagoas' => 'AL', 'amapa' => 'AP', 'amazonas' => 'AM', 'bahia' => 'BA', 'ceara' => 'CE',
        'distrito federal' => 'DF', 'espirito santo' => 'ES', 'goias' => 'GO', 'maranhao' => 'MA',
        'mato grosso' => 'MT', 'mato grosso do sul' => 'MS', 'minas gerais' => 'MG', 'para' => 'PA',
        'paraiba' => 'PB', 'parana' => 'PR', 'pernambuco' => 'PE', 'piaui' => 'PI', 'rio de janeiro' => 'RJ',
        'rio grande do norte' => 'RN', 'rio grande do sul' => 'RS', 'rondonia' => 'RO', 'roraima' => 'RR',
        'santa catarina' => 'SC', 'sao paulo' => 'SP', 'sergipe' => 'SE', 'tocantins' => 'TO',
    ];
    private const ACCENTS = [
        'á' => 'a', 'â' => 'a', 'ã' => 'a', 'à' => 'a', 'é' => 'e', 'ê' => 'e', 'í' => 'i', 'ó' => 'o',
        'ô' => 'o', 'õ' => 'o', 'ú' => 'u', 'ç' => 'c',
    ];

    /**
     * @param array{name?: ?string, cpf?: ?string, phone?: ?string, email?: ?string, zipCode?: ?string, street?: ?string,
     *     number?: ?string, complement?: ?string, city?: ?string, state?: ?string} $known
     * @return array<string, string>
     */
    public static function compose(array $known): array
    {
        $text = static fn (string $name, int $most): string => self::clean($known[$name] ?? '', $most);
        $digits = static fn (string $name): string => preg_replace('/\D/', '', (string) ($known[$name] ?? '')) ?? '';
        $phone = $digits('phone');
        if (strlen($phone) > 11 && str_starts_with($phone, '55')) {
            $phone = substr($phone, 2);
        }
        $email = strtolower($text('email', 254));
        $fields = [
            'name' => $text('name', 120),
            'cpf' => self::isCpf($digits('cpf')) ? $digits('cpf') : '',
            'phone' => preg_match('/^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/D', $phone) === 1 ? $phone : '',
            'email' => preg_match('/^[^\s@]+@[^\s@]+\.[^\s@.]+$/D', $email) === 1 ? $email : '',
            'zipCode' => strlen($digits('zipCode')) === 8 ? $digits('zipCode') : '',
            'addressStreet' => $text('street', 200),
            'addressNumber' => $text('number', 20),
            'addressComplement' => $text('complement', 200),
            'city' => $text('city', 100),
            'state' => self::toState($text('state', 40)),
        ];
        return array_filter($fields, static fn (string $value): bool => $value !== '');
    }

    public static function isCpf(string $digits): bool
    {
        if (preg_match('/^\d{11}$/D', $digits) !== 1 || preg_match('/^(\d)\1{10}$/D', $digits) === 1) {
            return false;
        }
        foreach ([9, 10] as $length) {
            $sum = 0;
            for ($at = 0; $at < $length; $at++) {
                $sum += (int) $digits[$at] * ($length + 1 - $at);
            }
            if ((int) $digits[$length] !== $sum * 10 % 11 % 10) {
                return false;
            }
        }
        return true;
    }

    private static function toState(string $text): string
    {
        $code = strtoupper($text);
        if (in_array($code, self::STATES, true)) {
            return $code;
        }
        return self::STATES[strtr(mb_strtolower($text), self::ACCENTS)] ?? '';
    }

    private static function clean(?string $text, int $most): string
    {
        $plain = preg_replace(['/\s+/u', '/\p{C}+/u'], [' ', ''], (string) $text) ?? '';
        return mb_substr(trim($plain), 0, $most);
    }
}
