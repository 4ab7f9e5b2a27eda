import { type CalendarDate, findLastMonthEnd } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Loan } from './loan.ts'
import { LOAN_COLUMNS } from './store.ts'

/** A loan with what stands on its allowance account. */
export interface ProvidedLoan extends Loan {
  readonly allowanceCentavos: Centavos
  readonly providedThrough: CalendarDate | null
}

/** How the allowance of a contract was computed at a month end. */
export interface ProvisionRow {
  readonly transactionId: string
  readonly stage: 1 | 2 | 3
  readonly daysLate: number
  readonly carryingCentavos: Centavos
  readonly provisionCentavos: Centavos
  /** By Annex I of BCB 352, which is also the deductible part; 0 before the default. */
  readonly incurredCentavos: Centavos
  /** Whole months since the default; null before it. */
  readonly monthsInDefault: number | null
}

const PROVIDED_COLUMNS = `${LOAN_COLUMNS}, allowance_centavos, provided_through`

const FIND_UNPROVIDED: Statement = {
  name: 'loans.find-unprovided',
  text: `SELECT min(provided_through) AS through, bool_or(provided_through IS NULL) AS has_none FROM loans
    WHERE ended_on IS NULL AND written_off_on IS NULL AND assigned_to IS NULL AND started_on <= $1
      AND (provided_through < $1 OR provided_through IS NULL)`,
}
/**
 * As with accruals: others keep what they hold, and steps follow one another by id. What is not accrued yet waits, and so
 * does a loan that lacks the month before.
 */
