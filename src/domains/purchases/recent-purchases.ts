import { STEPS, type Step } from '../../contract/enums.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const COUNT: Statement = {
  name: 'transactions.count-recent',
  text: `SELECT status, step, count(*)::integer AS count
    FROM (SELECT status, step FROM transactions WHERE id >= $1 ORDER BY id DESC LIMIT $2) recent GROUP BY status, step`,
}

export interface RecentPurchases {
  readonly byStatus: ReadonlyMap<string, number>
  /** How many have come to each step or past it; those that ended count up to where they did. */
  readonly byStepReached: ReadonlyMap<Step, number>
}

/** How far the purchases authorized since then have come; of more than the limit, the newest. */
export async function countRecentPurchases(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<RecentPurchases> {
  const rows = await db.run<{ status: string; step: Step; count: number }>(COUNT, [
    computeIdBound(since.getTime()),
    limit,
  ])
  const byStatus = new Map<string, number>()
  const byStepReached = new Map<Step, number>(STEPS.map(step => [step, 0]))
  for (const { status, step, count } of rows) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + count)
    for (const reached of STEPS.slice(0, STEPS.indexOf(step) + 1))
      byStepReached.set(reached, (byStepReached.get(reached) ?? 0) + count)
  }
  return { byStatus, byStepReached }
}
