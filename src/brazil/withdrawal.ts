import { addDays, type CalendarDate } from '../kernel/calendar-date.ts'

const WITHDRAWAL_DAYS = 7

/**
 * Last day on which a customer may withdraw: seven days from the contract or from the receipt of the goods, whichever
 * is later (CDC, art. 49). Without a known receipt they count from the contract.
 */
export function computeLastWithdrawalDay(
  completedOn: CalendarDate,
  receivedOn: CalendarDate | undefined,
): CalendarDate {
  const start = receivedOn !== undefined && receivedOn > completedOn ? receivedOn : completedOn
  return addDays(start, WITHDRAWAL_DAYS)
}
