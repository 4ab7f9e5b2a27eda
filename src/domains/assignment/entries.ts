import type { Centavos } from '../../kernel/money.ts'
import { type AccountName, accountOf, composeEntry, type Entry } from '../ledger/index.ts'

interface AssignedContract {
  readonly assignmentId: string
  readonly fundId: string
  readonly transactionId: string
  readonly retailerId: string
  readonly faceCentavos: Centavos
  readonly unearnedCentavos: Centavos
  readonly priceCentavos: Centavos
  readonly at: Date
}

const nameEvent = ({ assignmentId, transactionId }: AssignedContract): string =>
  `assignment:${assignmentId}:${transactionId}`

/**
 * A true sale: everything that the assets hold of the contract leaves them, with what was deferred and provided for, and
 * the price less all of that is the result. The claim stays on memo accounts, because the lender still collects it.
 */
export function computeSaleEntry(
  sale: AssignedContract & {
    readonly deferredFeeCentavos: Centavos
    readonly deferredRetentionCentavos: Centavos
    readonly allowanceCentavos: Centavos
  },
): Entry {
  const { transactionId: id, retailerId, faceCentavos, unearnedCentavos, priceCentavos } = sale
  const { deferredFeeCentavos, deferredRetentionCentavos, allowanceCentavos } = sale
  const leftCentavos =
    faceCentavos - unearnedCentavos - deferredFeeCentavos - deferredRetentionCentavos - allowanceCentavos
  return composeEntry({
    kind: 'assignment',
    retailerId,
    transactionId: id,
    reference: nameEvent(sale),
    occurredAt: sale.at,
    memo: { assignment: sale.assignmentId, fund: sale.fundId },
    postings: [
      { account: accountOf.fundReceivable(sale.fundId), amountCentavos: priceCentavos },
      { account: accountOf.unearnedInterest(id), amountCentavos: unearnedCentavos },
      { account: accountOf.deferredFee(id), amountCentavos: deferredFeeCentavos },
      { account: accountOf.deferredRetention(id), amountCentavos: deferredRetentionCentavos },
      { account: accountOf.allowance(id), amountCentavos: allowanceCentavos },
      { account: accountOf.customer(id), amountCentavos: -faceCentavos },
      { account: 'assignment-result', amountCentavos: leftCentavos - priceCentavos },
      { account: accountOf.memoAssigned(id), amountCentavos: faceCentavos },
      { account: 'memo-contra', amountCentavos: -faceCentavos },
    ],
  })
}

/** The contract is an asset again, at what it is worth today; the fund is owed the price. */
export function computeBuyBackEntry(bought: AssignedContract): Entry {
  const { transactionId: id, retailerId, faceCentavos, unearnedCentavos, priceCentavos } = bought
  return composeEntry({
    kind: 'assignment-ended',
    retailerId,
    transactionId: id,
    reference: nameEvent(bought),
    occurredAt: bought.at,
    memo: { assignment: bought.assignmentId, fund: bought.fundId },
    postings: [
      { account: accountOf.customer(id), amountCentavos: faceCentavos },
      { account: accountOf.unearnedInterest(id), amountCentavos: -unearnedCentavos },
      { account: accountOf.fundPayable(bought.fundId), amountCentavos: -priceCentavos },
      {
        account: 'assignment-result',
        amountCentavos: priceCentavos - (faceCentavos - unearnedCentavos),
      },
      { account: accountOf.memoAssigned(id), amountCentavos: -faceCentavos },
      { account: 'memo-contra', amountCentavos: faceCentavos },
    ],
  })
}

/** The fund has paid for what it bought. */
export function computeFundPaidEntry(paid: {
  readonly assignmentId: string
  readonly fundId: string
  readonly receivedIn: AccountName
  readonly amountCentavos: Centavos
  /** The bank's. */
  readonly reference: string
  readonly paidAt: Date
}): Entry {
  const { assignmentId, fundId, receivedIn, amountCentavos, reference, paidAt } = paid
  return composeEntry({
    kind: 'assignment-paid',
    retailerId: undefined,
    transactionId: undefined,
    reference: `assignment-paid:${assignmentId}`,
    occurredAt: paidAt,
    memo: { assignment: assignmentId, fund: fundId, bank: reference },
    postings: [
      { account: receivedIn, amountCentavos },
      { account: accountOf.fundReceivable(fundId), amountCentavos: -amountCentavos },
    ],
  })
}
