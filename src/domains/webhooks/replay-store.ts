import type { Queryable, Statement } from '../../platform/db/database.ts'

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
/** A test or a notice has no row in the events table. */
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
    SELECT count(*) AS count, max(event_id) AS "lastId" FROM sent`,
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
