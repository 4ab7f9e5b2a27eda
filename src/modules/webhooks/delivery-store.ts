import type { DeliveryStatus, EndpointNoticeType, WebhookEventType } from '../../contract/webhooks.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

export interface DeliveryRow {
  readonly endpointId: string
  readonly eventId: string
  readonly transactionId: string | null
  readonly sequence: number
  readonly type: WebhookEventType | EndpointNoticeType
  readonly status: DeliveryStatus
  readonly dueAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly attempts: readonly AttemptRow[]
}

export interface AttemptRow {
  readonly number: number
  readonly attemptedAt: Date
  readonly durationMs: number
  readonly httpStatus: number | null
  readonly error: string | null
  /** Sealed. */
  readonly answer: Buffer | null
}

type FoundRow = Omit<DeliveryRow, 'attempts'> & (AttemptRow | { readonly number: null })

export interface DeliveryFilter {
  readonly endpointIds: readonly string[]
  readonly eventId: string | undefined
  readonly status: DeliveryStatus | undefined
  readonly after: { readonly eventId: string; readonly endpointId: string } | undefined
  readonly limit: number
}

/** After every id, in any collation. */
const FIRST = 'z'
/** More than anybody reads; a delivery has ten, and ten more for each replay. */
const MAX_ATTEMPTS_SHOWN = 100

const COLUMNS = `d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.transaction_id AS "transactionId", d.sequence, d.type,
  d.status, d.due_at AS "dueAt", d.created_at AS "createdAt", d.settled_at AS "settledAt"`

/*
 * Newest first. Each endpoint is looked into by itself, through an index that has its deliveries in this order, so that a page costs the
 * same whatever else is stored. Attempts come with their deliveries: read later, they might tell of more than the deliveries know.
 */
const withAttempts = (name: string, found: string): Statement => ({
  name: `webhook-deliveries.list-${name}`,
  text: `WITH found AS MATERIALIZED (SELECT d.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (${found}) d
      ORDER BY d."eventId" DESC, d."endpointId" DESC LIMIT $2)
    SELECT f.*, a.* FROM found f LEFT JOIN LATERAL (
      SELECT number, attempted_at AS "attemptedAt", duration_ms AS "durationMs", http_status AS "httpStatus", error, answer
      FROM webhook_attempts WHERE endpoint_id = f."endpointId" AND event_id = f."eventId" ORDER BY number LIMIT ${MAX_ATTEMPTS_SHOWN}
    ) a ON true ORDER BY f."eventId" DESC, f."endpointId" DESC, a.number`,
})
const listBy = (name: string, condition: string): Statement =>
  withAttempts(
    name,
    `SELECT ${COLUMNS} FROM webhook_deliveries d
      WHERE d.endpoint_id = wanted.id AND d.event_id <= $3 AND (d.event_id < $3 OR d.endpoint_id < $4) AND ${condition}
      ORDER BY d.event_id DESC LIMIT $2`,
  )
const LIST_ALL = listBy('all', '$5::text IS NULL')
const LIST_DELIVERED = listBy('delivered', `d.status = 'delivered' AND $5::text IS NOT NULL`)
const LIST_UNDELIVERED = listBy('undelivered', `d.status <> 'delivered' AND d.status = $5`)
const LIST_OF_EVENT = withAttempts(
  'of-event',
  `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = wanted.id AND d.event_id = $3
    AND d.endpoint_id < $4 AND ($5::text IS NULL OR d.status = $5) LIMIT 1`,
)
const INSERT_OWN: Statement = {
  name: 'webhook-deliveries.insert-own',
  text: `INSERT INTO webhook_deliveries (endpoint_id, event_id, retailer_id, sequence, type, body, due_at, created_at)
    SELECT e.id, $3, $1, 1, $4, $5, $6, $6 FROM webhook_endpoints e
    WHERE e.retailer_id = $1 AND e.status <> 'deleted' AND e.status = 'enabled' AND ($2::text IS NULL OR e.id = $2)`,
}
const EVENT_EXISTS: Statement = {
  name: 'webhook-deliveries.event-exists',
  text: `SELECT 1 FROM events WHERE id = $2 AND retailer_id = $1
    UNION ALL SELECT 1 FROM unnest($3::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries WHERE endpoint_id = wanted.id AND event_id = $2 LIMIT 1) d LIMIT 1`,
}

export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointIds, eventId, status, after, limit } = filter
  const from = [eventId ?? after?.eventId ?? FIRST, after?.endpointId ?? FIRST]
  const rows = await db.run<FoundRow>(chooseList(filter), [endpointIds, limit, ...from, status ?? null])
  const found = Map.groupBy(rows, row => `${row.eventId} ${row.endpointId}`)
  return [...found.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, attempts: [first, ...more].filter(isAttempt) }],
  )
}

function chooseList({ eventId, status }: DeliveryFilter): Statement {
  if (eventId !== undefined) return LIST_OF_EVENT
  if (status === undefined) return LIST_ALL
  return status === 'delivered' ? LIST_DELIVERED : LIST_UNDELIVERED
}

/** A delivery that was never tried comes as one row without an attempt. */
function isAttempt(row: FoundRow): row is FoundRow & AttemptRow {
  return row.number !== null
}

/** Whether one of the retailer's endpoints, or the retailer itself, was ever told of it. */
export async function eventExists(
  db: Queryable,
  retailerId: string,
  eventId: string,
  endpointIds: readonly string[],
): Promise<boolean> {
  return (await db.run(EVENT_EXISTS, [retailerId, eventId, endpointIds])).length > 0
}

/** About no purchase: to one endpoint, or to all that are enabled. */
export async function insertOwnDelivery(
  db: Queryable,
  delivery: {
    readonly retailerId: string
    readonly endpointId: string | undefined
    readonly eventId: string
    readonly type: EndpointNoticeType
    readonly body: string
    readonly now: Date
  },
): Promise<void> {
  const { retailerId, endpointId, eventId, type, body, now } = delivery
  await db.run(INSERT_OWN, [retailerId, endpointId ?? null, eventId, type, body, now])
}
