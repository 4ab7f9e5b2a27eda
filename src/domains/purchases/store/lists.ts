import { STEPS, type Status, type Step } from '../../../contract/enums.ts'
import type { PurchaseActor, PurchaseEvent } from '../../../contract/purchase-events.ts'
import { computeIdBound } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { createBatcher } from '../../../platform/db/batcher.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { findByRows, type RowStatement } from '../../../platform/db/row-statement.ts'
import type { Purchase } from '../purchase.ts'
import { PURCHASE_COLUMNS, type PurchaseRow, toPurchase } from './columns.ts'

/*
 * For the lender's staff: purchases of every retailer. The time of entering a step comes from the moves, because a
 * payment changes the purchase without moving it.
 */
const ENTERED = `SELECT m.number AS entered_by, m.moved_at AS entered_at FROM transaction_moves m
  WHERE m.transaction_id = t.id AND m.number > coalesce((SELECT max(p.number) FROM transaction_moves p
    WHERE p.transaction_id = t.id AND p.step <> t.step), 0) ORDER BY m.number LIMIT 1`

const LIST_AT_DESK: Statement = {
  name: 'transactions.list-at-desk',
  text: `WITH waiting AS MATERIALIZED (
      SELECT t.id FROM transactions t WHERE t.status = 'PENDING' AND t.step = 'DESK'
        AND ($5 OR t.id = $2 OR t.order_id = $3 OR t.cpf_index = $4)
      ORDER BY t.changed_at, t.id LIMIT $1)
    SELECT ${PURCHASE_COLUMNS}, e.* FROM waiting w
    CROSS JOIN LATERAL (SELECT * FROM transactions f WHERE f.id = w.id) t CROSS JOIN LATERAL (${ENTERED}) e
    ORDER BY e.entered_at, t.id`,
}
const COUNT_AT_DESK: Statement = {
  name: 'transactions.count-at-desk',
  text: `SELECT count(*)::integer AS count
    FROM (SELECT FROM transactions t WHERE t.status = 'PENDING' AND t.step = 'DESK' LIMIT $1) waiting`,
}
const LIST_PLACED: Statement = {
  name: 'transactions.list-placed',
  text: `SELECT ${PURCHASE_COLUMNS}, e.* FROM unnest($1::text[]) AS w(id)
    CROSS JOIN LATERAL (SELECT * FROM transactions f WHERE f.id = w.id) t CROSS JOIN LATERAL (${ENTERED}) e`,
}
const LIST_MOVES: Statement = {
  name: 'transactions.list-moves',
  text: `SELECT number, event, actor, status, step, moved_at FROM transaction_moves
    WHERE transaction_id = $1 ORDER BY number`,
}

interface PlacedPurchase {
  readonly purchase: Purchase
  readonly enteredAt: Date
  /** Number of the move that led to the current step. */
  readonly enteredBy: number
}

interface PlacedRow extends PurchaseRow {
  readonly enteredAt: Date
  readonly enteredBy: number
}

/** All meanings that a search text may have; any match counts. */
interface DeskSearch {
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  readonly cpfIndex: Buffer | undefined
}

/** Purchases with the time at which they entered their step: these, or those that wait at the desk, the longest wait first. */
export async function listPlaced(
  db: Queryable,
  secrets: Secrets,
  wanted:
    | { readonly ids: readonly string[] }
    | { readonly atDesk: DeskSearch | 'all'; readonly limit: number },
): Promise<PlacedPurchase[]> {
  const rows = await ('ids' in wanted
    ? db.run<PlacedRow>(LIST_PLACED, [wanted.ids])
    : db.run<PlacedRow>(LIST_AT_DESK, describeAtDesk(wanted.atDesk, wanted.limit)))
  return rows.map(({ enteredAt, enteredBy, ...row }) => ({
    purchase: toPurchase(secrets, row),
    enteredAt,
    enteredBy,
  }))
}

