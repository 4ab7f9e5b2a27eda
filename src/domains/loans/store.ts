import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Loan } from './loan.ts'

export const LOAN_COLUMNS = `transaction_id, retailer_id, started_on,
  first_due_date, interest_rate_pm AS "interestRatePM", interest_centavos,
  fee_centavos, retention_centavos, open_centavos,
  unearned_centavos, deferred_fee_centavos,
  deferred_retention_centavos, accrued_through,
  next_accrual, ended_on, accelerated_on,
  written_off_on, assigned_to, assigned_on, suspended_by, original_rate_pm AS "originalRatePM",
  restructuring_centavos, problem_since, problem_reason,
  cured_on, last_late_on, claimed_as_of`

/** Arrays are sent as text: an array of them would have to be rectangular. */
type LoanRow = Omit<Loan, 'openCentavos'> & { readonly openCentavos: string }

const INSERT: RowStatement<LoanRow> = {
  name: 'loans.insert',
  columns: {
    transactionId: 'text',
    retailerId: 'text',
    startedOn: 'date',
    firstDueDate: 'date',
    interestRatePM: 'double precision',
    interestCentavos: 'bigint',
    feeCentavos: 'bigint',
    retentionCentavos: 'bigint',
    openCentavos: 'text',
    unearnedCentavos: 'bigint',
    deferredFeeCentavos: 'bigint',
    deferredRetentionCentavos: 'bigint',
    accruedThrough: 'date',
    nextAccrual: 'date',
    endedOn: 'date',
    originalRatePM: 'double precision',
    restructuringCentavos: 'bigint',
    problemSince: 'date',
    problemReason: 'text',
    lastLateOn: 'date',
  },
  text: `INSERT INTO loans (transaction_id, retailer_id, started_on, first_due_date, interest_rate_pm, interest_centavos,
      fee_centavos, retention_centavos, open_centavos, unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, accrued_through, next_accrual, ended_on, original_rate_pm, restructuring_centavos,
      problem_since, problem_reason, last_late_on, provided_through)
    SELECT transaction_id, retailer_id, started_on, first_due_date, interest_rate_p_m, interest_centavos,
      fee_centavos, retention_centavos, open_centavos::bigint[], unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, accrued_through, next_accrual, ended_on, original_rate_p_m, restructuring_centavos,
      problem_since, problem_reason, last_late_on,
      (date_trunc('month', started_on) - interval '1 day')::date FROM rows`,
}
const SAVE: RowStatement<LoanRow> = {
  name: 'loans.save',
  columns: {
    transactionId: 'text',
    interestCentavos: 'bigint',
    openCentavos: 'text',
    unearnedCentavos: 'bigint',
    deferredFeeCentavos: 'bigint',
    deferredRetentionCentavos: 'bigint',
    accruedThrough: 'date',
    nextAccrual: 'date',
    endedOn: 'date',
    restructuringCentavos: 'bigint',
    problemSince: 'date',
    problemReason: 'text',
    curedOn: 'date',
    lastLateOn: 'date',
  },
  text: `UPDATE loans l SET interest_centavos = r.interest_centavos, open_centavos = r.open_centavos::bigint[],
      unearned_centavos = r.unearned_centavos, deferred_fee_centavos = r.deferred_fee_centavos,
      deferred_retention_centavos = r.deferred_retention_centavos, accrued_through = r.accrued_through,
      next_accrual = r.next_accrual, ended_on = r.ended_on, restructuring_centavos = r.restructuring_centavos,
      problem_since = r.problem_since, problem_reason = r.problem_reason, cured_on = r.cured_on,
      last_late_on = r.last_late_on
    FROM rows r WHERE l.transaction_id = r.transaction_id`,
}
const SAVE_STANDINGS: RowStatement<LoanRow> = {
  name: 'loans.save-standings',
  columns: {
    transactionId: 'text',
    problemSince: 'date',
    problemReason: 'text',
    curedOn: 'date',
    nextAccrual: 'date',
  },
  text: `UPDATE loans l SET problem_since = r.problem_since, problem_reason = r.problem_reason, cured_on = r.cured_on,
      next_accrual = r.next_accrual
    FROM rows r WHERE l.transaction_id = r.transaction_id`,
}
const SUSPEND: Statement = {
  name: 'loans.suspend',
  text: 'UPDATE loans SET suspended_by = $2 WHERE transaction_id = $1',
}
const LOCK: Statement = {
  name: 'loans.lock',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE transaction_id = $1 FOR UPDATE`,
}
const FIND: Statement = {
  name: 'loans.find',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE transaction_id = $1`,
}
const FIND_SEVERAL: Statement = {
  name: 'loans.find-several',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE transaction_id = ANY ($1::text[])`,
}
const LIST_LATE: Statement = {
  name: 'loans.list-late',
  text: `SELECT ${LOAN_COLUMNS}, oldest_open_due(first_due_date, open_centavos) AS oldest_due_date FROM loans
    WHERE ended_on IS NULL AND oldest_open_due(first_due_date, open_centavos) <= $1
      AND (oldest_open_due(first_due_date, open_centavos), transaction_id) > ($2::date, $3)
    ORDER BY oldest_open_due(first_due_date, open_centavos), transaction_id LIMIT $4`,
}
const SAVE_WRITE_OFF: Statement = {
  name: 'loans.save-write-off',
  text: 'UPDATE loans SET written_off_on = $2, allowance_centavos = 0 WHERE transaction_id = $1',
}
/* Fee and retention are part of the result of the sale: nothing of them is deferred ever after. */
const SAVE_SALE: Statement = {
  name: 'loans.save-sale',
  text: `UPDATE loans SET assigned_to = $2, assigned_on = $3, allowance_centavos = 0, fee_centavos = 0, retention_centavos = 0
    WHERE transaction_id = $1`,
}
/* It is provided for again from the month of the purchase on. */
const SAVE_BUY_BACK: Statement = {
  name: 'loans.save-buy-back',
  text: `UPDATE loans SET assigned_to = NULL, assigned_on = NULL,
      provided_through = (date_trunc('month', $2::date) - interval '1 day')::date
    WHERE transaction_id = $1`,
}
const SUM_ASSIGNED: Statement = {
  name: 'loans.sum-assigned',
  text: `SELECT assigned_to AS fund_id, sum(open)::bigint AS open_centavos FROM loans, unnest(open_centavos) open
    WHERE assigned_to IS NOT NULL GROUP BY assigned_to`,
}
const COUNT_DELAYS: Statement = {
  name: 'loans.count-delays',
  text: `SELECT CASE WHEN days <= 14 THEN '1-14' WHEN days <= 30 THEN '15-30' WHEN days <= 60 THEN '31-60'
      WHEN days <= 90 THEN '61-90' ELSE '91+' END AS bucket, count(*)::integer AS count
    FROM (SELECT $1::date - oldest_open_due(first_due_date, open_centavos) AS days FROM loans
      WHERE ended_on IS NULL AND oldest_open_due(first_due_date, open_centavos) < $1::date) late
    GROUP BY 1`,
}
const SAVE_ACCELERATION: Statement = {
  name: 'loans.save-acceleration',
  text: 'UPDATE loans SET accelerated_on = $2, claimed_as_of = $3 WHERE transaction_id = $1',
}
const FIND_DUE: Statement = {
  name: 'loans.find-due',
  text: 'SELECT min(next_accrual) AS day FROM loans WHERE next_accrual <= $1',
}
/**
 * Loans that another worker or a payment holds are left to them and to the next round. Steps follow one another by id:
 * from the start each one would read over the index entries that the steps before have left.
 */
const LOCK_DUE: Statement = {
  name: 'loans.lock-due',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE next_accrual = $1 AND transaction_id > $2
    ORDER BY transaction_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
}
const LIST_ALL: Statement = {
  name: 'loans.list',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE transaction_id > $1 ORDER BY transaction_id LIMIT $2`,
}
const LIST_RANGE: Statement = {
  name: 'loans.list-range',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE transaction_id >= $1 AND transaction_id < $2 ORDER BY transaction_id`,
}
const LIST_RUNNING: Statement = {
  name: 'loans.list-running',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE ended_on IS NULL AND transaction_id > $1 ORDER BY transaction_id LIMIT $2`,
}

