import type { Centavos } from '../../../kernel/money.ts'
import { accountOf } from './accounts.ts'
import { composeEntry, type Entry } from './entry.ts'
import type { LoanNames } from './loan-entries.ts'

export const nameAcceleration = (transactionId: string): string => `acceleration:${transactionId}`

/** A contract falls due as a whole: interest of time to come is not claimed. What the assets carry stays the same. */
export function computeAccelerationEntry(
  acceleration: LoanNames & { readonly excludedCentavos: Centavos; readonly acceleratedAt: Date },
): Entry {
  const { retailerId, transactionId, excludedCentavos, acceleratedAt } = acceleration
  return composeEntry({
    kind: 'acceleration',
    retailerId,
    transactionId,
    reference: nameAcceleration(transactionId),
    occurredAt: acceleratedAt,
    memo: {},
    postings: [
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: excludedCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -excludedCentavos },
    ],
  })
}
