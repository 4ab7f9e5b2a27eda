import type { RefundObstacle, RefundStatus, RefundWay } from '../../contract/refunds.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import { type Entry, postEntries } from '../ledger/index.ts'
import { computeMaxRefundDate, findRefundCredit, type RefundDue } from './refund.ts'

const COLUMNS = `id, reference, part, retailer_id, transaction_id,
  amount_centavos, due_since, max_refund_date, state,
  order_id, way, end_to_end_id, waits_for,
  paid_at`

/* An entry that is posted again changes nothing, here as in the books. */
const INSERT_REFUNDS: RowStatement<NewRefund> = {
  name: 'refunds.insert',
  columns: {
    id: 'text',
    reference: 'text',
    retailerId: 'text',
    transactionId: 'text',
    amountCentavos: 'bigint',
    dueSince: 'timestamptz',
    maxRefundDate: 'date',
    waitsFor: 'text',
  },
  text: `INSERT INTO refunds (id, reference, retailer_id, transaction_id, amount_centavos, due_since, max_refund_date, waits_for)
    SELECT * FROM rows
    ON CONFLICT (reference, part) DO NOTHING`,
}
const LIST_OF: Statement = {
  name: 'refunds.list-of-transaction',
  text: `SELECT ${COLUMNS} FROM refunds WHERE transaction_id = $1 ORDER BY id`,
}
const LIST_OF_SEVERAL: Statement = {
  name: 'refunds.list-of-transactions',
  text: `SELECT ${COLUMNS} FROM refunds WHERE transaction_id = ANY ($1::text[]) ORDER BY id`,
}
const FIND: Statement = { name: 'refunds.find', text: `SELECT ${COLUMNS} FROM refunds WHERE id = $1` }
const LOCK: Statement = {
  name: 'refunds.lock',
  text: `SELECT ${COLUMNS} FROM refunds WHERE id = $1 FOR UPDATE`,
}
const LIST_TO_ORDER: Statement = {
  name: 'refunds.list-to-order',
  text: `SELECT id FROM refunds WHERE state = 'DUE' AND order_id IS NULL AND waits_for IS NULL ORDER BY id LIMIT $1`,
}
const LIST_OPEN: Statement = {
  name: 'refunds.list-open',
  text: `SELECT ${COLUMNS} FROM refunds WHERE state <> 'PAID' ORDER BY max_refund_date, id LIMIT $1`,
}
const SUM_BY_PIX: Statement = {
  name: 'refunds.sum-by-pix',
  text: `SELECT end_to_end_id, sum(amount_centavos)::bigint AS amount_centavos FROM refunds
    WHERE end_to_end_id = ANY ($1::text[]) GROUP BY end_to_end_id`,
}
/* The parts of an entry add up to it: a part leaves the row that it was taken from. */
const SPLIT: Statement = {
  name: 'refunds.split',
  text: `WITH whole AS (
      UPDATE refunds SET amount_centavos = amount_centavos - $3::bigint
      WHERE id = $1 AND state = 'DUE' AND order_id IS NULL AND amount_centavos > $3::bigint RETURNING *
    )
    INSERT INTO refunds (id, reference, part, retailer_id, transaction_id, amount_centavos, due_since, max_refund_date)
    SELECT $2, w.reference, (SELECT max(part) + 1 FROM refunds p WHERE p.reference = w.reference), w.retailer_id,
      w.transaction_id, $3::bigint, w.due_since, w.max_refund_date
    FROM whole w RETURNING id`,
}
const ORDER: Statement = {
  name: 'refunds.order',
  text: `UPDATE refunds SET state = 'DUE', order_id = $2, way = $3, end_to_end_id = $4, waits_for = NULL
    WHERE id = $1 AND state IN ('DUE', 'FAILED', 'SENT') RETURNING id`,
}
const SET_STATE: Statement = {
  name: 'refunds.set-state',
  text: `UPDATE refunds SET state = $2, paid_at = $3, waits_for = $4 WHERE id = $1`,
}
const SET_OBSTACLE: Statement = {
  name: 'refunds.set-obstacle',
  text: `UPDATE refunds SET waits_for = $2 WHERE id = $1`,
}
const LIST_CLAIMED: Statement = {
  name: 'refunds.list-claimed',
  text: `SELECT reference, sum(amount_centavos)::bigint AS amount_centavos,
      array_agg(DISTINCT coalesce(transaction_id, '')) AS transaction_ids
    FROM refunds WHERE reference > $1 GROUP BY reference ORDER BY reference LIMIT $2`,
}
const SUM_CLAIMED: Statement = {
  name: 'refunds.sum-claimed',
  text: 'SELECT coalesce(sum(amount_centavos), 0)::bigint AS claimed FROM refunds WHERE reference = $1',
}
const COUNT_STUCK: Statement = {
  name: 'refunds.count-stuck',
  text: `SELECT count(*)::integer AS count FROM
    (SELECT FROM refunds WHERE state <> 'PAID' AND waits_for IS NOT NULL LIMIT $1) waiting`,
}

interface NewRefundDue {
  /** Of the ledger entry. */
  readonly reference: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly amountCentavos: Centavos
  readonly dueSince: Date
}

