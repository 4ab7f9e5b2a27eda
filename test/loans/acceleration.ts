import { computeLateInterest } from '../../src/brazil/late-charges.ts'
import { computePayoff } from '../../src/brazil/payoff.ts'
import type { LoanScale } from '../../src/brazil/present-value.ts'
import { type CalendarDate, daysBetween } from '../../src/kernel/calendar-date.ts'
import type { Centavos } from '../../src/kernel/money.ts'

/** What is claimed when a contract falls due as a whole, computed from its payoff: the books come to the same by another way. */
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
