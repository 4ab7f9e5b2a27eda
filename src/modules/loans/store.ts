import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Loan } from './loan.ts'

const COLUMNS = `transaction_id AS "transactionId", retailer_id AS "retailerId", started_on AS "startedOn",
  first_due_date AS "firstDueDate", interest_rate_pm AS "interestRatePM", interest_centavos AS "interestCentavos",
  fee_centavos AS "feeCentavos", retention_centavos AS "retentionCentavos", open_centavos AS "openCentavos",
  unearned_centavos AS "unearnedCentavos", deferred_fee_centavos AS "deferredFeeCentavos",
  deferred_retention_centavos AS "deferredRetentionCentavos", accrued_through AS "accruedThrough",
  next_accrual AS "nextAccrual", ended_on AS "endedOn"`

/** All loans are one parameter, so any number of them is one statement, planned once. */
const INPUT = `json_to_recordset($1::json) AS i("transactionId" text, "retailerId" text, "startedOn" date,
  "firstDueDate" date, "interestRatePM" double precision, "interestCentavos" bigint, "feeCentavos" bigint,
  "retentionCentavos" bigint, "openCentavos" bigint[], "unearnedCentavos" bigint, "deferredFeeCentavos" bigint,
  "deferredRetentionCentavos" bigint, "accruedThrough" date, "nextAccrual" date, "endedOn" date)`

const INSERT: Statement = {
  name: 'loans.insert',
  text: `INSERT INTO loans (transaction_id, retailer_id, started_on, first_due_date, interest_rate_pm, interest_centavos,
      fee_centavos, retention_centavos, open_centavos, unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, accrued_through, next_accrual, ended_on)
    SELECT i.* FROM ${INPUT}`,
}
const SAVE: Statement = {
  name: 'loans.save',
  text: `UPDATE loans l SET interest_centavos = i."interestCentavos", open_centavos = i."openCentavos",
      unearned_centavos = i."unearnedCentavos", deferred_fee_centavos = i."deferredFeeCentavos",
      deferred_retention_centavos = i."deferredRetentionCentavos", accrued_through = i."accruedThrough",
      next_accrual = i."nextAccrual", ended_on = i."endedOn"
    FROM ${INPUT} WHERE l.transaction_id = i."transactionId"`,
}
const LOCK: Statement = {
  name: 'loans.lock',
  text: `SELECT ${COLUMNS} FROM loans WHERE transaction_id = $1 FOR UPDATE`,
}
const FIND: Statement = { name: 'loans.find', text: `SELECT ${COLUMNS} FROM loans WHERE transaction_id = $1` }
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
  text: `SELECT ${COLUMNS} FROM loans WHERE next_accrual = $1 AND transaction_id > $2
    ORDER BY transaction_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
}
const LIST_ALL: Statement = {
  name: 'loans.list',
  text: `SELECT ${COLUMNS} FROM loans WHERE transaction_id > $1 ORDER BY transaction_id LIMIT $2`,
}
const LIST_RUNNING: Statement = {
  name: 'loans.list-running',
  text: `SELECT ${COLUMNS} FROM loans WHERE ended_on IS NULL AND transaction_id > $1 ORDER BY transaction_id LIMIT $2`,
}

export function insertLoans(tx: Transaction, loans: readonly Loan[]): void {
  tx.send(INSERT, [JSON.stringify(loans)])
}

/** Writes what accruals and payments change. */
export function saveLoans(tx: Transaction, loans: readonly Loan[]): void {
  if (loans.length > 0) tx.send(SAVE, [JSON.stringify(loans)])
}

/** Undefined for a purchase without a running contract, or with one of books version 1. */
export async function lockLoan(tx: Transaction, transactionId: string): Promise<Loan | undefined> {
  return (await tx.run<Loan>(LOCK, [transactionId]))[0]
}

export async function findLoan(db: Queryable, transactionId: string): Promise<Loan | undefined> {
  return (await db.run<Loan>(FIND, [transactionId]))[0]
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
