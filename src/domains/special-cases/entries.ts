import type { Centavos } from '../../kernel/money.ts'
import { accountOf, composeEntry, type Entry } from '../ledger/index.ts'

interface ContractNames {
  readonly retailerId: string
  readonly transactionId: string
}

/** What stands on the accounts of one contract. */
export interface ClaimBalances {
  readonly customerCentavos: Centavos
  readonly unearnedCentavos: Centavos
  readonly chargesCentavos: Centavos
  readonly restructuringCentavos: Centavos
  readonly writtenOffCentavos: Centavos
}

/**
 * A contract of which nobody pays the rest leaves the books. The unused part of its premium is claimed from the insurer
 * and counts for the customer: it lowers what the lender bears, and what it exceeds that by is owed back.
 */
export function computeReleasedEntry(
  released: ContractNames & {
    readonly caseId: string
    readonly reference: string
    readonly balances: ClaimBalances
    readonly premiumCentavos: Centavos
    readonly releasedAt: Date
  },
): Entry {
  const { retailerId, transactionId, caseId, reference, balances, premiumCentavos, releasedAt } = released
  const { customerCentavos, unearnedCentavos, chargesCentavos, restructuringCentavos, writtenOffCentavos } =
    balances
  const carriedCentavos = customerCentavos + unearnedCentavos + chargesCentavos + restructuringCentavos
  const borneCentavos = carriedCentavos - premiumCentavos
  return composeEntry({
    kind: 'debt-released',
    retailerId,
    transactionId,
    reference,
    occurredAt: releasedAt,
    memo: { caseId },
    postings: [
      { account: 'waived', amountCentavos: Math.max(0, borneCentavos) },
      { account: 'refunds-due', amountCentavos: Math.min(0, borneCentavos) },
      { account: accountOf.insurerReceivable(), amountCentavos: premiumCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -customerCentavos },
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: -unearnedCentavos },
      { account: accountOf.deferredLateCharges(transactionId), amountCentavos: -chargesCentavos },
      { account: accountOf.restructuring(transactionId), amountCentavos: -restructuringCentavos },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: -writtenOffCentavos },
      { account: 'memo-contra', amountCentavos: writtenOffCentavos },
    ],
  })
}

/** The transfer of a fraudulent purchase that the retailer need not give back. */
export function computeFraudLossEntry(
  loss: ContractNames & {
    readonly caseId: string
    readonly amountCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, caseId, amountCentavos, decidedAt } = loss
  return composeEntry({
    kind: 'fraud-loss',
    retailerId,
    transactionId,
    reference: `fraud-loss:${transactionId}`,
    occurredAt: decidedAt,
    memo: { caseId },
    postings: [
      { account: 'fraud-loss', amountCentavos },
      { account: accountOf.clawback(retailerId), amountCentavos: -amountCentavos },
    ],
  })
}
