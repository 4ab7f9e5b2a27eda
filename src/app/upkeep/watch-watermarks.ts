import { computeLag, listWatermarks } from '../../domains/receivables/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'

/** From so many business days on, somebody has to look for the missing files. */
const ALERT_BUSINESS_DAYS = 2

export interface WatchContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Business days of which payments may still be unknown, by account and rail. */
export async function listLags({
  database,
  clock,
}: Pick<WatchContext, 'database' | 'clock'>): Promise<Map<string, number>> {
  const today = calendarDateAt(clock.now())
  const watermarks = await listWatermarks(database)
  return new Map(watermarks.map(each => [`${each.accountId}:${each.rail}`, computeLag(each, today)]))
}

/** Without the bank's files no deadline of a down payment passes, so a standstill must be noticed. */
export async function watchWatermarks(context: WatchContext): Promise<number> {
  const lags = [...(await listLags(context))].filter(([, days]) => days >= ALERT_BUSINESS_DAYS)
  for (const [account, businessDays] of lags)
    context.log.warn({ account, businessDays }, 'bank watermark does not advance')
  return lags.length
}
