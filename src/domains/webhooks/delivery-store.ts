import type { DeliveryStatus, EndpointNoticeType, WebhookEventType } from '../../contract/webhooks.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

interface StoredDelivery {
  readonly endpointId: string
  readonly eventId: string
  readonly transactionId: string | null
  readonly sequence: number
  readonly type: WebhookEventType | EndpointNoticeType
  readonly status: DeliveryStatus
  readonly dueAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
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

export interface DeliveryRow extends StoredDelivery {
  readonly attempts: readonly AttemptRow[]
}

type FoundRow = StoredDelivery & (AttemptRow | { readonly number: null })

interface DeliveryFilter {
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

const COLUMNS = `d.endpoint_id, d.event_id, d.transaction_id, d.sequence, d.type, d.status, d.due_at, d.created_at,
  d.settled_at`

/*
 * Newest first. Each endpoint is queried separately, through an index in this order, so that the cost of a page does
 * not depend on the size of the table. Attempts are read in the same statement: read later, they could be newer than
 * their deliveries.
 */
const withAttempts = (name: string, found: string): Statement => ({
  name: `webhook-deliveries.list-${name}`,
  text: `WITH found AS MATERIALIZED (SELECT d.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (${found}) d
      ORDER BY d.event_id DESC, d.endpoint_id DESC LIMIT $2)
    SELECT f.*, a.* FROM found f LEFT JOIN LATERAL (
      SELECT t.number, t.attempted_at, t.duration_ms, t.http_status, t.error, t.answer FROM webhook_attempts t
      WHERE t.endpoint_id = f.endpoint_id AND t.event_id = f.event_id ORDER BY t.number LIMIT ${MAX_ATTEMPTS_SHOWN}
    ) a ON true ORDER BY f.event_id DESC, f.endpoint_id DESC, a.number`,
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
    readonly type: EndpointNoticeType | WebhookEventType
    readonly body: string
    readonly now: Date
  },
): Promise<void> {
  const { retailerId, endpointId, eventId, type, body, now } = delivery
  await db.run(INSERT_OWN, [retailerId, endpointId ?? null, eventId, type, body, now])
}

const READ_EXCHANGES: Statement = {
  name: 'webhook-deliveries.read-exchanges',
  text: `SELECT coalesce(d.body, (SELECT e.body FROM events e WHERE e.id = d.event_id)) AS body, t.number, t.headers_box, t.answer
    FROM webhook_deliveries d LEFT JOIN webhook_attempts t ON t.endpoint_id = d.endpoint_id AND t.event_id = d.event_id
    WHERE d.endpoint_id = $1 AND d.event_id = $2 ORDER BY t.number LIMIT ${MAX_ATTEMPTS_SHOWN}`,
}

interface ExchangeRow {
  /** As it was sent. */
  readonly body: string
  readonly number: number | null
  /** Sealed; null for an attempt from before headers were kept. */
  readonly headersBox: Buffer | null
  /** Sealed. */
  readonly answer: Buffer | null
}

/** One row for each attempt, or one without a number. */
export function readExchanges(db: Queryable, endpointId: string, eventId: string): Promise<ExchangeRow[]> {
  return db.run<ExchangeRow>(READ_EXCHANGES, [endpointId, eventId])
}

export interface ReplayRange {
  readonly retailerId: string
  readonly endpointId: string
  readonly types: readonly string[]
  readonly since: Date
  readonly until: Date
}

/* A replay starts over, with all its attempts, and keeps its position among the events of its purchase. */
const SEND_AGAIN = `INSERT INTO webhook_deliveries (endpoint_id, event_id, retailer_id, transaction_id, sequence, type, due_at, created_at)
    SELECT $2, c.id, $1, c.transaction_id, c.sequence, c.type, $3, $3 FROM chosen c
    ON CONFLICT (endpoint_id, event_id) DO UPDATE SET status = 'pending', settled_at = NULL, tries = 0, holds_until = NULL,
      due_at = excluded.due_at
    RETURNING event_id`
const REPLAY_ONE: Statement = {
  name: 'webhook-deliveries.replay-one',
  text: `WITH chosen AS MATERIALIZED (
      SELECT id, transaction_id, sequence, type FROM events WHERE id = $4 AND retailer_id = $1
    ) ${SEND_AGAIN}`,
}
/** Tests and events about an endpoint have no row in the events table. */
const REPLAY_OWN: Statement = {
  name: 'webhook-deliveries.replay-own',
  text: `UPDATE webhook_deliveries SET status = 'pending', settled_at = NULL, tries = 0, holds_until = NULL, due_at = $3
    WHERE endpoint_id = $1 AND event_id = $2 AND body IS NOT NULL RETURNING event_id`,
}
/** Ids begin with the time, so a time range is an id range. */
const REPLAY_RANGE: Statement = {
  name: 'webhook-deliveries.replay-range',
  text: `WITH chosen AS MATERIALIZED (
      SELECT id, transaction_id, sequence, type FROM events
      WHERE retailer_id = $1 AND id > $4 AND id <= $5 AND type = ANY ($6) ORDER BY id LIMIT $7
    ), sent AS (${SEND_AGAIN})
    SELECT count(*) AS count, max(event_id) AS last_id FROM sent`,
}
const COUNT_RANGE: Statement = {
  name: 'webhook-deliveries.count-range',
  text: `SELECT count(*) AS count FROM (
      SELECT FROM events WHERE retailer_id = $1 AND id > $2 AND id <= $3 AND type = ANY ($4) ORDER BY id LIMIT $5
    ) found`,
}

const TIME_DIGITS = 12
const firstIdAt = (at: Date): string => at.getTime().toString(16).padStart(TIME_DIGITS, '0')
const lastIdAt = (at: Date): string => `${firstIdAt(at)}${'f'.repeat(TIME_DIGITS)}`

/** Returns false when there is no such event. */
export async function replayOne(
  db: Queryable,
  endpoint: { readonly retailerId: string; readonly id: string },
  eventId: string,
  now: Date,
): Promise<boolean> {
  const sent = await db.run(REPLAY_ONE, [endpoint.retailerId, endpoint.id, now, eventId])
  if (sent.length > 0) return true
  return (await db.run(REPLAY_OWN, [endpoint.id, eventId, now])).length > 0
}

/** Stops counting at the limit. */
export async function countRange(db: Queryable, range: ReplayRange, limit: number): Promise<number> {
  const { retailerId, since, until, types } = range
  const ids = [firstIdAt(since), lastIdAt(until)]
  return (await db.run<{ count: number }>(COUNT_RANGE, [retailerId, ...ids, types, limit]))[0]?.count ?? 0
}

/** Replays one page of the range after the given event; returns the last one replayed while there may be more. */
export async function replayRange(
  db: Queryable,
  range: ReplayRange,
  part: { readonly after: string | undefined; readonly limit: number; readonly now: Date },
): Promise<string | undefined> {
  const { retailerId, endpointId, since, until, types } = range
  const from = part.after ?? firstIdAt(since)
  const [row] = await db.run<{ count: number; lastId: string | null }>(REPLAY_RANGE, [
    retailerId,
    endpointId,
    part.now,
    from,
    lastIdAt(until),
    types,
    part.limit,
  ])
  return row === undefined || row.count < part.limit ? undefined : (row.lastId ?? undefined)
}

const LIST_WITH_PAST: Statement = {
  name: 'webhook-deliveries.list-endpoints-with-past',
  text: `SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.event_id < $1 ORDER BY d.event_id LIMIT 1
    ) d ORDER BY e.id`,
}
/* The program may not remove attempts: a function of the database's owner does, and decides what is past. */
const REMOVE_PAST: Statement = {
  name: 'webhook-deliveries.remove-past',
  text: `SELECT looked_at, last_event, removed FROM remove_past_deliveries($1, $2, $3)`,
}

interface Step {
  readonly lookedAt: number
  readonly lastEvent: string | null
  readonly removed: number
}

const KEPT_MS = 31 * 24 * 3_600_000
const STEP = 1_000
/** After this time the rest waits for the next run. */
const LONGEST_MS = 45_000

/**
 * Removes deliveries that were settled 31 days ago, with their attempts, in steps that hold no lock for long. Can be cut
 * off at any time. Returns how many.
 */
export async function removePastDeliveries(
  db: Queryable,
  now: Date,
  { step = STEP, longestMs = LONGEST_MS }: { readonly step?: number; readonly longestMs?: number } = {},
): Promise<number> {
  const endsAt = performance.now() + longestMs
  const before = computeIdBound(now.getTime() - KEPT_MS)
  const endpoints = await db.run<{ id: string }>(LIST_WITH_PAST, [before])
  let removed = 0
  for (const { id } of endpoints)
    for (let after: string | null = ''; after !== null && performance.now() < endsAt; ) {
      const [found]: Step[] = await db.run<Step>(REMOVE_PAST, [id, after, step])
      removed += found?.removed ?? 0
      after = found === undefined || found.lookedAt < step ? null : found.lastEvent
    }
  return removed
}

const LIST_OF_TRANSACTION: Statement = {
  name: 'webhook-deliveries.list-of-transaction',
  text: `SELECT e.id AS event_id, e.type, e.created_at, d.endpoint_id, d.status, d.settled_at
    FROM (SELECT * FROM events WHERE transaction_id = $2 AND retailer_id = $1 ORDER BY sequence DESC LIMIT $3) e
      LEFT JOIN webhook_endpoints p ON p.retailer_id = $1 AND p.status <> 'deleted'
      LEFT JOIN webhook_deliveries d ON d.endpoint_id = p.id AND d.event_id = e.id
    ORDER BY e.sequence DESC, d.endpoint_id`,
}

/** An event of one transaction, once for each endpoint that it goes to, and once where it goes to none. */
interface TransactionDelivery {
  readonly eventId: string
  readonly type: string
  readonly createdAt: Date
  readonly endpointId: string | null
  readonly status: string | null
  readonly settledAt: Date | null
}

/** The newest first. */
export function listDeliveriesOf(
  db: Queryable,
  retailerId: string,
  transactionId: string,
  limit: number,
): Promise<TransactionDelivery[]> {
  return db.run<TransactionDelivery>(LIST_OF_TRANSACTION, [retailerId, transactionId, limit])
}
