import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, runRows, sendRows } from '../../platform/db/row-statement.ts'
import type { SnapshotRow } from './snapshot.ts'

export type ClosingState = 'RUNNING' | 'READY' | 'CLOSED'

/** A month end as stored. */
export interface ClosingRow {
  readonly id: string
  readonly monthEnd: CalendarDate
  readonly state: ClosingState
  /** Counts the snapshots of the month. */
  readonly version: number
  readonly firstLaterId: string
  readonly entryCount: number
  readonly startedAt: Date
  /** A `ClosingResult` as text; null while the snapshot is made. */
  readonly result: string | null
  /** Of the last batch of the chain. */
  readonly hash: string | null
  readonly proposedBy: string | null
  readonly closedBy: string | null
  readonly closedAt: Date | null
}

export interface Batch {
  readonly number: number
  readonly firstId: string
  readonly beforeId: string
}

interface DoneBatch extends Batch {
  readonly contractCount: number
  readonly totals: string
  readonly hash: string
}

const COLUMNS = `id, month_end, state, version, first_later_id, entry_count, started_at, result::text AS result,
  encode(hash, 'hex') AS hash, proposed_by, closed_by, closed_at`

const closingMac = defineMac('closings', (row: ClosingRow) => [
  row.id,
  row.monthEnd,
  row.state,
  row.version,
  row.firstLaterId,
  Number(row.entryCount),
  row.startedAt,
  row.result,
  row.hash,
  row.proposedBy,
  row.closedBy,
  row.closedAt,
])

const SAVE: Statement = {
  name: 'closings.save',
  text: `INSERT INTO closings (id, month_end, state, version, first_later_id, entry_count, started_at, result, hash,
      proposed_by, closed_by, closed_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    ON CONFLICT (month_end) DO UPDATE SET state = excluded.state, version = excluded.version,
      first_later_id = excluded.first_later_id, entry_count = excluded.entry_count, started_at = excluded.started_at,
      result = excluded.result, hash = excluded.hash, proposed_by = excluded.proposed_by,
      closed_by = excluded.closed_by, closed_at = excluded.closed_at, mac = excluded.mac`,
}
const FIND: Statement = {
  name: 'closings.find',
  text: `SELECT ${COLUMNS}, mac FROM closings WHERE month_end = $1`,
}
const FIND_BY_ID: Statement = {
  name: 'closings.find-by-id',
  text: `SELECT ${COLUMNS}, mac FROM closings WHERE id = $1`,
}
const LOCK: Statement = {
  name: 'closings.lock',
  text: `SELECT ${COLUMNS}, mac FROM closings WHERE month_end = $1 FOR UPDATE`,
}
const LOCK_BY_ID: Statement = {
  name: 'closings.lock-by-id',
  text: `SELECT ${COLUMNS}, mac FROM closings WHERE id = $1 FOR UPDATE`,
}
const LIST: Statement = {
  name: 'closings.list',
  text: `SELECT ${COLUMNS}, mac FROM closings ORDER BY month_end DESC LIMIT $1`,
}
const LIST_RUNNING: Statement = {
  name: 'closings.list-running',
  text: `SELECT month_end FROM closings WHERE state = 'RUNNING' ORDER BY month_end`,
}
/** Every so many contracts, in the order of their ids. */
const LIST_BOUNDS: Statement = {
  name: 'closings.list-bounds',
  text: `SELECT transaction_id AS id FROM (SELECT transaction_id, row_number() OVER (ORDER BY transaction_id) AS place
      FROM loans) l WHERE place % $1 = 0 ORDER BY transaction_id`,
}
const REMOVE_BATCHES: Statement = {
  name: 'closings.remove-batches',
  text: 'DELETE FROM closing_batches WHERE month_end = $1',
}
const INSERT_BATCHES: RowStatement<Batch> = {
  name: 'closings.insert-batches',
  columns: { number: 'integer', firstId: 'text', beforeId: 'text' },
  text: `INSERT INTO closing_batches (month_end, number, first_id, before_id)
    SELECT $1, number, first_id, before_id FROM rows`,
}
/** Workers take different batches. */
const TAKE_BATCH: Statement = {
  name: 'closings.take-batch',
  text: `SELECT number, first_id, before_id FROM closing_batches WHERE month_end = $1 AND hash IS NULL
    ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED`,
}
const COUNT_LEFT: Statement = {
  name: 'closings.count-left',
  text: 'SELECT count(*)::integer AS count FROM closing_batches WHERE month_end = $1 AND hash IS NULL',
}
const SAVE_BATCH: Statement = {
  name: 'closings.save-batch',
  text: `UPDATE closing_batches SET contract_count = $3, totals = $4, hash = decode($5, 'hex')
    WHERE month_end = $1 AND number = $2`,
}
const LIST_BATCHES: Statement = {
  name: 'closings.list-batches',
  text: `SELECT number, first_id, before_id, contract_count, totals::text AS totals, encode(hash, 'hex') AS hash
    FROM closing_batches WHERE month_end = $1 ORDER BY number`,
}
const REMOVE_ROWS: Statement = {
  name: 'closings.remove-rows',
  text: `DELETE FROM closing_contracts WHERE month_end = $1 AND transaction_id >= $2 AND transaction_id < $3`,
}