const LOCK_UNPROVIDED: Statement = {
  name: 'loans.lock-unprovided',
  text: `SELECT ${PROVIDED_COLUMNS} FROM loans
    WHERE ended_on IS NULL AND written_off_on IS NULL AND assigned_to IS NULL AND started_on <= $1
      AND (provided_through = $2::date OR provided_through IS NULL AND $2::date IS NULL)
      AND (next_accrual IS NULL OR next_accrual > $1) AND transaction_id > $3
    ORDER BY transaction_id LIMIT $4 FOR UPDATE SKIP LOCKED`,
}
const COUNT_UNPROVIDED: Statement = {
  name: 'loans.count-unprovided',
  text: `SELECT count(*)::integer AS count FROM loans
    WHERE ended_on IS NULL AND written_off_on IS NULL AND assigned_to IS NULL AND started_on <= $1
      AND (provided_through < $1 OR provided_through IS NULL)`,
}
const LOCK_ENDED: Statement = {
  name: 'loans.lock-ended-with-allowance',
  text: `SELECT ${PROVIDED_COLUMNS} FROM loans WHERE ended_on IS NOT NULL AND allowance_centavos <> 0
    ORDER BY transaction_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
}
const INSERT_PROVISIONS: RowStatement<ProvisionRow> = {
  name: 'provisions.insert',
  columns: {
    transactionId: 'text',
    stage: 'smallint',
    daysLate: 'integer',
    carryingCentavos: 'bigint',
    provisionCentavos: 'bigint',
    incurredCentavos: 'bigint',
    monthsInDefault: 'integer',
  },
  text: `INSERT INTO provisions (month_end, transaction_id, stage, days_late, carrying_centavos, provision_centavos,
      incurred_centavos, months_in_default)
    SELECT $1, rows.* FROM rows`,
}
const SAVE_PROVIDED: RowStatement<ProvisionRow> = {
  name: 'loans.save-provided',
  columns: { transactionId: 'text', provisionCentavos: 'bigint' },
  text: `UPDATE loans l SET allowance_centavos = p.provision_centavos, provided_through = $1
    FROM rows p WHERE l.transaction_id = p.transaction_id`,
}
const RELEASE: Statement = {
  name: 'loans.release-allowance',
  text: 'UPDATE loans SET allowance_centavos = 0 WHERE transaction_id = ANY ($1::text[])',
}
const LIST_ALLOWANCES: Statement = {
  name: 'loans.list-allowances',
  text: `SELECT transaction_id, allowance_centavos FROM loans
    WHERE transaction_id = ANY ($1::text[])`,
}
const LIST_PROVISIONS: Statement = {
  name: 'provisions.list',
  text: `SELECT transaction_id, stage, days_late,
      carrying_centavos, provision_centavos,
      incurred_centavos, months_in_default
    FROM provisions WHERE month_end = $1 AND transaction_id > $2 ORDER BY transaction_id LIMIT $3`,
}

const LIST_STAGES: Statement = {
  name: 'provisions.list-stages',
  text: `SELECT transaction_id, stage FROM provisions
    WHERE month_end = $1 AND transaction_id >= $2 AND transaction_id < $3`,
}

/* A contract that was written off in the month has no row of its end. */
const LIST_INCURRED: Statement = {
  name: 'provisions.list-incurred',
  text: `SELECT transaction_id, c.months_in_default, coalesce(c.days_late, 0) AS days_late,
      coalesce(c.carrying_centavos, 0) AS credit_centavos, coalesce(p.carrying_centavos, 0) AS credit_before_centavos,
      coalesce(p.incurred_centavos, 0) AS deducted_before_centavos,
      c.transaction_id IS NULL AND l.written_off_on IS NOT NULL AS is_written_off
    FROM (SELECT * FROM provisions WHERE month_end = $1 AND incurred_centavos > 0) c
      FULL JOIN (SELECT * FROM provisions WHERE month_end = $2 AND incurred_centavos > 0) p USING (transaction_id)
      JOIN loans l USING (transaction_id)
    WHERE transaction_id > $3 ORDER BY transaction_id LIMIT $4`,
}

interface Unprovided {
  /** The first month end that is the last one of some loan; null when there is none. */
  readonly through: CalendarDate | null
  /** Some loans have none at all. */
  readonly hasNone: boolean | null
}

/** Running loans that lack the provision of that month end. */
export async function findUnprovided(db: Queryable, until: CalendarDate): Promise<Unprovided> {
  return (await db.run<Unprovided>(FIND_UNPROVIDED, [until]))[0] ?? { through: null, hasNone: null }
}

export interface MonthStep {
  readonly day: CalendarDate
  /** The month end before it; null: loans of an earlier program, which have none. */
  readonly previous: CalendarDate | null
  readonly after: string
  readonly limit: number
}

export function lockUnprovided(
  tx: Transaction,
  { day, previous, after, limit }: MonthStep,
): Promise<ProvidedLoan[]> {
  return tx.run<ProvidedLoan>(LOCK_UNPROVIDED, [day, previous, after, limit])
}

export async function countUnprovided(db: Queryable, day: CalendarDate): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_UNPROVIDED, [day]))[0]?.count ?? 0
}

/** Once per contract and month end: the database refuses a second row. */
export function saveProvisions(tx: Transaction, day: CalendarDate, rows: readonly ProvisionRow[]): void {
  sendRows(tx, INSERT_PROVISIONS, rows, [day])
  sendRows(tx, SAVE_PROVIDED, rows, [day])
}

/** Loans that were paid or canceled, and for which something is still provided. */
export function lockEndedWithAllowance(tx: Transaction, limit: number): Promise<ProvidedLoan[]> {
  return tx.run<ProvidedLoan>(LOCK_ENDED, [limit])
}

export function releaseAllowances(tx: Transaction, transactionIds: readonly string[]): void {
  tx.send(RELEASE, [transactionIds])
}

/** Of one month end, in the order of their contracts. */
export function listProvisions(
  db: Queryable,
  { day, after, limit }: { readonly day: CalendarDate; readonly after: string; readonly limit: number },
): Promise<ProvisionRow[]> {
  return db.run<ProvisionRow>(LIST_PROVISIONS, [day, after, limit])
}

/** By contract. */
export async function listAllowances(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await db.run<Pick<ProvidedLoan, 'transactionId' | 'allowanceCentavos'>>(LIST_ALLOWANCES, [
    transactionIds,
  ])
  return new Map(rows.map(({ transactionId, allowanceCentavos }) => [transactionId, allowanceCentavos]))
}

/** By contract, of ids from one up to before another: the stage that it was provided for in at a month end. */
export async function listStages(
  db: Queryable,
  day: CalendarDate,
  { firstId, beforeId }: { readonly firstId: string; readonly beforeId: string },
): Promise<ReadonlyMap<string, ProvisionRow['stage']>> {
  const rows = await db.run<Pick<ProvisionRow, 'transactionId' | 'stage'>>(LIST_STAGES, [
    day,
    firstId,
    beforeId,
  ])
  return new Map(rows.map(({ transactionId, stage }) => [transactionId, stage]))
}

const LIST_STAGE_ROWS: Statement = {
  name: 'provisions.list-stage-rows',
  text: `SELECT transaction_id, month_end, stage FROM provisions
    WHERE month_end = ANY ($1::date[]) AND transaction_id = ANY ($2::text[]) ORDER BY month_end DESC`,
}

/** No contract is longer, with the time until it is written off. */
const REMEMBERED_MONTHS = 84

/** By contract: the month end at which it came into the stage that it has at another one. */
export async function listStageStarts(
  db: Queryable,
  monthEnd: CalendarDate,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, CalendarDate>> {
  const months: CalendarDate[] = [monthEnd]
  while (months.length < REMEMBERED_MONTHS) months.push(findLastMonthEnd(months.at(-1) ?? monthEnd))
  type Row = Pick<ProvisionRow, 'transactionId' | 'stage'> & { readonly monthEnd: CalendarDate }
  const rows = await db.run<Row>(LIST_STAGE_ROWS, [months, transactionIds])
  const starts = new Map<string, CalendarDate>()
  for (const [id, own] of Map.groupBy(rows, ({ transactionId }) => transactionId)) {
    const run = own.findIndex(({ stage }) => stage !== own[0]?.stage)
    const first = own[(run === -1 ? own.length : run) - 1]
    if (first !== undefined) starts.set(id, first.monthEnd)
  }
  return starts
}

interface IncurredLoss {
  readonly transactionId: string
  readonly monthsInDefault: number | null
  readonly daysLate: number
  readonly creditCentavos: Centavos
  readonly creditBeforeCentavos: Centavos
  readonly deductedBeforeCentavos: Centavos
  readonly isWrittenOff: boolean
}

/** Contracts that were in default at a month end or at the one before it. */
export function listIncurred(
  db: Queryable,
  page: {
    readonly day: CalendarDate
    readonly previous: CalendarDate
    readonly after: string
    readonly limit: number
  },
): Promise<IncurredLoss[]> {
  return db.run<IncurredLoss>(LIST_INCURRED, [page.day, page.previous, page.after, page.limit])
}
