import type { PeriodQuery } from '../../contract/console-money-requests.ts'
import { addDays, calendarDateAt } from '../../kernel/calendar-date.ts'
import { parseStatementDays } from '../../kernel/parse-days.ts'

const USUAL_DAYS = 30

/** The days that a page asks for; the last thirty where it names none, so that a device with another date sees them too. */
export function parsePeriod({ from, to }: PeriodQuery, now: Date, mostDays?: number) {
  const today = calendarDateAt(now)
  if (from === undefined || to === undefined) return { from: addDays(today, 1 - USUAL_DAYS), to: today }
  return parseStatementDays({ from, to }, now, mostDays)
}
