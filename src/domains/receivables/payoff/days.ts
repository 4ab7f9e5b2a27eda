import { addBusinessDays, isBusinessDay, nextBusinessDay } from '../../../brazil/business-days.ts'
import { MAX_SETTLEMENT_BUSINESS_DAYS } from '../../../contract/settlement.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'

/** The last day for which a settlement is quoted. */
export function computeLastSettlementDay(today: CalendarDate): CalendarDate {
  return addBusinessDays(today, MAX_SETTLEMENT_BUSINESS_DAYS)
}

/** The first day on which a settlement of today can be paid. */
export function chooseSettlementDay(today: CalendarDate, hasPix: boolean): CalendarDate {
  return hasPix ? today : nextBusinessDay(today)
}

/** On any other day banks take a line only on the next business day, on which the amount is another: there is Pix then. */
export const isPayableByLine = (day: CalendarDate): boolean => isBusinessDay(day)