export function insertLoans(tx: Transaction, loans: readonly Loan[]): void {
  sendRows(tx, INSERT, loans.map(toRow))
}

const toRow = (loan: Loan): LoanRow => ({ ...loan, openCentavos: `{${loan.openCentavos.join()}}` })

/** Writes what accruals and payments change. */
export function saveLoans(tx: Transaction, loans: readonly Loan[]): void {
  if (loans.length > 0) sendRows(tx, SAVE, loans.map(toRow))
}

/** Writes what a month end changes. */
export function saveStandings(tx: Transaction, loans: readonly Loan[]): void {
  if (loans.length > 0) sendRows(tx, SAVE_STANDINGS, loans.map(toRow))
}

/** Sets the agreement that replaces a loan, or clears it. */
export function markSuspended(tx: Transaction, transactionId: string, agreementId: string | null): void {
  tx.send(SUSPEND, [transactionId, agreementId])
}

/** Undefined for a purchase without a running contract. */
export async function lockLoan(tx: Transaction, transactionId: string): Promise<Loan | undefined> {
  return (await tx.run<Loan>(LOCK, [transactionId]))[0]
}

export async function findLoan(db: Queryable, transactionId: string): Promise<Loan | undefined> {
  return (await db.run<Loan>(FIND, [transactionId]))[0]
}

