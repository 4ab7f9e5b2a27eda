import type { RetailerStatementLine } from '../../../domains/payouts/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'

/*
 * RFC 4180: commas, CRLF, quotes where a cell needs them. Amounts have a dot and two decimals, so that every program reads
 * the same number. The first row after the header is the opening balance, the last one the closing balance.
 */
const COLUMNS = ['date', 'kind', 'transactionId', 'orderId', 'amount', 'balance', 'reference']
const LINE_END = '\r\n'

export const CSV_HEADER = COLUMNS.join(',') + LINE_END

export function writeBalanceRow(kind: 'OPENING' | 'CLOSING', date: CalendarDate, balance: Centavos): string {
  return writeRow([date, kind, '', '', '', writeAmount(balance), ''])
}

export function writeLineRow(line: RetailerStatementLine): string {
  const {
    date,
    kind,
    transactionId = '',
    orderId = '',
    amountCentavos,
    balanceCentavos,
    reference = '',
  } = line
  const cells = [
    transactionId,
    defuse(orderId),
    writeAmount(amountCentavos),
    writeAmount(balanceCentavos),
    reference,
  ]
  return writeRow([date, kind, ...cells])
}

const writeRow = (cells: readonly string[]): string => cells.map(quote).join(',') + LINE_END

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A spreadsheet would run a text that begins like this as a formula. */
const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function writeAmount(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
