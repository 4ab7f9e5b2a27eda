import { computeIdBound } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const LIST_WITH_PAST: Statement = {
  name: 'webhook-deliveries.list-endpoints-with-past',
  text: `SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.event_id < $1 ORDER BY d.event_id LIMIT 1
    ) d ORDER BY e.id`,
}
/* The program may not remove attempts: a function of the database's owner does, and decides what is past. */
const REMOVE_PAST: Statement = {
  name: 'webhook-deliveries.remove-past',
  text: `SELECT looked_at AS "lookedAt", last_event AS "lastEvent", removed FROM remove_past_deliveries($1, $2, $3)`,
}

interface Step {
  readonly lookedAt: number
  readonly lastEvent: string | null
  readonly removed: number
}

const KEPT_MS = 31 * 24 * 3_600_000
const STEP = 1_000
/** When this time is over, the rest waits for the next run. */
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
