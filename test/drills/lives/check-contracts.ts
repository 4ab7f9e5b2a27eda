import { computeAccrual } from '../../../src/domains/loans/accrual.ts'
import type { Loan } from '../../../src/domains/loans/loan.ts'
import { findLoans } from '../../../src/domains/loans/store.ts'
import { readDebt } from '../../../src/domains/receivables/payoff/read-debt.ts'
import { BooksOracle } from '../../servicing/books-oracle.ts'
import { parseDay } from '../../servicing/oracle-calendar.ts'
import { query } from '../../support/app.ts'
import { findWrongDebts, view } from '../../support/purchases.ts'
import type { Place } from './place.ts'

const AT_ONCE = 500

/** Every contract that something happened to: its debt, its payoff and what the books carry of it. */
export async function checkContracts(place: Place): Promise<void> {
  const ids = [...place.touched]
  place.touched.clear()
  for (let at = 0; at < ids.length; at += AT_ONCE) await checkSome(place, ids.slice(at, at + AT_ONCE))
}

async function checkSome(place: Place, ids: readonly string[]): Promise<void> {
  const { app, figures } = place
  const wrong = await findWrongDebts(app, ids)
  figures.comparisons += ids.length
  for (const each of wrong) figures.deviate(`billets and books: ${JSON.stringify(each)}`)
  const carried = await sumCarried(place, ids)
  for (const loan of await findLoans(app.database, ids))
    await checkLoan(place, loan, carried.get(loan.transactionId) ?? 0)
}

/** Of each contract: face value less what is not earned of it. */
async function sumCarried({ app }: Place, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: string; carried: number }>(
    app,
    `SELECT split_part(account, ':', 2) AS id, sum(amount_centavos)::bigint AS carried FROM ledger_postings
      WHERE account IN (SELECT kind || ':' || id FROM unnest($1::text[]) id,
        unnest(ARRAY['customer', 'unearned-interest', 'restructuring']) kind) GROUP BY 1`,
    [ids],
  )
  return new Map(rows.map(({ id, carried }) => [id, carried]))
}

/** The oracle discounts with thirty digits, by another hand than the program's. */
function consult(loan: Loan, ratePM: number): BooksOracle {
  const { startedOn, firstDueDate, openCentavos, acceleratedOn, claimedAsOf } = loan
  const terms = {
    start: parseDay(startedOn),
    firstDue: parseDay(firstDueDate),
    count: openCentavos.length,
    carriedRatePM: ratePM,
    isAgreement: loan.originalRatePM !== null,
  }
  const oracle = new BooksOracle(terms, openCentavos)
  if (acceleratedOn !== null && claimedAsOf !== null)
    oracle.accelerated = { on: parseDay(acceleratedOn), claimedAsOf: parseDay(claimedAsOf) }
  return oracle
}

async function checkLoan(place: Place, loan: Loan, carried: number): Promise<void> {
  const { app, figures, today } = place
  const { transactionId: id, openCentavos, endedOn, suspendedBy, accruedThrough } = loan
  if (endedOn !== null || suspendedBy !== null) return
  const { purchase } = await view(app, id, loan.retailerId)
  const debt = await readDebt(app.services, purchase, today)
  // Charges for a delay are income when they are paid, and not carried.
  const faces = debt.overdue.reduce((sum, { faceCentavos }) => sum + faceCentavos, 0)
  const payoff = faces + debt.presentCentavos
  const day = parseDay(today)
  figures.compare(
    `payoff of ${id} on ${today}`,
    payoff,
    consult(loan, loan.interestRatePM).value(openCentavos, day),
  )
  if (loan.writtenOffOn !== null || loan.assignedTo !== null) {
    figures.compare(`${id} is out of the assets`, carried, 0)
    return
  }
  const books = consult(loan, Math.max(loan.interestRatePM, loan.originalRatePM ?? 0))
  // Before its first payment an agreement without a loss is carried at its principal, not at rounded parts of it.
  if (accruedThrough !== null)
    figures.compare(
      `carried of ${id} on ${accruedThrough}`,
      carried,
      books.value(openCentavos, parseDay(accruedThrough)),
    )
  const { earned, loan: accrued } = computeAccrual(loan, today)
  const isPlain =
    accrued.problemSince === null && loan.originalRatePM === null && accrued.accruedThrough === today
  if (isPlain)
    figures.compare(`payoff and carrying amount of ${id}`, carried + earned.interestCentavos, payoff)
}
