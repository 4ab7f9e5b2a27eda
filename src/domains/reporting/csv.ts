import type { Centavos } from '../../kernel/money.ts'

export type CsvCell = string | number | null | undefined

/** RFC 4180, with a line feed. A cell that a spreadsheet would take for a formula gets an apostrophe. */
export function composeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(composeCell).join(',')}\n`
}

function composeCell(cell: CsvCell): string {
  const text = String(cell ?? '')
  const safe = typeof cell === 'string' && /^[=+@\t]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reais with two decimals and a point, as the retailers' statements have them. */
export const writeReais = (centavos: Centavos): string => {
  const whole = Math.trunc(Math.abs(centavos) / 100)
  return `${centavos < 0 ? '-' : ''}${whole}.${String(Math.abs(centavos) % 100).padStart(2, '0')}`
}
