import { isLate } from '../../brazil/late-charges.ts'
import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type Centavos, computeShare } from '../../kernel/money.ts'

/** The tax counts at most so many days of an installment, those before its due date included. */
const MAX_TAXED_DAYS = 365

/**
 * The daily IOF of an installment's principal for the time between its due date and its payment (Decree 6.306, art. 7
 * §§2 and 3). The contract promises no other charge for a delay, so the lender bears it.
 */
export function computeOverdueIof(overdue: {
  readonly amortizationCentavos: Centavos
  /** In percent a day, as in the contract. */
  readonly dailyIof: number
  readonly contractDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly paidOn: CalendarDate
}): Centavos {
  const { amortizationCentavos, dailyIof, contractDate, dueDate, paidOn } = overdue
  if (!isLate(dueDate, paidOn)) return 0
  const count = (until: CalendarDate): number => Math.min(MAX_TAXED_DAYS, daysBetween(contractDate, until))
  const days = count(paidOn) - count(dueDate)
  // Multiplied first: the tax is rounded once, and a percentage of whole centavos is exact.
  return computeShare(amortizationCentavos * days, dailyIof)
}
