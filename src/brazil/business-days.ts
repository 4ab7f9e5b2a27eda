import { type CalendarDate, fromEpochDay, toEpochDay } from '../kernel/calendar-date.ts'
import { isBankHoliday } from './bank-holidays.ts'

export function isBusinessDay(date: CalendarDate): boolean {
  return !isWeekend(toEpochDay(date)) && !isBankHoliday(date)
}

/** The date itself if it is a business day, otherwise the next one. */
export function nextBusinessDay(date: CalendarDate): CalendarDate {
  if (isBusinessDay(date)) return date
  let epochDay = toEpochDay(date) + 1
  while (!isBusinessEpochDay(epochDay)) epochDay++
  return fromEpochDay(epochDay)
}

/**
 * The n-th business day after the date; with n = 0, the date itself if it is a business day, otherwise the next one.
 */
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
 * Last day on which a billet is accepted: the days count from the due date, postponed to a business day, and if they
 * end on a day without bank business the limit moves to the next one (the rule of the Pix charge with due date).
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