function describeAtDesk(search: DeskSearch | 'all', limit: number): readonly unknown[] {
  if (search === 'all') return [limit, null, null, null, true]
  const { transactionId = null, orderId = null, cpfIndex = null } = search
  return [limit, transactionId, orderId, cpfIndex, false]
}

export async function countAtDesk(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_AT_DESK, [limit]))[0]?.count ?? 0
}

interface RecordedMove {
  readonly number: number
  readonly event: PurchaseEvent
  readonly actor: PurchaseActor
  readonly status: string
  readonly step: string
  readonly movedAt: Date
}

export function listMoves(db: Queryable, transactionId: string): Promise<RecordedMove[]> {
  return db.run<RecordedMove>(LIST_MOVES, [transactionId])
}

const FACTS = `t.id, t.order_id, t.option_id, t.decision_id, t.purchase_centavos, t.replaces_id IS NULL AS is_new,
  t.cancel_reason = 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS' AS is_replaced, t.renegotiates IS NOT NULL AS is_agreement,
  t.status IN ('OPEN', 'CLOSED') AS is_completed, encode(t.cpf_index, 'hex') AS cpf_index`
const LIST_FACTS: Statement = {
  name: 'transactions.list-facts',
  text: `SELECT ${FACTS} FROM transactions t WHERE t.id = ANY ($1::text[]) AND ($2::text IS NULL OR t.retailer_id = $2)`,
}
const LIST_FACTS_OF_PERIOD: Statement = {
  name: 'transactions.list-facts-of-period',
  text: `SELECT ${FACTS} FROM transactions t
    WHERE t.retailer_id = $1 AND t.id > $2 AND t.created_at >= $3 AND t.created_at < $4 ORDER BY t.id LIMIT $5`,
}

interface PurchaseFacts {
  readonly id: string
  readonly orderId: string
  readonly optionId: string
  readonly decisionId: string
  readonly purchaseCentavos: Centavos
  /** False for one that took the place of another. */
  readonly isNew: boolean
  /** Ended because a purchase with fewer products took its place. */
  readonly isReplaced: boolean
  /** It is about the debt of another purchase. */
  readonly isAgreement: boolean
  readonly isCompleted: boolean
  /** The blind index of its customer, in hexadecimal digits. */
  readonly cpfIndex: string
}

type FactsWanted =
  /** These, of one retailer or of all. */
  | { readonly ids: readonly string[]; readonly retailerId?: string }
  /** Begun in a period, in the order of their ids. */
  | {
      readonly retailerId: string
      readonly from: Date
      readonly until: Date
      readonly after: string
      readonly limit: number
    }

/** Of many purchases, without opening their rows. */
export async function listPurchaseFacts(
  db: Queryable,
  wanted: FactsWanted,
): Promise<ReadonlyMap<string, PurchaseFacts>> {
  if ('ids' in wanted && wanted.ids.length === 0) return new Map()
  const { retailerId } = wanted
  const rows = await ('ids' in wanted
    ? db.run<PurchaseFacts>(LIST_FACTS, [wanted.ids, retailerId ?? null])
    : db.run<PurchaseFacts>(LIST_FACTS_OF_PERIOD, [
        retailerId,
        wanted.after,
        wanted.from,
        wanted.until,
        wanted.limit,
      ]))
  return new Map(rows.map(row => [row.id, row]))
}