/** Arrays are sent as text: an array of them would have to be rectangular. */
type StoredRow = Omit<SnapshotRow, 'openCentavos'> & { readonly openCentavos: string | null }

const ROW_COLUMNS = {
  transactionId: 'text',
  customerCentavos: 'bigint',
  unearnedCentavos: 'bigint',
  deferredFeeCentavos: 'bigint',
  deferredRetentionCentavos: 'bigint',
  deferredCostCentavos: 'bigint',
  deferredChargesCentavos: 'bigint',
  restructuringCentavos: 'bigint',
  allowanceCentavos: 'bigint',
  writtenOffCentavos: 'bigint',
  retailerId: 'text',
  sellerIndex: 'bytea',
  startedOn: 'date',
  firstDueDate: 'date',
  interestRatePM: 'double precision',
  openCentavos: 'text',
  accruedThrough: 'date',
  acceleratedOn: 'date',
  writtenOffOn: 'date',
  daysPastDue: 'integer',
  stage: 'smallint',
  isAgreement: 'boolean',
} as const

const INSERT_ROWS: RowStatement<StoredRow> = {
  name: 'closings.insert-rows',
  columns: ROW_COLUMNS,
  text: `INSERT INTO closing_contracts (month_end, transaction_id, customer_centavos, unearned_centavos,
      deferred_fee_centavos, deferred_retention_centavos, deferred_cost_centavos, deferred_charges_centavos,
      restructuring_centavos, allowance_centavos, written_off_centavos, retailer_id, seller_index, started_on,
      first_due_date, interest_rate_pm, open_centavos, accrued_through, accelerated_on, written_off_on,
      days_past_due, stage, is_agreement)
    SELECT $1, transaction_id, customer_centavos, unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, deferred_cost_centavos, deferred_charges_centavos, restructuring_centavos,
      allowance_centavos, written_off_centavos, retailer_id, seller_index, started_on, first_due_date,
      interest_rate_p_m, open_centavos::bigint[], accrued_through, accelerated_on, written_off_on,
      days_past_due, stage, is_agreement FROM rows`,
}
const LIST_ROWS: Statement = {
  name: 'closings.list-rows',
  text: `SELECT transaction_id, customer_centavos, unearned_centavos, deferred_fee_centavos,
      deferred_retention_centavos, deferred_cost_centavos, deferred_charges_centavos, restructuring_centavos,
      allowance_centavos, written_off_centavos, retailer_id, seller_index, started_on, first_due_date,
      interest_rate_pm AS "interestRatePM", open_centavos, accrued_through, accelerated_on, written_off_on,
      days_past_due, stage, is_agreement
    FROM closing_contracts WHERE month_end = $1 AND transaction_id >= $2 AND transaction_id < $3
    ORDER BY transaction_id`,
}
const LIST_AFTER: Statement = {
  name: 'closings.list-rows-after',
  text: `${LIST_ROWS.text.replace('transaction_id >= $2 AND transaction_id < $3', 'transaction_id > $2')} LIMIT $3`,
}

const LIST_OF: Statement = {
  name: 'closings.list-rows-of',
  text: LIST_ROWS.text.replace(
    'transaction_id >= $2 AND transaction_id < $3',
    'transaction_id = ANY ($2::text[])',
  ),
}

export async function saveClosing(db: Queryable, secrets: Secrets, row: ClosingRow): Promise<void> {
  await db.run(SAVE, [
    row.id,
    row.monthEnd,
    row.state,
    row.version,
    row.firstLaterId,
    row.entryCount,
    row.startedAt,
    row.result,
    row.hash === null ? null : Buffer.from(row.hash, 'hex'),
    row.proposedBy,
    row.closedBy,
    row.closedAt,
    closingMac.compute(secrets, row),
  ])
}

type MacedRow = ClosingRow & { readonly mac: Buffer }

async function checked(secrets: Secrets, found: Promise<MacedRow[]>): Promise<ClosingRow[]> {
  return (await found).map(row => {
    const { mac: _mac, ...closing } = closingMac.check(secrets, row)
    return closing
  })
}

