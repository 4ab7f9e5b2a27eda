import type { Centavos } from '../kernel/money.ts'

/*
 * RFC 4180: commas, CRLF, quotes where a cell needs them. Amounts have a dot and two decimals, so that every program reads
 * the same number.
 */
const LINE_END = '\r\n'

export const writeRow = (cells: readonly string[]): string => cells.map(quote).join(',') + LINE_END

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A spreadsheet would run a text that begins like this as a formula. */
export const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export function writeAmount(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
