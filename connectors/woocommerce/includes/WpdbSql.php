<?php

declare(strict_types=1);

namespace Crediario\Woo;

use Crediario\Connector\Sql;

final class WpdbSql implements Sql
{
    public function __construct(private readonly \wpdb $wpdb)
    {
    }

    public function rows(string $text, array $values = []): array
    {
        $rows = $this->wpdb->get_results($this->prepare($text, $values), ARRAY_A);
        if (!is_array($rows) || $this->wpdb->last_error !== '') {
            throw new \RuntimeException('the database refused a statement');
        }
        return $rows;
    }

    public function execute(string $text, array $values = []): int
    {
        $changed = $this->wpdb->query($this->prepare($text, $values));
        // Silence would look like a row that exists: wpdb answers false instead of throwing.
        if ($changed === false) {
            throw new \RuntimeException('the database refused a statement');
        }
        return (int) $changed;
    }

    public function table(string $name): string
    {
        return $this->wpdb->prefix . $name;
    }

    public function isMysql(): bool
    {
        return true;
    }

    /**
     * wpdb knows no NULL: it is written into the text.
     *
     * @param list<string|int|null> $values
     */
    private function prepare(string $text, array $values): string
    {
        $given = [];
        $parts = explode('?', str_replace('%', '%%', $text));
        $statement = array_shift($parts);
        foreach ($parts as $at => $part) {
            $value = $values[$at];
            if ($value !== null) {
                $given[] = $value;
            }
            $statement .= ($value === null ? 'NULL' : (is_int($value) ? '%d' : '%s')) . $part;
        }
        return $given === [] ? str_replace('%%', '%', $statement) : (string) $this->wpdb->prepare($statement, $given);
    }
}
