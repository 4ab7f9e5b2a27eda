import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Debt } from '../payoff/read-debt.ts'
import type { Billet } from './billet.ts'
import type { BilletRow } from './billet-row.ts'
import { computeDue, describeDebt } from './debt.ts'
import { insertPayments } from './recorded-payments.ts'
import { changeBillets } from './store.ts'

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
 * From the day on, every billet of the contract is due, with the charges that it has on that day. What is excluded leaves
 * the face value: future interest, which may not be claimed. It is recorded under the reference of its ledger entry.
 * It is given by installment. The debt is locked.
 */
export function claimDebt(
  tx: Transaction,
  secrets: Secrets,
  { overdue, future, date: day }: Debt<BilletRow>,
  excludedCentavos: ReadonlyMap<number, Centavos>,
  reference: string,
): void {
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
