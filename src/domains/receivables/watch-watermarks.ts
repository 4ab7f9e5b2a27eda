import type { App } from '../../app/app.ts'
import { isBusinessDay } from '../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { listWatermarks, type Watermark } from './billets/store/watermarks.ts'

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

/** Business days since then, today excluded: today's payments are reported tomorrow. */
export function computeLag({ readUntil, createdAt }: Watermark, today: CalendarDate): number {
  let lag = 0
  for (let day = addDays(readUntil ?? calendarDateAt(createdAt), 1); day < today; day = addDays(day, 1))
    if (isBusinessDay(day)) lag += 1
  return lag
}