/* The condition of the unique index: at most one for each debt. */
const HAS_NOT_FAILED = `renegotiates IS NOT NULL AND status NOT IN ('CANCELED', 'ABANDONED')`
const RENEGOTIATION = 'id, renegotiates AS original_id'
const LIST_RENEGOTIATIONS: Statement = {
  name: 'transactions.list-agreements',
  text: `SELECT ${RENEGOTIATION} FROM transactions WHERE renegotiates = ANY ($1::text[]) AND ${HAS_NOT_FAILED}`,
}
const LIST_LIVING: Statement = {
  name: 'transactions.list-living-agreements',
  text: `SELECT ${RENEGOTIATION} FROM transactions WHERE renegotiates = $1 AND ${HAS_NOT_FAILED} AND status <> 'CLOSED'`,
}
const LIST_OPEN: Statement = {
  name: 'transactions.list-open-agreements',
  text: `SELECT ${RENEGOTIATION} FROM transactions WHERE renegotiates > $1 AND ${HAS_NOT_FAILED} AND status = 'OPEN'
    ORDER BY renegotiates LIMIT $2`,
}

type RenegotiationsWanted =
  /** On these debts, unless they ended early. */
  | { readonly on: readonly string[] }
  /** On this debt, waiting for its customer or being paid: at most one. */
  | { readonly livingOn: string }
  /** Being paid, in the order of their originals. */
  | { readonly openAfter: string; readonly limit: number }

interface Renegotiation {
  readonly id: string
  readonly originalId: string
}

/** Agreements on the debts of transactions. */
export function listRenegotiations(db: Queryable, wanted: RenegotiationsWanted): Promise<Renegotiation[]> {
  if ('on' in wanted) return db.run<Renegotiation>(LIST_RENEGOTIATIONS, [wanted.on])
  if ('livingOn' in wanted) return db.run<Renegotiation>(LIST_LIVING, [wanted.livingOn])
  return db.run<Renegotiation>(LIST_OPEN, [wanted.openAfter, wanted.limit])
}

const COUNT: Statement = {
  name: 'transactions.count-recent',
  text: `SELECT status, step, count(*)::integer AS count
    FROM (SELECT status, step FROM transactions WHERE id >= $1 ORDER BY id DESC LIMIT $2) recent GROUP BY status, step`,
}

interface RecentPurchases {
  readonly byStatus: ReadonlyMap<string, number>
  /** How many have come to each step or past it; those that ended count up to where they did. */
  readonly byStepReached: ReadonlyMap<Step, number>
}

/** How far the purchases authorized since then have come; of more than the limit, the newest. */
export async function countRecentPurchases(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<RecentPurchases> {
  const rows = await db.run<{ status: string; step: Step; count: number }>(COUNT, [
    computeIdBound(since.getTime()),
    limit,
  ])
  const byStatus = new Map<string, number>()
  const byStepReached = new Map<Step, number>(STEPS.map(step => [step, 0]))
  for (const { status, step, count } of rows) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + count)
    for (const reached of STEPS.slice(0, STEPS.indexOf(step) + 1))
      byStepReached.set(reached, (byStepReached.get(reached) ?? 0) + count)
  }
  return { byStatus, byStepReached }
}

interface PurchaseKey {
  readonly retailerId: string
  readonly id: string
}

/* The LIMIT forces a key look-up per row, whatever statistics the planner has. */
const SELECT_STATUSES: RowStatement<PurchaseKey> = {
  name: 'transactions.find-statuses',
  columns: { at: 'integer', retailerId: 'text', id: 'text' },
  text: `SELECT r.at, s.status FROM rows r CROSS JOIN LATERAL (
      SELECT t.status FROM transactions t WHERE t.id = r.id AND t.retailer_id = r.retailer_id LIMIT 1) s`,
}

const MAX_ITEMS = 32
const MAX_BATCHES = 4

type FindStatus = (retailerId: string, id: string) => Promise<Status | undefined>

/** Retailers poll the status of their purchases, so concurrent requests share one statement. */
export function createStatusFinder(database: Queryable): FindStatus {
  const find = createBatcher<PurchaseKey, Status | undefined>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    async run(keys) {
      const rows = await findByRows<{ status: Status }, PurchaseKey>(database, SELECT_STATUSES, keys)
      return rows.map(row => row?.status)
    },
  })
  return (retailerId, id) => find({ retailerId, id })
}
