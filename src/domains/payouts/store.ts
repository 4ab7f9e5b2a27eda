import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'
import type { PayoutKind, PayoutLine, PayoutState } from './order.ts'

export interface OrderRow {
  readonly id: string
  readonly payoutKey: string
  readonly kind: PayoutKind
  readonly subject: string
  readonly obligation: string
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly nettedCentavos: Centavos
  readonly payeeBox: Buffer
  readonly dueOn: CalendarDate
  readonly replaces: string | null
  readonly needsApproval: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly linesHash: Buffer
  readonly state: PayoutState
  readonly approvedBy: string | null
  readonly rail: string | null
  readonly providerId: string | null
  readonly settledAt: Date | null
  readonly failureKind: string | null
  readonly failureCode: string | null
  readonly version: number
  readonly mac: Buffer
  readonly attempts: number
  readonly dueAt: Date
  readonly problem: string | null
}

const COLUMNS = `o.id, o.payout_key, o.kind, o.subject, o.obligation, o.retailer_id, o.transaction_id, o.lender_account_id,
  o.amount_centavos, o.netted_centavos, o.payee_box, o.due_on, o.replaces, o.needs_approval, o.created_by,
  o.created_at, o.lines_hash, o.state, o.approved_by, o.rail, o.provider_id, o.settled_at, o.failure_kind,
  o.failure_code, o.version, o.mac, o.attempts, o.due_at, o.problem`