/** Throws ForgedRow. */
export async function findClosing(
  db: Queryable,
  secrets: Secrets,
  monthEnd: CalendarDate,
): Promise<ClosingRow | undefined> {
  return (await checked(secrets, db.run<MacedRow>(FIND, [monthEnd])))[0]
}

/** Throws ForgedRow. */
export async function findClosingById(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<ClosingRow | undefined> {
  return (await checked(secrets, db.run<MacedRow>(FIND_BY_ID, [id])))[0]
}

/** Throws ForgedRow. */
export async function lockClosing(
  tx: Transaction,
  secrets: Secrets,
  by: { readonly monthEnd: CalendarDate } | { readonly id: string },
): Promise<ClosingRow | undefined> {
  const found = 'id' in by ? tx.run<MacedRow>(LOCK_BY_ID, [by.id]) : tx.run<MacedRow>(LOCK, [by.monthEnd])
  return (await checked(secrets, found))[0]
}

/** The newest first. Throws ForgedRow. */
export function listClosings(db: Queryable, secrets: Secrets, limit: number): Promise<ClosingRow[]> {
  return checked(secrets, db.run<MacedRow>(LIST, [limit]))
}

/** Months whose snapshot is being made. */
export async function listRunningMonths(db: Queryable): Promise<CalendarDate[]> {
  const rows = await db.run<{ monthEnd: CalendarDate }>(LIST_RUNNING, [])
  return rows.map(({ monthEnd }) => monthEnd)
}

/** Sorts after every id. */
const AFTER_ALL = 'g'

/** Divides all contracts into batches, and forgets those of an earlier snapshot. */
export async function planBatches(
  tx: Transaction,
  monthEnd: CalendarDate,
  contractsAtOnce: number,
): Promise<void> {
  const bounds = await tx.run<{ id: string }>(LIST_BOUNDS, [contractsAtOnce])
  const starts = ['', ...bounds.map(({ id }) => id)]
  const batches = starts.map((firstId, index) => ({
    number: index + 1,
    firstId,
    beforeId: starts[index + 1] ?? AFTER_ALL,
  }))
  tx.send(REMOVE_BATCHES, [monthEnd])
  sendRows(tx, INSERT_BATCHES, batches, [monthEnd])
}

/** Locked until the transaction ends; undefined when none is left that no other worker has. */
export async function takeBatch(tx: Transaction, monthEnd: CalendarDate): Promise<Batch | undefined> {
  return (await tx.run<Batch>(TAKE_BATCH, [monthEnd]))[0]
}

export async function countBatchesLeft(db: Queryable, monthEnd: CalendarDate): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_LEFT, [monthEnd]))[0]?.count ?? 0
}

/** The rows of a batch replace those of an earlier snapshot. */
export async function saveBatch(
  tx: Transaction,
  monthEnd: CalendarDate,
  batch: DoneBatch,
  rows: readonly SnapshotRow[],
): Promise<void> {
  tx.send(REMOVE_ROWS, [monthEnd, batch.firstId, batch.beforeId])
  if (rows.length > 0) await runRows(tx, INSERT_ROWS, rows.map(toStored), [monthEnd])
  tx.send(SAVE_BATCH, [monthEnd, batch.number, rows.length, batch.totals, batch.hash])
}

const toStored = (row: SnapshotRow): StoredRow => ({
  ...row,
  openCentavos: row.openCentavos && `{${row.openCentavos.join()}}`,
})

/** Of a snapshot that is complete. */
export function listBatches(db: Queryable, monthEnd: CalendarDate): Promise<DoneBatch[]> {
  return db.run<DoneBatch>(LIST_BATCHES, [monthEnd])
}

export function listBatchRows(
  db: Queryable,
  monthEnd: CalendarDate,
  { firstId, beforeId }: Pick<Batch, 'firstId' | 'beforeId'>,
): Promise<SnapshotRow[]> {
  return db.run<SnapshotRow>(LIST_ROWS, [monthEnd, firstId, beforeId])
}

const ROWS_AT_ONCE = 1_000

/** All contracts of a month end, in the order of their ids, a page at a time. */
export async function* listSnapshot(db: Queryable, monthEnd: CalendarDate): AsyncGenerator<SnapshotRow[]> {
  for (let after = ''; ; ) {
    const rows = await db.run<SnapshotRow>(LIST_AFTER, [monthEnd, after, ROWS_AT_ONCE])
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.transactionId ?? after
  }
}

/** Those of these contracts that the month end holds. */
export function listSnapshotOf(
  db: Queryable,
  monthEnd: CalendarDate,
  transactionIds: readonly string[],
): Promise<SnapshotRow[]> {
  return db.run<SnapshotRow>(LIST_OF, [monthEnd, transactionIds])
}
