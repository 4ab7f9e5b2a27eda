import type { PurchaseActor, PurchaseEvent } from '../../contract/purchase-events.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { PURCHASE_COLUMNS, type PurchaseRow } from './columns.ts'
import type { Purchase } from './purchase.ts'
import { toPurchase } from './row.ts'

/*
 * For the lender's staff: purchases of every retailer. The time of entering a step comes from the moves, because a
 * payment changes the purchase without moving it.
 */
const ENTERED = `SELECT m.number AS "enteredBy", m.moved_at AS "enteredAt" FROM transaction_moves m
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
    ORDER BY e."enteredAt", t.id`,
}
const COUNT_AT_DESK: Statement = {
  name: 'transactions.count-at-desk',
  text: `SELECT count(*)::integer AS count
    FROM (SELECT FROM transactions t WHERE t.status = 'PENDING' AND t.step = 'DESK' LIMIT $1) waiting`,
}
const LIST_BY_IDS: Statement = {
  name: 'transactions.list-by-ids',
  text: `SELECT ${PURCHASE_COLUMNS}, e.* FROM unnest($1::text[]) AS w(id)
    CROSS JOIN LATERAL (SELECT * FROM transactions f WHERE f.id = w.id) t CROSS JOIN LATERAL (${ENTERED}) e`,
}
/* Each retailer by the two indexes that have its orders: one of the purchases that live, one of those that ended. */
const LIST_IDS_BY_ORDER: Statement = {
  name: 'transactions.list-ids-by-order',
  text: `SELECT f.id FROM unnest($1::text[]) AS r(id) CROSS JOIN LATERAL (
      SELECT t.id FROM transactions t
      WHERE t.retailer_id = r.id AND t.order_id = $2 AND t.status NOT IN ('CANCELED', 'ABANDONED')
      UNION ALL
      SELECT t.id FROM transactions t
      WHERE t.retailer_id = r.id AND t.order_id = $2 AND t.status IN ('CANCELED', 'ABANDONED')
    ) f ORDER BY f.id DESC LIMIT $3`,
}
const LIST_MOVES: Statement = {
  name: 'transactions.list-moves',
  text: `SELECT number, event, actor, status, step, moved_at AS "movedAt" FROM transaction_moves
    WHERE transaction_id = $1 ORDER BY number`,
}

export interface PlacedPurchase {
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
export interface DeskSearch {
  readonly transactionId: string | undefined
  readonly orderId: string | undefined
  readonly cpfIndex: Buffer | undefined
}

/** Longest wait first. */
export async function listAtDesk(
  db: Queryable,
  secrets: Secrets,
  search: DeskSearch | undefined,
  limit: number,
): Promise<PlacedPurchase[]> {
  const { transactionId = null, orderId = null, cpfIndex = null } = search ?? {}
  const values = [limit, transactionId, orderId, cpfIndex, search === undefined]
  return (await db.run<PlacedRow>(LIST_AT_DESK, values)).map(row => place(secrets, row))
}

export async function countAtDesk(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_AT_DESK, [limit]))[0]?.count ?? 0
}

export async function listPlaced(
  db: Queryable,
  secrets: Secrets,
  ids: readonly string[],
): Promise<PlacedPurchase[]> {
  return (await db.run<PlacedRow>(LIST_BY_IDS, [ids])).map(row => place(secrets, row))
}

/** The newest first. */
export async function listIdsByOrder(
  db: Queryable,
  retailerIds: readonly string[],
  orderId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.run<{ id: string }>(LIST_IDS_BY_ORDER, [retailerIds, orderId, limit])
  return rows.map(({ id }) => id)
}

export interface RecordedMove {
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

function place(secrets: Secrets, { enteredAt, enteredBy, ...row }: PlacedRow): PlacedPurchase {
  return { purchase: toPurchase(secrets, row), enteredAt, enteredBy }
}
