import { type CalendarDate, daysBetween } from '../kernel/calendar-date.ts'
import { type Centavos, computeShare, divideCentavos } from '../kernel/money.ts'
import { nextBusinessDay } from './business-days.ts'

/** The maximum that consumer law allows (CDC art. 52 §1). */
const FINE_PERCENTAGE = 2
/** Simple interest of 1 % for every 30 days: after 3,000 days it would equal the amount. */
const DAYS_TO_DOUBLE = 3_000

interface LatePayment {
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

/** Simple interest of 0.033 % a day: how some banks write 1 % a month, per hundred thousand. */
const ROUNDED_DAILY_RATE = 33

/**
 * A payment due on a day without bank business is on time on the next business day (Law 7.089/1983).
 */
export function isLate(dueDate: CalendarDate, paidOn: CalendarDate): boolean {
  return paidOn > nextBusinessDay(dueDate)
}

export function computeLateFine(amountCentavos: Centavos): Centavos {
  return computeShare(amountCentavos, FINE_PERCENTAGE)
}

export function computeLateInterest(amountCentavos: Centavos, days: number): Centavos {
  return divideCentavos(amountCentavos * days, DAYS_TO_DOUBLE)
}

/** Whole centavos a day, rounded down: what a bank is told that takes an amount per day. */
export function computeDailyLateInterest(amountCentavos: Centavos): Centavos {
  return Math.floor(amountCentavos / DAYS_TO_DOUBLE)
}

/** The least and the most that banks ask for by their ways to round the same fine and the same interest. */
export interface ChargeRange {
  readonly leastCentavos: Centavos
  readonly mostCentavos: Centavos
}

export function computeFineRange(amountCentavos: Centavos): ChargeRange {
  const fine = amountCentavos * FINE_PERCENTAGE
  return { leastCentavos: Math.floor(fine / 100), mostCentavos: Math.ceil(fine / 100) }
}

export function computeInterestRange(amountCentavos: Centavos, days: number): ChargeRange {
  return {
    leastCentavos: Math.min(
      days * computeDailyLateInterest(amountCentavos),
      computeTruncatedInterest(amountCentavos, days).leastCentavos,
    ),
    mostCentavos: Math.ceil((amountCentavos * days) / DAYS_TO_DOUBLE),
  }
}

/**
 * The interest of a Pix charge with due date: truncated, with a factor whose precision the manual leaves open (1 %/30
 * or 0.033 % a day).
 */
export function computeTruncatedInterest(amountCentavos: Centavos, days: number): ChargeRange {
  return {
    leastCentavos: Math.floor((amountCentavos * days * ROUNDED_DAILY_RATE) / 100_000),
    mostCentavos: Math.floor((amountCentavos * days) / DAYS_TO_DOUBLE),
  }
}

/** A payment after the last day without charges is late from the contractual due date, not from the postponed one. */
export function computeLateCharges({ amountCentavos, dueDate, paidOn }: LatePayment): LateCharges {
  if (!isLate(dueDate, paidOn))
    return { daysLate: 0, fineCentavos: 0, interestCentavos: 0, totalCentavos: amountCentavos }
  const daysLate = daysBetween(dueDate, paidOn)
  const fineCentavos = computeLateFine(amountCentavos)
  const interestCentavos = computeLateInterest(amountCentavos, daysLate)
  return {
    daysLate,
    fineCentavos,
    interestCentavos,
    totalCentavos: amountCentavos + fineCentavos + interestCentavos,
  }
}
