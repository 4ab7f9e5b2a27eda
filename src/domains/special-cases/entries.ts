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

/** What the assets hold of the contract. */
export const sumCarried = (balances: ClaimBalances): Centavos =>
  balances.customerCentavos +
  balances.unearnedCentavos +
  balances.chargesCentavos +
  balances.restructuringCentavos

/**
 * A contract of which its customer pays no more leaves the books. What is claimed from the insurer, the debt of somebody
 * who died or the unused part of a premium, lowers what the lender bears; what it exceeds that by is owed back.
 */
export function computeReleasedEntry(
  released: ContractNames & {
    readonly caseId: string
    readonly reference: string
    readonly balances: ClaimBalances
    readonly insurerCentavos: Centavos
    readonly releasedAt: Date
  },
): Entry {
  const { retailerId, transactionId, caseId, reference, balances, insurerCentavos, releasedAt } = released
  const { customerCentavos, unearnedCentavos, chargesCentavos, restructuringCentavos, writtenOffCentavos } =
    balances
  const borneCentavos = sumCarried(balances) - insurerCentavos
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
      { account: accountOf.insurerReceivable(), amountCentavos: insurerCentavos },
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
