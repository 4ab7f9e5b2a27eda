import { computeLastWithdrawalDay } from '../../brazil/withdrawal.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Purchase } from './purchase.ts'

/** Last day on which the customer may withdraw from a complete purchase; one that is not complete can always be given up. */
export function findWithdrawalEnd({
  completedAt,
  deliveredOn,
}: Pick<Purchase, 'completedAt' | 'deliveredOn'>): CalendarDate | undefined {
  return completedAt && computeLastWithdrawalDay(calendarDateAt(completedAt), deliveredOn)
}