const INSERT_ORDER: Statement = {
  name: 'payout-orders.insert',
  text: `INSERT INTO payout_orders (id, payout_key, kind, subject, obligation, retailer_id, transaction_id, lender_account_id,
      amount_centavos, netted_centavos, payee_box, due_on, replaces, needs_approval, created_by, created_at, lines_hash, state,
      version, mac, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $16)`,
}
const INSERT_LINES: RowStatement<PayoutLine> = {
  name: 'payout-lines.insert',
  columns: { transactionId: 'text', amountCentavos: 'bigint' },
  text: 'INSERT INTO payout_lines (order_id, transaction_id, amount_centavos) SELECT $1, rows.* FROM rows',
}
const INSERT_EVENT: Statement = {
  name: 'payout-events.insert',
  text: `INSERT INTO payout_events (order_id, position, event, state, actor, code, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const UPDATE_STATE: Statement = {
  name: 'payout-orders.move',
  text: `UPDATE payout_orders SET state = $3, approved_by = $4, rail = $5, provider_id = $6, settled_at = $7, failure_kind = $8,
      failure_code = $9, version = version + 1, mac = $10, attempts = $11, due_at = $12, problem = $13
    WHERE id = $1 AND version = $2 RETURNING id`,
}
const POSTPONE: Statement = {
  name: 'payout-orders.postpone',
  text: `UPDATE payout_orders SET attempts = $3, due_at = $4, problem = $5 WHERE id = $1 AND version = $2 RETURNING id`,
}
const DELAY: Statement = {
  name: 'payout-orders.delay',
  text: 'UPDATE payout_orders SET due_at = $2 WHERE id = $1',
}
const END_LINES: Statement = {
  name: 'payout-lines.end',
  text: 'UPDATE payout_lines SET is_live = false WHERE order_id = $1 AND is_live',
}
const SELECT_ORDER: Statement = {
  name: 'payout-orders.find',
  text: `SELECT ${COLUMNS} FROM payout_orders o WHERE o.id = $1`,
}
const LOCK_ORDER: Statement = {
  name: 'payout-orders.lock',
  text: `SELECT ${COLUMNS} FROM payout_orders o WHERE o.id = $1 FOR UPDATE`,
}
const SELECT_ID_BY_KEY: Statement = {
  name: 'payout-orders.find-by-key',
  text: 'SELECT o.id FROM payout_orders o WHERE o.payout_key = $1',
}
const LIST_DUE: Statement = {
  name: 'payout-orders.list-due',
  text: `SELECT o.id FROM payout_orders o
    WHERE o.state = ANY ($1::text[]) AND o.state IN ('created', 'approved', 'sending', 'accepted', 'unknown') AND o.due_at <= $2
    ORDER BY o.due_at, o.id LIMIT $3`,
}
const LIST_ORDERS: Statement = {
  name: 'payout-orders.list',
  text: `SELECT ${COLUMNS} FROM payout_orders o
    WHERE ($1::text IS NULL OR o.state = $1) AND ($2::text IS NULL OR o.kind = $2) AND ($3::text IS NULL OR o.subject = $3)
      AND ($4::text IS NULL OR o.id < $4)
    ORDER BY o.id DESC LIMIT $5`,
}
const LIST_TRANSFERS: Statement = {
  name: 'payout-orders.list-transfers',
  text: `SELECT ${COLUMNS}, (SELECT count(*)::integer FROM payout_lines l WHERE l.order_id = o.id) AS line_count
    FROM payout_orders o
    WHERE o.kind = 'RETAILER' AND o.subject = $1 AND o.id > $2 AND o.id < $3 ORDER BY o.id DESC LIMIT $4`,
}
const SUM_TRANSFERS: Statement = {
  name: 'payout-orders.sum-transfers-by-day',
  text: `SELECT (o.settled_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, count(*)::integer AS count,
      sum(o.amount_centavos)::bigint AS amount_centavos
    FROM payout_orders o
    WHERE o.kind = 'RETAILER' AND o.subject = $1 AND o.id > $2 AND o.state = 'paid' AND o.settled_at >= $3 AND o.settled_at < $4
    GROUP BY 1`,
}
const SUM_OPEN_TRANSFERS: Statement = {
  name: 'payout-orders.sum-open-transfers',
  text: `SELECT o.due_on AS day, count(*)::integer AS count, sum(o.amount_centavos)::bigint AS amount_centavos
    FROM payout_orders o
    WHERE o.kind = 'RETAILER' AND o.subject = $1 AND o.state IN ('created', 'approved', 'sending', 'accepted', 'unknown')
    GROUP BY 1 ORDER BY 1`,
}
/* The newest: an order that took the place of another one pays for the same purchases. */
const LIST_ENDED_FOR: Statement = {
  name: 'payout-lines.list-ended-for',
  text: `SELECT DISTINCT ON (l.transaction_id) l.transaction_id, o.id, o.state
    FROM payout_lines l JOIN payout_orders o ON o.id = l.order_id
    WHERE l.transaction_id = ANY ($1::text[]) AND NOT l.is_live ORDER BY l.transaction_id, o.id DESC`,
}
const LIST_PAID: Statement = {
  name: 'payout-orders.list-paid',
  text: `SELECT o.id FROM payout_orders o WHERE o.state = 'paid' AND o.settled_at > $1 AND o.id > $2 ORDER BY o.id LIMIT $3`,
}
const LIST_LINES: Statement = {
  name: 'payout-lines.list',
  text: `SELECT l.transaction_id, l.amount_centavos FROM payout_lines l
    WHERE l.order_id = $1 ORDER BY l.transaction_id`,
}
/* Of ended orders too; a few for each purchase. */
const LIST_ORDERS_OF: Statement = {
  name: 'payout-lines.list-orders-of',
  text: `SELECT l.order_id AS id FROM payout_lines l WHERE l.transaction_id = ANY ($1::text[]) ORDER BY l.order_id DESC LIMIT 1`,
}
const LIST_EVENTS: Statement = {
  name: 'payout-events.list',
  text: `SELECT e.position, e.event, e.state, e.actor, e.code, e.at FROM payout_events e WHERE e.order_id = $1 ORDER BY e.position`,
}
const WAS_SENT: Statement = {
  name: 'payout-events.was-sent',
  text: `SELECT EXISTS (SELECT FROM payout_events e WHERE e.order_id = $1 AND e.event IN ('sent', 'sent-again')) AS was_sent`,
}
/* Held to the end of the transaction. */
const LOCK_SUBJECT: Statement = {
  name: 'payout-orders.lock-subject',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('payouts:' || $1, 0))`,
}
const WAS_DOUBTED: Statement = {
  name: 'payout-events.was-doubted',
  text: `SELECT EXISTS (SELECT FROM payout_events e WHERE e.order_id = $1 AND e.event = 'doubted') AS was_doubted`,
}
const LIST_ENDED_OF: Statement = {
  name: 'payout-orders.list-ended-of',
  text: `SELECT o.id FROM payout_orders o
    WHERE o.kind = 'REFUND' AND o.subject = ANY ($1::text[]) AND o.state IN ('paid', 'failed', 'canceled', 'returned')`,
}
const REPLACE_PAYEE: Statement = {
  name: 'payout-orders.replace-payee',
  text: 'UPDATE payout_orders SET payee_box = $2 WHERE id = $1',
}
const COUNT_STATES: Statement = {
  name: 'payout-orders.count-open',
  text: `SELECT o.kind, o.state, count(*)::integer AS count, min(o.created_at) AS oldest_at FROM payout_orders o
    WHERE o.state IN ('created', 'approved', 'sending', 'accepted', 'unknown') GROUP BY o.kind, o.state`,
}

export interface PayoutEventRow {
  readonly position: number
  readonly event: string
  readonly state: PayoutState
  readonly actor: string
  readonly code: string | null
  readonly at: Date
}

interface PayoutCount {
  readonly kind: PayoutKind
  readonly state: PayoutState
  readonly count: number
  readonly oldestAt: Date
}

export type NewOrderRow = Omit<
  OrderRow,
  | 'approvedBy'
  | 'rail'
  | 'providerId'
  | 'settledAt'
  | 'failureKind'
  | 'failureCode'
  | 'attempts'
  | 'dueAt'
  | 'problem'
>

export async function insertOrderRow(
  tx: Transaction,
  row: NewOrderRow,
  lines: readonly PayoutLine[],
): Promise<void> {
  await tx.run(INSERT_ORDER, [
    row.id,
    row.payoutKey,
    row.kind,
    row.subject,
    row.obligation,
    row.retailerId,
    row.transactionId,
    row.lenderAccountId,
    row.amountCentavos,
    row.nettedCentavos,
    row.payeeBox,
    row.dueOn,
    row.replaces,
    row.needsApproval,
    row.createdBy,
    row.createdAt,
    row.linesHash,
    row.state,
    row.version,
    row.mac,
  ])
  if (lines.length > 0) await runRows(tx, INSERT_LINES, lines, [row.id])
}

/** Sent without waiting for it. */
export function insertEvent(
  tx: Transaction,
  orderId: string,
  { position, event, state, actor, code, at }: PayoutEventRow,
): void {
  tx.send(INSERT_EVENT, [orderId, position, event, state, actor, code, at])
}

/** False when somebody else moved the order meanwhile. */
export async function updateOrderRow(tx: Transaction, before: OrderRow, row: OrderRow): Promise<boolean> {
  const values = [
    row.id,
    before.version,
    row.state,
    row.approvedBy,
    row.rail,
    row.providerId,
    row.settledAt,
    row.failureKind,
    row.failureCode,
    row.mac,
    row.attempts,
    row.dueAt,
    row.problem,
  ]
  return (await tx.run(UPDATE_STATE, values)).length > 0
}

/** False when somebody moved the order meanwhile. */
export async function postponeOrder(
  db: Queryable,
  { id, version }: { readonly id: string; readonly version: number },
  next: { readonly attempts: number; readonly dueAt: Date; readonly problem: string },
): Promise<boolean> {
  return (await db.run(POSTPONE, [id, version, next.attempts, next.dueAt, next.problem])).length > 0
}

/** For an order that must not be moved: jobs skip it until then. */
export async function delayOrder(db: Queryable, id: string, dueAt: Date): Promise<void> {
  await db.run(DELAY, [id, dueAt])
}

export function endLines(tx: Transaction, orderId: string): void {
  tx.send(END_LINES, [orderId])
}

export async function findOrderRow(db: Queryable, id: string): Promise<OrderRow | undefined> {
  return (await db.run<OrderRow>(SELECT_ORDER, [id]))[0]
}

export async function lockOrderRow(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  return (await tx.run<OrderRow>(LOCK_ORDER, [id]))[0]
}

export async function findOrderIdByKey(db: Queryable, payoutKey: string): Promise<string | undefined> {
  return (await db.run<{ id: string }>(SELECT_ID_BY_KEY, [payoutKey]))[0]?.id
}

/** The longest due first. */
export async function listDueOrderIds(
  db: Queryable,
  states: readonly PayoutState[],
  now: Date,
  limit: number,
): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_DUE, [states, now, limit])).map(({ id }) => id)
}

