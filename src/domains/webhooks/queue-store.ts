import type { DeliveryStatus } from '../../contract/webhooks.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'
import { describeLostLane, type HeldLane } from './lane-store.ts'
import { HOLD_MS } from './schedule.ts'

/** A delivery that is due, with everything that sending it needs. */
export interface DueDelivery {
  readonly eventId: string
  /** NULL: not about a purchase, so not ordered relative to others. */
  readonly transactionId: string | null
  readonly sequence: number
  readonly tries: number
  /** PostgreSQL's text form, so that no precision is lost. */
  readonly dueAt: string
  readonly body: string
}

export interface DuePageRow extends DueDelivery {
  /** The last earlier event of the same purchase that this one must wait for. */
  readonly behindId: string | null
  /** Until when earlier events of the same purchase hold it back, if they do. */
  readonly heldUntil: Date | null
}

/** The position up to which a lane has read. */
export interface DueCursor {
  readonly dueAt: string
  readonly sequence: number
  readonly eventId: string
}

export interface Outcome {
  readonly eventId: string
  readonly status: Exclude<DeliveryStatus, 'canceled'>
  /** Set while the delivery is still pending. */
  readonly dueAt: Date | undefined
  readonly attemptedAt: Date
  readonly durationMs: number
  readonly httpStatus: number | undefined
  readonly error: string | undefined
  /** Sealed. */
  readonly answer: Buffer | undefined
  /** Of request and answer; sealed. */
  readonly headersBox: Buffer
}

interface HeldDelivery {
  readonly eventId: string
  readonly until: Date
}

/*
 * Every statement here must use an index whatever statistics PostgreSQL has: it plans once, perhaps while a table is
 * empty. `webhook_deliveries_due` has the due deliveries of an endpoint in order; the key finds single deliveries.
 */
const LIST_DUE_ENDPOINTS: Statement = {
  name: 'webhook-queue.list-due-endpoints',
  text: `SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT d.due_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.settled_at IS NULL
      ORDER BY d.due_at, d.sequence, d.event_id LIMIT 1
    ) d
    WHERE e.status = 'enabled' AND e.id <> ALL ($2) AND d.due_at <= $1 ORDER BY d.due_at LIMIT $3`,
}
/*
 * Each delivery comes with the event of the same purchase directly before it, and until when earlier ones hold it back.
 * The endpoint is compared in a way that no index can use, so that the look-up goes through the events of the purchase;
 * through the endpoint it would scan the whole backlog.
 */
const LIST_DUE: Statement = {
  name: 'webhook-queue.list-due',
  text: `WITH page AS MATERIALIZED (
      SELECT event_id, transaction_id, sequence, tries, due_at, body FROM webhook_deliveries
      WHERE endpoint_id = $1 AND settled_at IS NULL AND due_at <= $2
        AND (due_at, sequence, event_id) > ($3::timestamptz, $4::integer, $5::text)
      ORDER BY due_at, sequence, event_id LIMIT $6
    )
    SELECT p.event_id, p.transaction_id, p.sequence, p.tries, p.due_at::text AS due_at,
      coalesce(p.body, (SELECT e.body FROM events e WHERE e.id = p.event_id)) AS body, earlier.nearest AS behind_id,
      earlier.held_until
    FROM page p CROSS JOIN LATERAL (
      SELECT (array_agg(b.event_id ORDER BY b.sequence DESC))[1] AS nearest,
        max(least(b.due_at, b.holds_until)) FILTER (WHERE least(b.due_at, b.holds_until) > p.due_at) AS held_until
      FROM webhook_deliveries b
      WHERE b.transaction_id = p.transaction_id AND b.sequence < p.sequence AND b.settled_at IS NULL
        AND (b.holds_until IS NULL OR b.holds_until > $2) AND b.endpoint_id IS NOT DISTINCT FROM $1
    ) earlier`,
}
/** True while the lane is the one that this worker took. The lock keeps it so until the statement ends. */
const isOurs = `SELECT true FROM webhook_lanes WHERE endpoint_id = $1 AND holder = $2 AND epoch = $3
    AND leased_until > clock_timestamp() FOR UPDATE`
