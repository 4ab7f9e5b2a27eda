import { computeLateInterest } from '../../brazil/late-charges.ts'
import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { LoanScale } from './scale.ts'
import { computePayoff } from './settlement.ts'

/** What is claimed when a contract falls due as a whole. */
export interface Acceleration {
  readonly acceleratedOn: CalendarDate
  readonly overdueFaceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** Present value of the installments that were not due yet. */
  readonly presentCentavos: Centavos
  /** Interest of time that has not passed: it may not be claimed (Civil Code, art. 1.426). */
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
