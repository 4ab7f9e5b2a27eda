import type { Centavos } from '../../kernel/money.ts'
import { accountOf, composeEntry, type Entry } from '../ledger/index.ts'

interface SuspendedMoney {
  readonly caseId: string
  /** The owner of the billet when the money arrived; undefined when the billet was unknown. */
  readonly owner: { readonly retailerId: string; readonly transactionId: string } | undefined
  readonly amountCentavos: Centavos
  readonly decidedAt: Date
}

/**
 * Suspended money pays a billet. It leaves suspense under the transaction that it was suspended for, because refunds
 * are computed from the entries of each transaction. Charges belong to the billet's transaction. The excess stays with
 * the payer: it is owed back under the transaction that the money came for, or to an unknown payer.
 */
export function computeCaseCreditEntries(
  money: SuspendedMoney & {
    readonly billet: { readonly id: string; readonly retailerId: string; readonly transactionId: string }
    readonly fineCentavos: Centavos
    readonly interestCentavos: Centavos
    /** Paid beyond the amount due: owed back to the payer. */
    readonly excessCentavos: Centavos
  },
): Entry[] {
  const { caseId, owner, amountCentavos, decidedAt, billet } = money
  const { fineCentavos, interestCentavos, excessCentavos } = money
  const customer = accountOf.customer(billet.transactionId)
  const memo = { caseId, billetId: billet.id }
  const credit = composeEntry({
    kind: 'case-credit',
    retailerId: owner?.retailerId,
    transactionId: owner?.transactionId,
    reference: nameCaseCredit(caseId),
    occurredAt: decidedAt,
    memo,
    postings: [
      { account: 'suspense', amountCentavos },
      { account: customer, amountCentavos: excessCentavos - amountCentavos },
      { account: 'refunds-due', amountCentavos: -excessCentavos },
    ],
  })
  if (fineCentavos + interestCentavos === 0) return [credit]
  const charges = composeEntry({
    kind: 'case-charges',
    retailerId: billet.retailerId,
    transactionId: billet.transactionId,
    reference: `case-charges:${caseId}`,
    occurredAt: decidedAt,
    memo,
    postings: [
      { account: customer, amountCentavos: fineCentavos + interestCentavos },
      { account: 'late-fine', amountCentavos: -fineCentavos },
      { account: 'late-interest', amountCentavos: -interestCentavos },
    ],
  })
  return [credit, charges]
}

export const nameCaseCredit = (caseId: string): string => `case:${caseId}`

export const nameCaseRefund = (caseId: string): string => `refund:case:${caseId}`

/** What the bank has taken back, and nobody pays again, is the lender's loss. The debt that it had paid stays paid. */
export function computeCaseBorneEntry({ caseId, owner, amountCentavos, decidedAt }: SuspendedMoney): Entry {
  return composeEntry({
    kind: 'fraud-loss',
    retailerId: owner?.retailerId,
    transactionId: owner?.transactionId,
    reference: `borne:case:${caseId}`,
    occurredAt: decidedAt,
    memo: { caseId },
    postings: [
      { account: 'fraud-loss', amountCentavos },
      { account: 'suspense', amountCentavos: -amountCentavos },
    ],
  })
}

/** Suspended money that belongs to no debt is refunded. */
export function computeCaseRefundEntry({ caseId, owner, amountCentavos, decidedAt }: SuspendedMoney): Entry {
  return composeEntry({
    kind: 'refund-due',
    retailerId: owner?.retailerId,
    transactionId: owner?.transactionId,
    reference: nameCaseRefund(caseId),
    occurredAt: decidedAt,
    memo: { caseId },
    postings: [
      { account: 'suspense', amountCentavos },
      { account: 'refunds-due', amountCentavos: -amountCentavos },
    ],
  })
}
