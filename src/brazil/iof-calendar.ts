import { addDays, addMonths, type CalendarDate } from '../kernel/calendar-date.ts'
import { addBusinessDays } from './business-days.ts'

/** The Treasury's code for tax on credit to natural persons, as its payment form names it. */
export const IOF_DARF_CODE = '7893'
/** Business days after the end of a period (Decree 6.306, art. 10). */
const DAYS_TO_PAY = 3

export interface IofPeriod {
  readonly periodEnd: CalendarDate
  readonly payBy: CalendarDate
}

/** Tax is paid by periods of ten days: 1–10, 11–20, 21 to the end of the month. */
export function findIofPeriod(chargedOn: CalendarDate): IofPeriod {
  const periodEnd = findPeriodEnd(chargedOn)
  return { periodEnd, payBy: addBusinessDays(periodEnd, DAYS_TO_PAY) }
}

function findPeriodEnd(day: CalendarDate): CalendarDate {
  const month = day.slice(0, 8)
  if (day <= `${month}10`) return `${month}10` as CalendarDate
  if (day <= `${month}20`) return `${month}20` as CalendarDate
  return addDays(addMonths(`${month}01` as CalendarDate, 1), -1)
}