export async function listPaidOrderIds(
  db: Queryable,
  since: Date,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_PAID, [since, after, limit])).map(({ id }) => id)
}

export interface OrderSearch {
  readonly state?: PayoutState | undefined
  readonly kind?: PayoutKind | undefined
  readonly subject?: string | undefined
  /** The last id of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

export function listOrderRows(db: Queryable, search: OrderSearch): Promise<OrderRow[]> {
  const { state, kind, subject, before, limit } = search
  return db.run<OrderRow>(LIST_ORDERS, [state ?? null, kind ?? null, subject ?? null, before ?? null, limit])
}

export interface TransferSearch {
  /** Bounds of ids, both left out. */
  readonly after: string
  readonly before: string
  readonly limit: number
}

/** Orders to a retailer with how many purchases each pays, the newest first. */
export function listTransferRows(
  db: Queryable,
  retailerId: string,
  { after, before, limit }: TransferSearch,
): Promise<(OrderRow & { readonly lineCount: number })[]> {
  return db.run(LIST_TRANSFERS, [retailerId, after, before, limit])
}

/** Orders to a retailer of one day. */
interface TransfersOfDay {
  readonly day: CalendarDate
  readonly count: number
  readonly amountCentavos: Centavos
}

/**
 * What is on its way, by the day for which it was ordered; or what was paid in a period and not returned, by the day on
 * which the bank paid it.
 */
