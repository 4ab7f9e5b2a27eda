import { computeLateInterest } from '../../brazil/late-charges.ts'
import { addMonths, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Loan } from './loan.ts'
import { computePayoff } from './payoff.ts'
import { type LoanScale, visitPresentValues } from './scale.ts'

/** What is claimed when a contract falls due as a whole. */
export interface Acceleration {
  readonly acceleratedOn: CalendarDate
  readonly overdueFaceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** Present value of the installments that were not due yet. */
  readonly presentCentavos: Centavos
  /** Future interest: it may not be claimed (Civil Code, art. 1.426). */
  readonly excludedInterestCentavos: Centavos
  readonly claimCentavos: Centavos
  /** What late interest runs on afterwards. There is no fine on the accelerated part. */
  readonly interestBearingCentavos: Centavos
}

/** Lawful only under a contract with a clause for it (Law 10.931, art. 28 §1 III). */
export function computeAcceleration(
  terms: LoanScale,
  open: readonly Centavos[],
  acceleratedOn: CalendarDate,
): Acceleration {
  const payoff = computePayoff(terms, open, acceleratedOn)
  const sum = (member: 'faceCentavos' | 'fineCentavos' | 'interestCentavos') =>
    payoff.overdue.reduce((total, installment) => total + installment[member], 0)
  const overdueFaceCentavos = sum('faceCentavos')
  return {
    acceleratedOn,
    overdueFaceCentavos,
    fineCentavos: sum('fineCentavos'),
    interestCentavos: sum('interestCentavos'),
    presentCentavos: payoff.presentCentavos,
    excludedInterestCentavos: payoff.discountCentavos,
    claimCentavos: payoff.totalCentavos,
    interestBearingCentavos: overdueFaceCentavos + payoff.presentCentavos,
  }
}

/** The claim on a later day, as long as nothing is paid. */
export function computeClaim(acceleration: Acceleration, date: CalendarDate): Centavos {
  const { claimCentavos, interestBearingCentavos, acceleratedOn } = acceleration
  return claimCentavos + computeLateInterest(interestBearingCentavos, daysBetween(acceleratedOn, date))
}

/** Future interest in the face value of one installment. */
interface ExcludedInterest {
  readonly installmentNumber: number
  readonly excludedCentavos: Centavos
}

/**
 * The loan from the day on which it falls due as a whole. It has stood still since day 91, so that what is not due yet is
 * claimed at its worth on the last day that earned interest, which is what the books carry.
 */
export function computeAccelerated(
  loan: Loan,
  day: CalendarDate,
): { readonly loan: Loan; readonly excluded: readonly ExcludedInterest[] } {
  const { firstDueDate, accruedThrough, openCentavos } = loan
  if (accruedThrough === null) throw new Error(`loan ${loan.transactionId} was never accrued`)
  const open = [...openCentavos]
  const excluded: ExcludedInterest[] = []
  visitPresentValues(loan, openCentavos, accruedThrough, (index, face, present) => {
    if (addMonths(firstDueDate, index) <= day || face === present) return
    open[index] = present
    excluded.push({ installmentNumber: index + 1, excludedCentavos: face - present })
  })
  const sum = excluded.reduce((total, { excludedCentavos }) => total + excludedCentavos, 0)
  return {
    excluded,
    loan: {
      ...loan,
      openCentavos: open,
      interestCentavos: loan.interestCentavos - sum,
      unearnedCentavos: loan.unearnedCentavos - sum,
      acceleratedOn: day,
    },
  }
}
