import { addDays, type CalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { isBankHoliday } from './bank-holidays.ts'

/** The first and the last allowed hour of a day. */
interface ContactHours {
  readonly from: number
  readonly until: number
}

/*
 * The strictest law seen for reminders and collection (Alagoas, 7.782): weekdays 8 to 20, Saturdays 8 to 14, never on
 * Sundays and holidays. It is applied to the whole country.
 */
const HOURS_OF_WEEKDAY: readonly (ContactHours | undefined)[] = [
  undefined,
  ...Array.from({ length: 5 }, () => ({ from: 8, until: 20 })),
  { from: 8, until: 14 },
]

/** Undefined on a day on which customers are left in peace. */
export function findContactHours(day: CalendarDate): ContactHours | undefined {
  // Day 0, 1970-01-01, was a Thursday.
  return isBankHoliday(day) ? undefined : HOURS_OF_WEEKDAY[(((toEpochDay(day) + 4) % 7) + 7) % 7]
}

/** The day itself if customers may be contacted on it, otherwise the next such day. */
export function nextContactDay(day: CalendarDate): CalendarDate {
  let next = day
  while (findContactHours(next) === undefined) next = addDays(next, 1)
  return next
}