export function sumTransfersByDay(
  db: Queryable,
  retailerId: string,
  which: 'open' | { readonly orderedAfter: string; readonly paidFrom: Date; readonly paidBefore: Date },
): Promise<TransfersOfDay[]> {
  if (which === 'open') return db.run<TransfersOfDay>(SUM_OPEN_TRANSFERS, [retailerId])
  const { orderedAfter, paidFrom, paidBefore } = which
  return db.run<TransfersOfDay>(SUM_TRANSFERS, [retailerId, orderedAfter, paidFrom, paidBefore])
}

/** An order that failed, was canceled or came back. */
interface EndedTransfer {
  readonly transactionId: string
  readonly id: string
  readonly state: PayoutState
}

/** By transaction: the last one that was to pay for it. */
export async function listEndedTransfersFor(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, EndedTransfer>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.run<EndedTransfer>(LIST_ENDED_FOR, [transactionIds])
  return new Map(rows.map(row => [row.transactionId, row]))
}

export function listLines(db: Queryable, orderId: string): Promise<PayoutLine[]> {
  return db.run<PayoutLine>(LIST_LINES, [orderId])
}

/** The newest order that pays for one of these purchases. */
export async function findOrderIdOf(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<string | undefined> {
  return (await db.run<{ id: string }>(LIST_ORDERS_OF, [transactionIds]))[0]?.id
}

export function listPayoutEvents(db: Queryable, orderId: string): Promise<PayoutEventRow[]> {
  return db.run<PayoutEventRow>(LIST_EVENTS, [orderId])
}

/** Whether any bank may know the order: events cannot be taken back, even where the row was. */
export async function wasSent(db: Queryable, orderId: string): Promise<boolean> {
  return (await db.run<{ wasSent: boolean }>(WAS_SENT, [orderId]))[0]?.wasSent ?? false
}

/** Whether a request for it may still be on its way to a bank. */
export async function wasDoubted(db: Queryable, orderId: string): Promise<boolean> {
  return (await db.run<{ wasDoubted: boolean }>(WAS_DOUBTED, [orderId]))[0]?.wasDoubted ?? false
}

/** One settlement of a subject at a time: it reads a balance and orders what is left of it. */
export async function lockPayoutSubject(tx: Transaction, subject: string): Promise<void> {
  await tx.run(LOCK_SUBJECT, [subject])
}

/** Orders that gave money back for these transactions, and will not move again. */
export async function listEndedOrderIds(db: Queryable, transactionIds: readonly string[]): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_ENDED_OF, [transactionIds])).map(({ id }) => id)
}

/** The MAC does not cover the box, which opens for its order only. */
export function replacePayee(tx: Transaction, orderId: string, payeeBox: Buffer): void {
  tx.send(REPLACE_PAYEE, [orderId, payeeBox])
}

export function countOpenOrders(db: Queryable): Promise<PayoutCount[]> {
  return db.run<PayoutCount>(COUNT_STATES, [])
}

/** What the books must say of an order. */
interface OrderState {
  readonly id: string
  readonly state: PayoutState
  readonly amountCentavos: Centavos
}

const LIST_STATES: Statement = {
  name: 'payouts.list-states',
  text: `SELECT id, state, amount_centavos FROM payout_orders WHERE id > $1 ORDER BY id LIMIT $2`,
}

export function listOrderStates(db: Queryable, after: string, limit: number): Promise<OrderState[]> {
  return db.run<OrderState>(LIST_STATES, [after, limit])
}
