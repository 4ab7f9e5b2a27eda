import type { DeliveryStatus } from '../../contract/webhooks.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

export interface DeliveryRow {
  readonly endpointId: string
  readonly eventId: string
  readonly transactionId: string | null
  readonly sequence: number
  readonly type: string
  readonly status: DeliveryStatus
  readonly dueAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
}

export interface AttemptRow {
  readonly endpointId: string
  readonly eventId: string
  readonly number: number
  readonly attemptedAt: Date
  readonly durationMs: number
  readonly httpStatus: number | null
  readonly error: string | null
  /** Sealed. */
  readonly answer: Buffer | null
}

export interface DeliveryFilter {
  readonly endpointIds: readonly string[]
  readonly eventId: string | undefined
  readonly status: DeliveryStatus | undefined
  readonly after: { readonly eventId: string; readonly endpointId: string } | undefined
  readonly limit: number
}

const COLUMNS = `d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.transaction_id AS "transactionId", d.sequence, d.type,
  d.status, d.due_at AS "dueAt", d.created_at AS "createdAt", d.settled_at AS "settledAt"`

/*
 * Newest first. Each endpoint is looked into by itself, through an index that has its deliveries in this order, so that a page costs the
 * same whatever else is stored.
 */
const listBy = (name: string, condition: string): Statement => ({
  name: `webhook-deliveries.list-${name}`,
  text: `SELECT d.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM webhook_deliveries d
      WHERE d.endpoint_id = wanted.id AND d.event_id <= $2 AND (d.event_id < $2 OR d.endpoint_id < $3) AND ${condition}
      ORDER BY d.event_id DESC LIMIT $4
    ) d ORDER BY d."eventId" DESC, d."endpointId" DESC LIMIT $4`,
})
const LIST_ALL = listBy('all', '$5::text IS NULL')
const LIST_DELIVERED = listBy('delivered', `d.status = 'delivered' AND $5::text IS NOT NULL`)
const LIST_UNDELIVERED = listBy('undelivered', `d.status <> 'delivered' AND d.status = $5`)
const LIST_OF_EVENT: Statement = {
  name: 'webhook-deliveries.list-of-event',
  text: `SELECT d.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = wanted.id AND d.event_id = $2 LIMIT 1
    ) d WHERE ($3::text IS NULL OR d.status = $3) AND ($4::text IS NULL OR d."endpointId" < $4)
    ORDER BY d."endpointId" DESC LIMIT $5`,
}
const LIST_ATTEMPTS: Statement = {
  name: 'webhook-attempts.list',
  text: `SELECT a.* FROM unnest($1::text[], $2::text[]) AS wanted (endpoint_id, event_id) CROSS JOIN LATERAL (
      SELECT endpoint_id AS "endpointId", event_id AS "eventId", number, attempted_at AS "attemptedAt",
        duration_ms AS "durationMs", http_status AS "httpStatus", error, answer
      FROM webhook_attempts WHERE endpoint_id = wanted.endpoint_id AND event_id = wanted.event_id ORDER BY number LIMIT $3
    ) a ORDER BY a.number`,
}
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

/** After every id, in any collation. */
const FIRST = 'z'
/** More than anybody reads; a delivery has ten, and ten more for each replay. */
const MAX_ATTEMPTS_SHOWN = 100

export function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointIds, eventId, status, after, limit } = filter
  if (eventId !== undefined)
    return db.run<DeliveryRow>(LIST_OF_EVENT, [
      endpointIds,
      eventId,
      status ?? null,
      after?.endpointId ?? null,
      limit,
    ])
  const statement =
    status === undefined ? LIST_ALL : status === 'delivered' ? LIST_DELIVERED : LIST_UNDELIVERED
  const from = [after?.eventId ?? FIRST, after?.endpointId ?? FIRST]
  return db.run<DeliveryRow>(statement, [endpointIds, ...from, limit, status ?? null])
}

export function listAttempts(db: Queryable, deliveries: readonly DeliveryRow[]): Promise<AttemptRow[]> {
  const keys = [deliveries.map(d => d.endpointId), deliveries.map(d => d.eventId)]
  return db.run<AttemptRow>(LIST_ATTEMPTS, [...keys, MAX_ATTEMPTS_SHOWN])
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
    readonly type: string
    readonly body: string
    readonly now: Date
  },
): Promise<void> {
  const { retailerId, endpointId, eventId, type, body, now } = delivery
  await db.run(INSERT_OWN, [retailerId, endpointId ?? null, eventId, type, body, now])
}
