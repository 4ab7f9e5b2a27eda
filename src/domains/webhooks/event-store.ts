import type {
  EndpointNotice,
  LoggedNoticeType,
  NewWebhookEvent,
  WebhookEventType,
} from '../../contract/webhooks.ts'
import { newId } from '../../kernel/ids.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'

interface EventRow {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string | null
  readonly paymentLinkId: string | null
  readonly sequence: number
  readonly type: WebhookEventType | LoggedNoticeType
  readonly body: string
  readonly createdAt: Date
}

/*
 * Positions are assigned before a transaction commits: a reader could see 8 while 7 is not committed, and then never
 * return for 7. So a writer first takes a lock that ends with its transaction, and whose key says that its positions
 * will be higher than a given one. Keys of these locks start at WRITING.
 */
const WRITING = '4611686018427387904' // 2^62

/*
 * The same statement inserts a delivery for each subscribed endpoint, so neither is lost without the other.
 */
const INSERT_EVENTS: RowStatement<EventRow> = {
  name: 'events.insert',
  columns: {
    id: 'text',
    retailerId: 'text',
    transactionId: 'text',
    paymentLinkId: 'text',
    sequence: 'integer',
    type: 'text',
    body: 'text',
    createdAt: 'timestamptz',
  },
  text: `, announced AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(${WRITING} + last_value - 1) FROM events_position_seq
    ), written AS (
      INSERT INTO events (id, retailer_id, transaction_id, payment_link_id, sequence, type, body, created_at)
      SELECT r.id, r.retailer_id, r.transaction_id, r.payment_link_id, r.sequence, r.type,
        r.body, r.created_at FROM announced CROSS JOIN rows r
    )
    INSERT INTO webhook_deliveries (endpoint_id, event_id, retailer_id, transaction_id, sequence, type, due_at, created_at)
    SELECT e.id, r.id, r.retailer_id, r.transaction_id, r.sequence, r.type, r.created_at, r.created_at
    FROM rows r CROSS JOIN LATERAL (
      SELECT id FROM webhook_endpoints
      WHERE retailer_id = r.retailer_id AND status <> 'deleted' AND status = 'enabled' AND r.type = ANY (events) OFFSET 0
    ) e`,
}

/** How far the log can be read without skipping uncommitted positions. The last position is read before the locks. */
const READABLE: Statement = {
  name: 'events.readable',
  text: `WITH reached AS MATERIALIZED (SELECT last_value AS position FROM events_position_seq)
    SELECT least(r.position, (
      SELECT min((l.classid::bigint << 32 | l.objid::bigint) - ${WRITING}) FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND r.position IS NOT NULL
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid::bigint >= ${WRITING} >> 32
    )) AS position FROM reached r`,
}
const FIND_POSITION: Statement = {
  name: 'events.find-position',
  text: 'SELECT position FROM events WHERE id = $2 AND retailer_id = $1',
}
const LIST_AFTER: Statement = {
  name: 'events.list-after',
  text: `SELECT id, body FROM events
    WHERE retailer_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4`,
}

/** Must run in the transaction of the change: every change has its events, and no event is published for a rollback. */
export function appendEvents(tx: Transaction, events: readonly NewWebhookEvent[], now: Date): void {
  if (events.length === 0) return
  const rows = events.map(({ fields, transactionId = null, paymentLinkId = null, ...each }) => {
    const id = newId(now.getTime())
    const { type, sequence } = each
    const body = JSON.stringify({ ...fields, eventId: id, type, createdAt: now.toISOString(), sequence })
    return { ...each, transactionId, paymentLinkId, id, body, createdAt: now }
  })
  sendRows(tx, INSERT_EVENTS, rows)
}

/** About no purchase: no endpoint subscribes to it, so that nothing is delivered by it. Returns what is logged. */
export function appendNotice(
  tx: Transaction,
  {
    retailerId,
    type,
    notice,
    now,
  }: {
    readonly retailerId: string
    readonly type: LoggedNoticeType
    readonly notice: EndpointNotice
    readonly now: Date
  },
): LoggedEvent {
  const id = newId(now.getTime())
  const sequence = 1
  const body = JSON.stringify({ ...notice, eventId: id, type, createdAt: now.toISOString(), sequence })
  const row = {
    id,
    retailerId,
    transactionId: null,
    paymentLinkId: null,
    sequence,
    type,
    body,
    createdAt: now,
  }
  sendRows(tx, INSERT_EVENTS, [row])
  return { id, body }
}

interface LoggedEvent {
  readonly id: string
  /** JSON as delivered. */
  readonly body: string
}

/** The events after a given one in log order, or from the beginning; undefined when the retailer has no such event. */
export async function listEvents(
  db: Queryable,
  retailerId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<LoggedEvent[] | undefined> {
  const from = after === undefined ? 0 : await findPosition(db, retailerId, after)
  if (from === undefined) return undefined
  const [readable] = await db.run<{ position: number }>(READABLE, [])
  return db.run<LoggedEvent>(LIST_AFTER, [retailerId, from, readable?.position ?? 0, limit])
}

async function findPosition(db: Queryable, retailerId: string, id: string): Promise<number | undefined> {
  return (await db.run<{ position: number }>(FIND_POSITION, [retailerId, id]))[0]?.position
}
