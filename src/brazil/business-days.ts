import { type CalendarDate, fromEpochDay, toEpochDay } from '../kernel/calendar-date.ts'
import { isBankHoliday } from './bank-holidays.ts'

export function isBusinessDay(date: CalendarDate): boolean {
  return !isWeekend(toEpochDay(date)) && !isBankHoliday(date)
}

/** The date itself when banks work on it, otherwise the first day after it on which they do. */
export function nextBusinessDay(date: CalendarDate): CalendarDate {
  if (isBusinessDay(date)) return date
  let epochDay = toEpochDay(date) + 1
  while (!isBusinessEpochDay(epochDay)) epochDay++
  return fromEpochDay(epochDay)
}

/** The n-th business day after the date; none after it (n = 0) is the date, or the business day that follows it. */
export function addBusinessDays(date: CalendarDate, businessDays: number): CalendarDate {
  if (!Number.isInteger(businessDays) || businessDays < 0)
    throw new RangeError(`${businessDays} is not a number of business days to add`)
  if (businessDays === 0) return nextBusinessDay(date)
  let epochDay = toEpochDay(date)
  for (let missing = businessDays; missing > 0; ) {
    epochDay++
    if (isBusinessEpochDay(epochDay)) missing--
  }
  return fromEpochDay(epochDay)
}

/**
 * Last day on which a billet is accepted: the days run from the due date as postponed to a business day, and where
 * they end without bank business the limit moves on again (the rule of the Pix charge with due date).
 */
export function computePayableUntil(dueDate: CalendarDate, daysAfterDue: number): CalendarDate {
  return nextBusinessDay(fromEpochDay(toEpochDay(nextBusinessDay(dueDate)) + daysAfterDue))
}

const isBusinessEpochDay = (epochDay: number) =>
  !isWeekend(epochDay) && !isBankHoliday(fromEpochDay(epochDay))

/** Day 0, 1970-01-01, was a Thursday; days before it are negative. */
function isWeekend(epochDay: number): boolean {
  const daysFromSaturday = (epochDay + 5) % 7
  return daysFromSaturday === 0 || daysFromSaturday === 1 || daysFromSaturday === -6
}
