import { type CalendarDate, daysBetween } from '../kernel/calendar-date.ts'
import { type Centavos, computeShare, divideCentavos } from '../kernel/money.ts'
import { nextBusinessDay } from './business-days.ts'

/** The maximum that consumer law allows (CDC art. 52 §1). */
const FINE_PERCENTAGE = 2
/** Simple interest of 1 % for every 30 days: after 3,000 days it would equal the amount. */
const DAYS_TO_DOUBLE = 3_000

export interface LatePayment {
  readonly amountCentavos: Centavos
  readonly dueDate: CalendarDate
  readonly paidOn: CalendarDate
}

export interface LateCharges {
  readonly daysLate: number
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly totalCentavos: Centavos
}

/**
 * A payment due on a day without bank business is on time on the next business day (Law 7.089/1983). A payment after
 * that day is late from the contractual due date, not from the postponed one.
 */
export function computeLateCharges({ amountCentavos, dueDate, paidOn }: LatePayment): LateCharges {
  if (paidOn <= nextBusinessDay(dueDate))
    return { daysLate: 0, fineCentavos: 0, interestCentavos: 0, totalCentavos: amountCentavos }
  const daysLate = daysBetween(dueDate, paidOn)
  const fineCentavos = computeShare(amountCentavos, FINE_PERCENTAGE)
  const interestCentavos = divideCentavos(amountCentavos * daysLate, DAYS_TO_DOUBLE)
  return {
    daysLate,
    fineCentavos,
    interestCentavos,
    totalCentavos: amountCentavos + fineCentavos + interestCentavos,
  }
}
