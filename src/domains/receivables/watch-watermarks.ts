import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { listWatermarks } from './billets/store/watermarks.ts'
import { computeLag } from './billets/watermarks.ts'

/** After this many business days somebody has to look for the missing files. */
const ALERT_BUSINESS_DAYS = 2

/** Business days for which payments may still be unknown, by account and rail. */
export async function listLags({ database, clock }: App): Promise<Map<string, number>> {
  const today = calendarDateAt(clock.now())
  const watermarks = await listWatermarks(database)
  return new Map(watermarks.map(each => [`${each.accountId}:${each.rail}`, computeLag(each, today)]))
}

/** Without the bank's files no deadline of a down payment passes, so a standstill must be noticed. */
export async function watchWatermarks(app: App): Promise<number> {
  const lags = [...(await listLags(app))].filter(([, days]) => days >= ALERT_BUSINESS_DAYS)
  for (const [account, businessDays] of lags)
    app.log.warn({ account, businessDays }, 'bank watermark does not advance')
  return lags.length
}
