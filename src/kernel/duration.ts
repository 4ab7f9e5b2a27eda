import { addMonths, calendarDateAt, daysBetween } from './calendar-date.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const N = '([0-9]{1,6})'
const PATTERN = new RegExp(
  `^P(?=[0-9T])(?:${N}Y)?(?:${N}M)?(?:${N}W)?(?:${N}D)?(?:T(?=[0-9])(?:${N}H)?(?:${N}M)?(?:${N}S)?)?$`,
)

/**
 * Milliseconds of an ISO 8601 duration (P30D, P1M, PT90M) counted from an instant, or undefined. Years and months
 * follow the calendar.
 */
export function parseDurationMs(text: string, from: Date): number | undefined {
  const match = PATTERN.exec(text)
  if (match === null) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map(part => Number(part ?? 0))
  const begin = calendarDateAt(from)
  const calendarDays = daysBetween(begin, addMonths(begin, years * 12 + months))
  const wholeDays = calendarDays + weeks * 7 + days
  return wholeDays * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
}
