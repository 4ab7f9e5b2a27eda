import type { RetailerStatement, RetailerStatementLine } from '../../../domains/payouts/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../../kernel/money.ts'
import { CSV_HEADER, writeBalanceRow, writeLineRow } from './write-csv.ts'

export interface StatementDays {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Page by page: a year of a large shop is never in memory as a whole. */
export async function* writeJson(
  { from, to }: StatementDays,
  { openingCentavos, pages }: RetailerStatement,
): AsyncGenerator<string, void> {
  yield `{"from":"${from}","to":"${to}","openingBalance":${presentReais(openingCentavos)},"lines":[`
  let closingCentavos = openingCentavos
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map(line => JSON.stringify(presentLine(line))).join(',')
    separator = ','
    closingCentavos = findBalance(page, closingCentavos)
  }
  // Last, so that it is the sum of exactly what was sent.
  yield `],"closingBalance":${presentReais(closingCentavos)}}`
}

export async function* writeCsv(
  { from, to }: StatementDays,
  { openingCentavos, pages }: RetailerStatement,
): AsyncGenerator<string, void> {
  yield CSV_HEADER + writeBalanceRow('OPENING', from, openingCentavos)
  let closingCentavos = openingCentavos
  for await (const page of pages) {
    yield page.map(writeLineRow).join('')
    closingCentavos = findBalance(page, closingCentavos)
  }
  yield writeBalanceRow('CLOSING', to, closingCentavos)
}

const findBalance = (page: readonly RetailerStatementLine[], before: Centavos): Centavos =>
  page.at(-1)?.balanceCentavos ?? before

/** Members that are undefined are left out of the text. */
function presentLine({ amountCentavos, balanceCentavos, ...line }: RetailerStatementLine) {
  const { date, kind, transactionId, orderId, reference } = line
  return {
    date,
    kind,
    transactionId,
    orderId,
    amount: presentReais(amountCentavos),
    balance: presentReais(balanceCentavos),
    reference,
  }
}
