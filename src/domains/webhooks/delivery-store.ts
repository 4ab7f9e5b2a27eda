import type { DeliveryStatus, EndpointNoticeType, WebhookEventType } from '../../contract/webhooks.ts'
import {
  bytea,
  defineColumns,
  integer,
  nullable,
  type RowOf,
  selectColumns,
  text,
  timestamptz,
} from '../../platform/db/columns.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const DELIVERIES = defineColumns('webhook_deliveries', {
  endpointId: text('endpoint_id'),
  eventId: text('event_id'),
  transactionId: nullable(text('transaction_id')),
  sequence: integer('sequence'),
  type: text<WebhookEventType | EndpointNoticeType>('type'),
  status: text<DeliveryStatus>('status'),
  dueAt: timestamptz('due_at'),
  createdAt: timestamptz('created_at'),
  settledAt: nullable(timestamptz('settled_at')),
})
const ATTEMPTS = defineColumns('webhook_attempts', {
  number: integer('number'),
  attemptedAt: timestamptz('attempted_at'),
  durationMs: integer('duration_ms'),
  httpStatus: nullable(integer('http_status')),
  error: nullable(text('error')),
  /** Sealed. */
  answer: nullable(bytea('answer')),
})

export interface DeliveryRow extends RowOf<typeof DELIVERIES> {
  readonly attempts: readonly AttemptRow[]
}

export type AttemptRow = RowOf<typeof ATTEMPTS>

type FoundRow = RowOf<typeof DELIVERIES> & (AttemptRow | { readonly number: null })

export interface DeliveryFilter {
  readonly endpointIds: readonly string[]
  readonly eventId: string | undefined
  readonly status: DeliveryStatus | undefined
  readonly after: { readonly eventId: string; readonly endpointId: string } | undefined
  readonly limit: number
}

/** Sorts after every id, in any collation. */
const FIRST = 'z'
/** More than anyone reads; a delivery has ten, and ten more for each replay. */
const MAX_ATTEMPTS_SHOWN = 100

const COLUMNS = selectColumns(DELIVERIES, 'd')

/*
 * Newest first. Each endpoint is queried separately, through an index in this order, so that the cost of a page does
 * not depend on the size of the table. Attempts are read in the same statement: read later, they could be newer than
 * their deliveries.
 */
const withAttempts = (name: string, found: string): Statement => ({
  name: `webhook-deliveries.list-${name}`,
  text: `WITH found AS MATERIALIZED (SELECT d.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (${found}) d
      ORDER BY d."eventId" DESC, d."endpointId" DESC LIMIT $2)
    SELECT f.*, a.* FROM found f LEFT JOIN LATERAL (
      SELECT ${selectColumns(ATTEMPTS, 't')} FROM webhook_attempts t
      WHERE t.endpoint_id = f."endpointId" AND t.event_id = f."eventId" ORDER BY t.number LIMIT ${MAX_ATTEMPTS_SHOWN}
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

/** A delivery without attempts is one row with an empty attempt. */
function isAttempt(row: FoundRow): row is FoundRow & AttemptRow {
  return row.number !== null
}

/** Whether this event was ever sent to one of the retailer's endpoints, or written to the retailer's log. */
export async function eventExists(
  db: Queryable,
  retailerId: string,
  eventId: string,
  endpointIds: readonly string[],
): Promise<boolean> {
  return (await db.run(EVENT_EXISTS, [retailerId, eventId, endpointIds])).length > 0
}

/** An event about no purchase, for one endpoint or for all enabled ones. */
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
