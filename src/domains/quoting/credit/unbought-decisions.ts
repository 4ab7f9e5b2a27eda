import type { Queryable, Statement } from '../../../platform/db/database.ts'

/* The program may not remove decisions: a function of the database's owner does, and decides which. */
const REMOVE: Statement = {
  name: 'credit.remove-unbought',
  text: 'SELECT looked_at AS "lookedAt", removed FROM remove_unbought_decisions($1)',
}

const STEP = 1_000
/** When this time is over, the rest waits for the next run. */
const LONGEST_MS = 45_000

/**
 * Removes approvals of 31 days ago that no customer got anything by, in steps that hold no lock for long. Each step is
 * stored as it is made, so that it can be cut off at any time. Returns how many.
 */
export async function removeUnboughtDecisions(
  db: Queryable,
  { step = STEP, longestMs = LONGEST_MS }: { readonly step?: number; readonly longestMs?: number } = {},
): Promise<number> {
  const endsAt = performance.now() + longestMs
  let removed = 0
  while (performance.now() < endsAt) {
    const [done] = await db.run<{ lookedAt: number; removed: number }>(REMOVE, [step])
    removed += done?.removed ?? 0
    if (done === undefined || done.lookedAt < step) break
  }
  return removed
}
