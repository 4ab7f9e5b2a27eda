import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { accelerateLoan, type Loan } from '../../loans/index.ts'
import type { Debt } from '../payoff/read-debt.ts'
import { checkLoan } from '../reconcile-loans.ts'
import type { Billet } from './billet.ts'
import { computeDue, describeDebt } from './debt.ts'
import type { BilletRow } from './store/billet-row.ts'
import { changeBillets } from './store/billets.ts'
import { insertPayments } from './store/recorded-payments.ts'

/** A contract that is due as a whole. */
export interface Claim {
  readonly claimedFrom: CalendarDate
  /** Future interest, which is not claimed. */
  readonly excludedCentavos: Centavos
}

/** `billets` are all of a contract. Undefined while installments fall due one by one, and when nothing is open. */
export function findClaim(billets: readonly Billet[]): Claim | undefined {
  const open = billets.find(
    ({ claimedFrom, paymentStatus, canceledAt }) =>
      claimedFrom !== undefined && paymentStatus === 'PENDING' && canceledAt === undefined,
  )
  if (open?.claimedFrom === undefined) return undefined
  // A second copy asks for what was left of the billet before it.
  const excludedCentavos = billets.reduce((sum, billet) => sum + billet.excludedCentavos, 0)
  return { claimedFrom: open.claimedFrom, excludedCentavos }
}

/**
 * The contract falls due as a whole: every billet is due from the day of the debt on, with the charges that it has on that
 * day. Future interest may not be claimed and leaves the face value; it is recorded under the reference of its ledger
 * entry. Throws where the loan is not what billets and books say. Debt and loan are locked.
 */
export async function claimDebt(
  tx: Transaction,
  secrets: Secrets,
  { debt, loan }: { readonly debt: Debt<BilletRow>; readonly loan: Loan },
  now: Date,
): Promise<void> {
  await checkLoan(tx, secrets, loan)
  const { reference, excludedCentavos } = accelerateLoan(tx, secrets, loan, now)
  const { overdue, future, date: day } = debt
  const claimed = [...overdue, ...future].map(({ billet, installmentNumber }) => ({
    billet,
    excludedCentavos: excludedCentavos.get(installmentNumber) ?? 0,
  }))
  const changes = claimed.map(({ billet, excludedCentavos }) => {
    const { fineCentavos, interestCentavos } = computeDue(describeDebt(billet), day)
    const to = {
      claimedFrom: day,
      interestFrom: day,
      partPaidCentavos: billet.partPaidCentavos + excludedCentavos,
      excludedCentavos,
      openFineCentavos: fineCentavos,
      openInterestCentavos: interestCentavos,
    }
    return { billet, to }
  })
  changeBillets(tx, secrets, changes)
  const excluded = claimed.filter(({ excludedCentavos }) => excludedCentavos > 0)
  insertPayments(
    tx,
    secrets,
    excluded.map(({ billet, excludedCentavos }) => ({
      reference,
      billetId: billet.id,
      faceCentavos: excludedCentavos,
      fineCentavos: 0,
      interestCentavos: 0,
      paidOn: day,
      discountCentavos: excludedCentavos,
    })),
  )
}