const POSTPONE: RowStatement<HeldDelivery> = {
  name: 'webhook-queue.postpone',
  columns: { eventId: 'text', until: 'timestamptz' },
  text: `, lane AS MATERIALIZED (${isOurs})
    UPDATE webhook_deliveries d SET due_at = held.until FROM lane, rows held
    WHERE d.endpoint_id = $1 AND d.event_id = ANY (ARRAY(SELECT event_id FROM rows)) AND d.event_id = held.event_id`,
}
/** A delivered event stays delivered, whatever an older program with an expired lease stores. */
const RECORD: RowStatement<Outcome> = {
  name: 'webhook-queue.record',
  columns: {
    eventId: 'text',
    status: 'text',
    dueAt: 'timestamptz',
    attemptedAt: 'timestamptz',
    durationMs: 'integer',
    httpStatus: 'integer',
    error: 'text',
    answer: 'bytea',
    headersBox: 'bytea',
  },
  text: `, lane AS MATERIALIZED (${isOurs}), recorded AS (
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, tries = d.tries + 1,
        status = CASE WHEN d.status = 'pending' THEN o.status ELSE d.status END,
        settled_at = CASE WHEN d.status = 'pending' AND o.status <> 'pending' THEN o.attempted_at ELSE d.settled_at END,
        due_at = coalesce(o.due_at, d.due_at),
        holds_until = CASE WHEN o.status = 'pending' THEN coalesce(d.holds_until, o.attempted_at + $4 * interval '1 millisecond')
          ELSE d.holds_until END
      FROM lane, rows o WHERE d.endpoint_id = $1 AND d.event_id = ANY (ARRAY(SELECT event_id FROM rows)) AND d.event_id = o.event_id
      RETURNING d.event_id, d.attempts, o.attempted_at, o.duration_ms, o.http_status, o.error, o.answer, o.headers_box
    ), attempts AS (
      INSERT INTO webhook_attempts (endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error, answer, headers_box)
      SELECT $1, event_id, attempts, attempted_at, duration_ms, http_status, error, answer, headers_box FROM recorded
    ), days AS (
      INSERT INTO webhook_days AS known (endpoint_id, day, delivered, failed)
      SELECT $1, (attempted_at AT TIME ZONE 'America/Sao_Paulo')::date, count(*) FILTER (WHERE error IS NULL),
        count(*) FILTER (WHERE error IS NOT NULL) FROM recorded GROUP BY 2
      ON CONFLICT (endpoint_id, day) DO UPDATE SET
        delivered = known.delivered + excluded.delivered, failed = known.failed + excluded.failed
    )
    SELECT true FROM lane`,
}
const COUNT_PENDING: Statement = {
  name: 'webhook-queue.count-pending',
  text: `SELECT coalesce(sum(d.count), 0)::bigint AS count, min(d.oldest) AS oldest FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT count(*) AS count, min(due_at) AS oldest FROM webhook_deliveries
      WHERE endpoint_id = e.id AND settled_at IS NULL
    ) d WHERE e.status = 'enabled'`,
}
const COUNT_PENDING_OF: Statement = {
  name: 'webhook-queue.count-pending-of',
  text: `SELECT count(*) AS pending, count(*) FILTER (WHERE tries = 0) AS untried FROM (
      SELECT tries FROM webhook_deliveries WHERE endpoint_id = $1 AND settled_at IS NULL LIMIT $2
    ) waiting`,
}
/** Cancels deliveries that have no receiver any more, in batches. */
const CANCEL_ORPHANS: Statement = {
  name: 'webhook-queue.cancel-orphans',
  text: `WITH orphans AS MATERIALIZED (
      SELECT e.id, d.event_id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT event_id FROM webhook_deliveries WHERE endpoint_id = e.id AND settled_at IS NULL
        ORDER BY due_at, sequence, event_id LIMIT $2
      ) d WHERE e.status = 'deleted' LIMIT $2
    )
    UPDATE webhook_deliveries d SET status = 'canceled', settled_at = $1 FROM orphans o
    WHERE d.endpoint_id = o.id AND d.event_id = o.event_id AND d.status = 'pending'`,
}

const BEGINNING = ['-infinity', 0, '']

/** Enabled endpoints with due deliveries, longest wait first. */
export async function listDueEndpointIds(
  db: Queryable,
  wanted: { readonly now: Date; readonly except: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await db.run<{ id: string }>(LIST_DUE_ENDPOINTS, [wanted.now, wanted.except, wanted.limit])
  return rows.map(({ id }) => id)
}

export async function listDue(
  db: Queryable,
  endpointId: string,
  wanted: { readonly now: Date; readonly after: DueCursor | undefined; readonly limit: number },
): Promise<DuePageRow[]> {
  const { after } = wanted
  const from = after === undefined ? BEGINNING : [after.dueAt, after.sequence, after.eventId]
  return db.run<DuePageRow>(LIST_DUE, [endpointId, wanted.now, ...from, wanted.limit])
}

export async function postponeDeliveries(
  db: Queryable,
  { endpointId, holder, epoch }: HeldLane,
  held: readonly HeldDelivery[],
): Promise<void> {
  await runRows(db, POSTPONE, held, [endpointId, holder, epoch])
}

/** Throws, and stores nothing, when the lane is not ours any more. */
export async function recordOutcomes(
  db: Queryable,
  { endpointId, holder, epoch }: HeldLane,
  outcomes: readonly Outcome[],
): Promise<void> {
  const recorded = await runRows(db, RECORD, outcomes, [endpointId, holder, epoch, HOLD_MS])
  if (recorded.length === 0) throw describeLostLane()
}

export async function countPending(db: Queryable): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db.run<{ count: number; oldest: Date | null }>(COUNT_PENDING, [])
  return row ?? { count: 0, oldest: null }
}

interface PendingOf {
  readonly pending: number
  /** Those of them that were not tried since they were last asked for. */
  readonly untried: number
}

/** Of one endpoint; stops counting at the limit. */
export async function countPendingOf(db: Queryable, endpointId: string, limit: number): Promise<PendingOf> {
  return (await db.run<PendingOf>(COUNT_PENDING_OF, [endpointId, limit]))[0] ?? { pending: 0, untried: 0 }
}

export async function cancelOrphans(db: Queryable, now: Date, limit: number): Promise<void> {
  await db.run(CANCEL_ORPHANS, [now, limit])
}
