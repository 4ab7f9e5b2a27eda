import type { OrderLine } from '../../contract/store.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { Attempt, LinkState } from './order-state.ts'

export interface OrderRecord {
  readonly id: string
  readonly linkId: string
  readonly linkState: LinkState
  readonly lines: readonly OrderLine[]
  readonly deliveryCentavos: number
  readonly totalCentavos: number
  readonly createdAt: Date
  readonly attempts: readonly Attempt[]
}

interface NewOrder extends Omit<OrderRecord, 'linkState' | 'attempts'> {
  readonly deviceHash: Buffer
}

const COLUMNS = `o.id, o.link_id, o.link_state, o.lines, o.delivery_centavos,
  o.total_centavos, o.created_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('transactionId', a.transaction_id, 'claimSequence', a.claim_sequence, 'stage', a.stage)
    ORDER BY a.transaction_id) FROM store_attempts a WHERE a.order_id = o.id), '[]') AS attempts`

const INSERT: Statement = {
  name: 'store-orders.insert',
  text: `INSERT INTO store_orders (id, device_hash, link_id, link_state, link_sequence, lines, delivery_centavos, total_centavos, created_at)
    VALUES ($1, $2, $3, 'ACTIVE', 0, $4, $5, $6, $7)`,
}
const FIND: Statement = {
  name: 'store-orders.find',
  text: `SELECT ${COLUMNS} FROM store_orders o WHERE o.id = $1`,
}
const LIST: Statement = {
  name: 'store-orders.list',
  text: `SELECT ${COLUMNS} FROM store_orders o WHERE o.device_hash = $1 ORDER BY o.created_at DESC LIMIT $2`,
}
const MOVE_LINK: Statement = {
  name: 'store-orders.move-link',
  text: `UPDATE store_orders SET link_state = $3, link_sequence = $4 WHERE id = $1 AND link_id = $2 AND link_sequence < $4`,
}
const RECORD_CLAIM: Statement = {
  name: 'store-attempts.record-claim',
  text: `INSERT INTO store_attempts (order_id, transaction_id, claim_sequence, last_sequence, stage)
    SELECT o.id, $3, $4, 0, 'WAITING' FROM store_orders o WHERE o.id = $1 AND o.link_id = $2
    ON CONFLICT (order_id, transaction_id) DO UPDATE SET claim_sequence = excluded.claim_sequence`,
}
const RECORD_STAGE: Statement = {
  name: 'store-attempts.record-stage',
  text: `INSERT INTO store_attempts (order_id, transaction_id, last_sequence, stage)
    SELECT o.id, $2, $3, $4 FROM store_orders o WHERE o.id = $1
    ON CONFLICT (order_id, transaction_id) DO UPDATE SET last_sequence = excluded.last_sequence, stage = excluded.stage
      WHERE store_attempts.last_sequence < excluded.last_sequence`,
}

export async function insertOrder(db: Queryable, order: NewOrder): Promise<void> {
  await db.run(INSERT, [
    order.id,
    order.deviceHash,
    order.linkId,
    JSON.stringify(order.lines),
    order.deliveryCentavos,
    order.totalCentavos,
    order.createdAt,
  ])
}

export async function findOrder(db: Queryable, id: string): Promise<OrderRecord | undefined> {
  const [order] = await db.run<OrderRecord>(FIND, [id])
  return order
}

export function listOrders(db: Queryable, deviceHash: Buffer, limit: number): Promise<OrderRecord[]> {
  return db.run<OrderRecord>(LIST, [deviceHash, limit])
}

interface LinkEvent {
  readonly orderId: string
  readonly linkId: string
  readonly sequence: number
}

/** Only forward: an event that came late, or again, changes nothing. */
export async function moveLink(db: Queryable, event: LinkEvent, state: LinkState): Promise<void> {
  await db.run(MOVE_LINK, [event.orderId, event.linkId, state, event.sequence])
}

export async function recordClaim(db: Queryable, event: LinkEvent, transactionId: string): Promise<void> {
  await db.run(RECORD_CLAIM, [event.orderId, event.linkId, transactionId, event.sequence])
}

interface StageEvent {
  readonly orderId: string
  readonly transactionId: string
  readonly sequence: number
  readonly stage: string
}

/** Only forward, and nothing for an order that is not the shop's. */
export async function recordStage(db: Queryable, event: StageEvent): Promise<void> {
  await db.run(RECORD_STAGE, [event.orderId, event.transactionId, event.sequence, event.stage])
}