/** Those that exist, in any order. */
export function findLoans(db: Queryable, transactionIds: readonly string[]): Promise<Loan[]> {
  return db.run<Loan>(FIND_SEVERAL, [transactionIds])
}

/** A loan whose oldest open installment is due. */
interface LateLoan extends Loan {
  readonly oldestDueDate: CalendarDate
}

const LATE_AT_ONCE = 200

/** Running loans with an open installment that was due by that day, the oldest delay first, a page at a time. */
export async function* listLateLoans(db: Queryable, dueBy: CalendarDate): AsyncGenerator<LateLoan[], void> {
  for (let after: LateLoan | undefined; ; ) {
    const place = [after?.oldestDueDate ?? '0001-01-01', after?.transactionId ?? '']
    const loans: LateLoan[] = await db.run<LateLoan>(LIST_LATE, [dueBy, ...place, LATE_AT_ONCE])
    if (loans.length > 0) yield loans
    if (loans.length < LATE_AT_ONCE) return
    after = loans.at(-1)
  }
}

/** The allowance has covered the loss. */
export function saveWriteOff(tx: Transaction, transactionId: string, day: CalendarDate): void {
  tx.send(SAVE_WRITE_OFF, [transactionId, day])
}

/** A fund owns it from that day on. */
export function saveSale(tx: Transaction, transactionId: string, fundId: string, day: CalendarDate): void {
  tx.send(SAVE_SALE, [transactionId, fundId, day])
}

export function saveBuyBack(tx: Transaction, transactionId: string, day: CalendarDate): void {
  tx.send(SAVE_BUY_BACK, [transactionId, day])
}

/** By fund: the open face value of the contracts that it owns. */
export async function sumAssigned(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run<{ fundId: string; openCentavos: number }>(SUM_ASSIGNED, [])
  return new Map(rows.map(({ fundId, openCentavos }) => [fundId, openCentavos]))
}

/** Running loans by the days of their oldest delay. */
export async function countDelays(db: Queryable, today: CalendarDate): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run<{ bucket: string; count: number }>(COUNT_DELAYS, [today])
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

export function saveAcceleration(tx: Transaction, loan: Loan): void {
  tx.send(SAVE_ACCELERATION, [loan.transactionId, loan.acceleratedOn, loan.claimedAsOf])
}

/** The first month end until that day that is not booked for every loan. */
export async function findDueMonth(db: Queryable, until: CalendarDate): Promise<CalendarDate | undefined> {
  return (await db.run<{ day: CalendarDate | null }>(FIND_DUE, [until]))[0]?.day ?? undefined
}

/** Loans of a month end, in the order of their ids. */
export function lockDueLoans(
  tx: Transaction,
  { day, after, limit }: { readonly day: CalendarDate; readonly after: string; readonly limit: number },
): Promise<Loan[]> {
  return tx.run<Loan>(LOCK_DUE, [day, after, limit])
}

/** A page in the order of their ids: of all loans, or of those that have not ended. */
export function listLoans(
  db: Queryable,
  which: 'all' | 'running',
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Loan[]> {
  return db.run<Loan>(which === 'all' ? LIST_ALL : LIST_RUNNING, [after, limit])
}

/** Of ids from one up to before another. */
export function listLoansOf(
  db: Queryable,
  { firstId, beforeId }: { readonly firstId: string; readonly beforeId: string },
): Promise<Loan[]> {
  return db.run<Loan>(LIST_RANGE, [firstId, beforeId])
}
