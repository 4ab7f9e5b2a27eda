import {
  addMonths,
  type CalendarDate,
  daysBetween,
  fromEpochDay,
  toEpochDay,
} from '../kernel/calendar-date.ts'
import type { Centavos } from '../kernel/money.ts'
import { computeGrown, computeProportion } from './discount.ts'
import { computeLateCharges, type LateCharges } from './late-charges.ts'
import { findNext, getDueDays, type LoanScale, measureDistance, visitPresentValues } from './present-value.ts'

interface OverdueInstallment extends LateCharges {
  readonly installmentNumber: number
  readonly faceCentavos: Centavos
}

interface FutureInstallment {
  readonly installmentNumber: number
  readonly faceCentavos: Centavos
  readonly presentCentavos: Centavos
}

interface Payoff {
  /** Due on the day or before it, with their late charges. */
  readonly overdue: readonly OverdueInstallment[]
  readonly future: readonly FutureInstallment[]
  readonly overdueCentavos: Centavos
  readonly presentCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly totalCentavos: Centavos
}

/**
 * What settles a contract on a day (consumer code, art. 52 §2). `open` has the open face value of every installment.
 */
export function computePayoff(terms: LoanScale, open: readonly Centavos[], date: CalendarDate): Payoff {
  const next = findNext(getDueDays(terms.firstDueDate), open.length, toEpochDay(date))
  const overdue = open.slice(0, next).flatMap((faceCentavos, index) => {
    if (faceCentavos === 0) return []
    const dueDate = addMonths(terms.firstDueDate, index)
    const charges = computeLateCharges({ amountCentavos: faceCentavos, dueDate, paidOn: date })
    return [{ installmentNumber: index + 1, faceCentavos, ...charges }]
  })
  const future: FutureInstallment[] = []
  visitPresentValues(terms, open, date, (index, faceCentavos, presentCentavos) => {
    future.push({ installmentNumber: index + 1, faceCentavos, presentCentavos })
  })
  const overdueCentavos = overdue.reduce((sum, { totalCentavos }) => sum + totalCentavos, 0)
  const presentCentavos = future.reduce((sum, installment) => sum + installment.presentCentavos, 0)
  const faceCentavos = future.reduce((sum, installment) => sum + installment.faceCentavos, 0)
  return {
    overdue,
    future,
    overdueCentavos,
    presentCentavos,
    discountCentavos: faceCentavos - presentCentavos,
    totalCentavos: overdueCentavos + presentCentavos,
  }
}

interface Prepayment {
  /** Settled whole, from the last one backwards. */
  readonly settled: readonly FutureInstallment[]
  /** What the rest of the amount takes off one more installment; undefined when nothing is left of the amount. */
  readonly lowered: { readonly installmentNumber: number; readonly byCentavos: Centavos } | undefined
  /** What is left when every future installment is settled. */
  readonly restCentavos: Centavos
}

/** What an amount settles of the future installments: the last ones first, because their discount is the largest. */
export function computePrepayment(
  terms: LoanScale,
  open: readonly Centavos[],
  date: CalendarDate,
  amountCentavos: Centavos,
): Prepayment {
  const settled: FutureInstallment[] = []
  let rest = amountCentavos
  for (const installment of computePayoff(terms, open, date).future.toReversed()) {
    if (installment.presentCentavos > rest) {
      const byCentavos = computeBought(terms, date, installment, rest)
      const lowered =
        byCentavos === 0 ? undefined : { installmentNumber: installment.installmentNumber, byCentavos }
      return { settled, lowered, restCentavos: lowered === undefined ? rest : 0 }
    }
    rest -= installment.presentCentavos
    settled.push(installment)
  }
  return { settled, lowered: undefined, restCentavos: rest }
}

function computeBought(
  { firstDueDate, interestRatePM }: LoanScale,
  date: CalendarDate,
  { installmentNumber }: FutureInstallment,
  amountCentavos: Centavos,
): Centavos {
  const dueDays = getDueDays(firstDueDate)
  const day = toEpochDay(date)
  const next = findNext(dueDays, installmentNumber, day)
  const distance = measureDistance(dueDays, day, next, installmentNumber - 1)
  return computeGrown(amountCentavos, interestRatePM, distance)
}

/** The part of an insurance premium for the days after a settlement. The cover ends with the last due date. */
export function computePremiumRefund(cover: {
  readonly premiumCentavos: Centavos
  readonly startedOn: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly settledOn: CalendarDate
}): Centavos {
  const { premiumCentavos, startedOn, firstDueDate, numberOfInstallments, settledOn } = cover
  const lastDueDate = fromEpochDay(getDueDays(firstDueDate)[numberOfInstallments - 1] ?? 0)
  const remainingDays = Math.max(0, daysBetween(settledOn, lastDueDate))
  return computeProportion(premiumCentavos, remainingDays, daysBetween(startedOn, lastDueDate))
}