interface NewRefund extends NewRefundDue {
  readonly id: string
  readonly maxRefundDate: CalendarDate
  readonly waitsFor: RefundObstacle | null
}

/** An entry that was recorded before is not recorded again. Sent without waiting for it. */
function insertRefunds(tx: Transaction, refunds: readonly NewRefundDue[], now: Date): void {
  if (refunds.length === 0) return
  const rows = refunds.map(
    (refund): NewRefund => ({
      ...refund,
      id: newId(now.getTime()),
      maxRefundDate: computeMaxRefundDate(refund.dueSince),
      waitsFor: refund.transactionId === undefined ? 'PAYER_UNKNOWN' : null,
    }),
  )
  sendRows(tx, INSERT_REFUNDS, rows)
}

export function listRefunds(db: Queryable, transactionId: string): Promise<RefundDue[]> {
  return db.run<RefundDue>(LIST_OF, [transactionId])
}

export async function listRefundsOf(db: Queryable, transactionIds: readonly string[]): Promise<RefundDue[]> {
  return transactionIds.length === 0 ? [] : db.run<RefundDue>(LIST_OF_SEVERAL, [transactionIds])
}

export async function findRefund(db: Queryable, id: string): Promise<RefundDue | undefined> {
  return (await db.run<RefundDue>(FIND, [id]))[0]
}

export async function lockRefund(tx: Transaction, id: string): Promise<RefundDue | undefined> {
  return (await tx.run<RefundDue>(LOCK, [id]))[0]
}

/** Due, not ordered and not blocked. */
export async function listRefundsToOrder(db: Queryable, limit: number): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_TO_ORDER, [limit])).map(({ id }) => id)
}

/** Everything that is not paid, the most urgent first. */
export function listOpenRefunds(db: Queryable, limit: number): Promise<RefundDue[]> {
  return db.run<RefundDue>(LIST_OPEN, [limit])
}

/** How much of each Pix payment goes back or has gone back. */
export async function sumGivenBack(
  db: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, Centavos>> {
  const rows = await db.run<{ endToEndId: string; amountCentavos: Centavos }>(SUM_BY_PIX, [endToEndIds])
  return new Map(rows.map(({ endToEndId, amountCentavos }) => [endToEndId, amountCentavos]))
}

/** Takes a part out of a locked refund that is not ordered; returns the id of the part. */
export async function splitRefund(
  tx: Transaction,
  refund: RefundDue,
  partCentavos: Centavos,
  now: Date,
): Promise<string> {
  const [part] = await tx.run<{ id: string }>(SPLIT, [refund.id, newId(now.getTime()), partCentavos])
  if (part === undefined)
    throw new Error(`refund ${refund.id} has no part of ${partCentavos} centavos to give`)
  return part.id
}

/** Another order only after the one before has failed: then the refund is due again until that one has left. */
export async function setRefundOrder(
  tx: Transaction,
  refundId: string,
  ordered: { readonly orderId: string; readonly way: RefundWay; readonly endToEndId: string | undefined },
): Promise<void> {
  const { orderId, way, endToEndId = null } = ordered
  const rows = await tx.run(ORDER, [refundId, orderId, way, endToEndId])
  if (rows.length === 0) throw new Error(`refund ${refundId} was already sent`)
}

export function setRefundState(
  tx: Transaction,
  refundId: string,
  state: RefundStatus,
  { paidAt, waitsFor }: { readonly paidAt?: Date; readonly waitsFor?: RefundObstacle } = {},
): void {
  tx.send(SET_STATE, [refundId, state, paidAt ?? null, waitsFor ?? null])
}

export function setRefundObstacle(tx: Transaction, refundId: string, obstacle: RefundObstacle): void {
  tx.send(SET_OBSTACLE, [refundId, obstacle])
}

/** What all parts of an entry's refund add up to, ordered or not. */
export async function sumClaimed(db: Queryable, reference: string): Promise<Centavos> {
  return (await db.run<{ claimed: Centavos }>(SUM_CLAIMED, [reference]))[0]?.claimed ?? 0
}

/** All parts of the refund of one entry. */
interface ClaimedRefund {
  readonly reference: string
  readonly amountCentavos: Centavos
  /** One, unless somebody changed a part; empty where the payer is unknown. */
  readonly transactionIds: readonly string[]
}

export function listClaimed(db: Queryable, afterReference: string, limit: number): Promise<ClaimedRefund[]> {
  return db.run<ClaimedRefund>(LIST_CLAIMED, [afterReference, limit])
}

/** Refunds that wait for a person. Counting ends at the limit. */
export async function countStuckRefunds(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_STUCK, [limit]))[0]?.count ?? 0
}

/** Posts entries that may owe money back, and records what they owe in the same transaction. */
export function postWithRefunds(
  tx: Transaction,
  secrets: Secrets,
  entries: readonly Entry[],
  now: Date,
): void {
  postEntries(tx, secrets, entries, now)
  insertRefunds(
    tx,
    entries.flatMap(entry => findRefundCredit(entry) ?? []).map(credit => ({ ...credit, dueSince: now })),
    now,
  )
}
