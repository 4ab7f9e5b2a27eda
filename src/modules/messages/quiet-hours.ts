import { isBankHoliday } from '../../brazil/bank-holidays.ts'
import type { MessagePurpose } from '../../contract/messages.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  endOfDay,
  toEpochDay,
} from '../../kernel/calendar-date.ts'

/** The first and the last allowed hour of a day; undefined on a day without any. */
type Hours = { readonly from: number; readonly until: number } | undefined

/*
 * The strictest law seen for reminders and collection (Alagoas, 7.782): weekdays 8 to 20, Saturdays 8 to 14, never on
 * Sundays and holidays. It is applied to the whole country, by the time of Sao Paulo.
 */
const HOURS_OF_WEEKDAY: readonly Hours[] = [
  undefined,
  ...Array.from({ length: 5 }, () => ({ from: 8, until: 20 })),
  { from: 8, until: 14 },
]

const HOUR_MS = 3_600_000
const ALWAYS: readonly MessagePurpose[] = ['CODE', 'CONTRACT']

/** The first moment, now or later, at which a message may be sent. */
export function computeSendTime(purpose: MessagePurpose, now: Date): Date {
  if (ALWAYS.includes(purpose)) return now
  for (let day = calendarDateAt(now); ; day = addDays(day, 1)) {
    const hours = findHours(day)
    if (hours === undefined || now.getTime() >= instantOf(day, hours.until)) continue
    return new Date(Math.max(now.getTime(), instantOf(day, hours.from)))
  }
}

function findHours(day: CalendarDate): Hours {
  // Day 0, 1970-01-01, was a Thursday.
  return isBankHoliday(day) ? undefined : HOURS_OF_WEEKDAY[(((toEpochDay(day) + 4) % 7) + 7) % 7]
}

/** Counted back from the end of the day: should summer time return, clocks change at midnight. */
function instantOf(day: CalendarDate, hour: number): number {
  return endOfDay(day).getTime() + 1 - (24 - hour) * HOUR_MS
}
