import type { App } from '../../app/app.ts'
import { computeIdBound } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  addPartition,
  dropPartition,
  emptyRest,
  listPartitions,
  type Partition,
} from '../../platform/db/partitions.ts'
import { keepBought } from '../quoting/index.ts'
import { listBoughtCheckouts } from './store/purchases.ts'

interface Turned {
  readonly added: number
  readonly dropped: readonly string[]
  /** Rows of days without a partition. */
  readonly removed: number
}

const DAY_MS = 86_400_000
const DAYS_AHEAD = 7
/** An offer is valid for 48 hours; an authorization under way, and a clock that is behind, get 12 more. */
const NEEDED_MS = 60 * 3_600_000
const PAGE = 500
const REST_STEP = 1_000
const REST_STEPS = 50

/**
 * Checkouts are stored by day (UTC). Makes the days ahead, and drops those that are past once everything that was bought
 * is copied. Can be cut off at any time, and run by any number of workers.
 */
export async function turnCheckoutDays({ database, clock }: App): Promise<Turned> {
  const nowMs = clock.now().getTime()
  const parts = await listPartitions(database, 'checkouts')
  let added = 0
  for (const day of listMissingDays(parts, nowMs))
    if (await addPartition(database, 'checkouts', day)) added += 1
  const past = computeIdBound(nowMs - NEEDED_MS)
  const dropped: string[] = []
  for (const { name, lower, upper } of parts.filter(({ upper }) => upper <= past)) {
    await keepBoughtBetween(database, lower ?? '', upper)
    if (await dropPartition(database, 'checkouts', name)) dropped.push(name)
  }
  return { added, dropped, removed: await removeRest(database) }
}

/** From the last existing day, or from today when that is past. */
export function listMissingDays(
  parts: readonly Pick<Partition, 'upper'>[],
  nowMs: number,
): { readonly lower: string; readonly upper: string }[] {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => {
    const startMs = todayMs + index * DAY_MS
    return { lower: computeIdBound(startMs), upper: computeIdBound(startMs + DAY_MS) }
  })
  const last = parts.at(-1)?.upper ?? ''
  return days.filter(({ lower }) => lower >= last)
}

async function keepBoughtBetween(database: Database, lower: string, upper: string): Promise<void> {
  for (let after = lower; ; ) {
    const page = await listBoughtCheckouts(database, { after, before: upper, limit: PAGE })
    if (page.length > 0)
      await keepBought(
        database,
        page.map(({ checkoutId }) => checkoutId),
      )
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.optionId
  }
}

/** For a clock that was moved past days without a partition, or a chore that did not run for a week. */
async function removeRest(database: Database): Promise<number> {
  let removed = 0
  for (let step = 0; step < REST_STEPS; step += 1) {
    const count = await emptyRest(database, 'checkouts', REST_STEP)
    removed += count
    if (count < REST_STEP) break
  }
  return removed
}
