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
  written_off_on, suspended_by`

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
  },
  text: `INSERT INTO loans (transaction_id, retailer_id, started_on, first_due_date, interest_rate_pm, interest_centavos,
      fee_centavos, retention_centavos, open_centavos, unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, accrued_through, next_accrual, ended_on, provided_through)
    SELECT transaction_id, retailer_id, started_on, first_due_date, interest_rate_p_m, interest_centavos,
      fee_centavos, retention_centavos, open_centavos::bigint[], unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, accrued_through, next_accrual, ended_on,
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
  },
  text: `UPDATE loans l SET interest_centavos = r.interest_centavos, open_centavos = r.open_centavos::bigint[],
      unearned_centavos = r.unearned_centavos, deferred_fee_centavos = r.deferred_fee_centavos,
      deferred_retention_centavos = r.deferred_retention_centavos, accrued_through = r.accrued_through,
      next_accrual = r.next_accrual, ended_on = r.ended_on
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
const LIST_RESTRUCTURED: Statement = {
  name: 'loans.list-restructured',
  text: 'SELECT suspended_by AS id FROM loans WHERE suspended_by = ANY ($1::text[])',
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
  text: 'UPDATE loans SET accelerated_on = $2 WHERE transaction_id = $1',
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
export interface LateLoan extends Loan {
  readonly oldestDueDate: CalendarDate
}

/** The place in a list of late loans after one of them. */
type LatePlace = Pick<LateLoan, 'oldestDueDate' | 'transactionId'>

/** Running loans with an open installment that was due by that day, the oldest delay first. */
export function listLateLoans(
  db: Queryable,
  dueBy: CalendarDate,
  { after, limit }: { readonly after: LatePlace | undefined; readonly limit: number },
): Promise<LateLoan[]> {
  const place = [after?.oldestDueDate ?? '0001-01-01', after?.transactionId ?? '']
  return db.run<LateLoan>(LIST_LATE, [dueBy, ...place, limit])
}

/** The allowance has covered the loss. */
export function saveWriteOff(tx: Transaction, transactionId: string, day: CalendarDate): void {
  tx.send(SAVE_WRITE_OFF, [transactionId, day])
}

/** Those of these contracts that are agreements about the debt of another one. */
export async function listRestructured(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run<{ id: string }>(LIST_RESTRUCTURED, [transactionIds])
  return new Set(rows.map(({ id }) => id))
}

/** Running loans by the days of their oldest delay. */
export async function countDelays(db: Queryable, today: CalendarDate): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run<{ bucket: string; count: number }>(COUNT_DELAYS, [today])
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

export function saveAcceleration(tx: Transaction, transactionId: string, day: CalendarDate): void {
  tx.send(SAVE_ACCELERATION, [transactionId, day])
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

/** Ended ones too, in the order of their ids. */
export function listLoans(db: Queryable, after: string, limit: number): Promise<Loan[]> {
  return db.run<Loan>(LIST_ALL, [after, limit])
}

export function listRunningLoans(db: Queryable, after: string, limit: number): Promise<Loan[]> {
  return db.run<Loan>(LIST_RUNNING, [after, limit])
}
