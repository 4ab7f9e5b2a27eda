import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type AccountName, accountOf } from './accounts.ts'
import { composeEntry, type Entry, type Posting } from './entry.ts'

export interface LoanNames {
  readonly retailerId: string
  readonly transactionId: string
}

/** Interest, fee and retention of one contract; all three may be below zero by centavos of rounding. */
export interface LoanIncome {
  readonly interestCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly retentionCentavos: Centavos
}

type EarnedLoan = LoanIncome & { readonly transactionId: string }

export const isNothingEarned = ({ interestCentavos, feeCentavos, retentionCentavos }: LoanIncome): boolean =>
  interestCentavos === 0 && feeCentavos === 0 && retentionCentavos === 0

/**
 * What loans have earned since they were last accrued. A chore's entry has many of them: one line for each, and the
 * accounts of income once, so that a million loans make thousands of entries.
 */
export function computeAccrualEntry(accrual: {
  /** Of the loan and its event, or of the batch. */
  readonly reference: string
  readonly loan: LoanNames | undefined
  readonly earned: readonly EarnedLoan[]
  readonly occurredAt: Date
}): Entry {
  const { reference, loan, earned, occurredAt } = accrual
  return composeEntry({
    kind: 'accrual',
    retailerId: loan?.retailerId,
    transactionId: loan?.transactionId,
    reference: `accrual:${reference}`,
    occurredAt,
    memo: {},
    postings: composeIncome(earned),
  })
}

function composeIncome(earned: readonly EarnedLoan[]): Posting[] {
  const total = (part: keyof LoanIncome): Centavos => earned.reduce((sum, each) => sum + each[part], 0)
  return [
    ...earned.flatMap(({ transactionId, interestCentavos, feeCentavos, retentionCentavos }) => [
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: interestCentavos },
      { account: accountOf.deferredFee(transactionId), amountCentavos: feeCentavos },
      { account: accountOf.deferredRetention(transactionId), amountCentavos: retentionCentavos },
    ]),
    { account: 'interest-income', amountCentavos: -total('interestCentavos') },
    { account: 'fee-income', amountCentavos: -total('feeCentavos') },
    { account: 'retention-income', amountCentavos: -total('retentionCentavos') },
  ]
}

interface ReversedContract {
  readonly contract: Entry
  /** On the contra accounts; the rest was earned, and is given back. */
  readonly left: LoanIncome
  /** The retailer has the money: it owes it back instead of not getting it. */
  readonly isTransferred: boolean
  /** The Treasury has the tax. */
  readonly isIofPaid: boolean
  readonly reference: string
  readonly occurredAt: Date
  /** The day on which the tax was charged: it is dropped from that period. */
  readonly iofChargedOn: CalendarDate
}

/** A contract ends as if it had never been. Both entries stay in the books. */
export function computeContractReversedEntry(reversed: ReversedContract): Entry {
  const { contract, left, isTransferred, isIofPaid, reference, occurredAt, iofChargedOn } = reversed
  const { transactionId = '' } = contract
  const deferred: [AccountName, AccountName, Centavos][] = [
    [accountOf.unearnedInterest(transactionId), 'interest-income', left.interestCentavos],
    [accountOf.deferredFee(transactionId), 'fee-income', left.feeCentavos],
    [accountOf.deferredRetention(transactionId), 'retention-income', left.retentionCentavos],
  ]
  const booked = new Map(contract.postings.map(({ account, amountCentavos }) => [account, amountCentavos]))
  const rename = (account: AccountName): AccountName => {
    if (isIofPaid && account === 'iof-payable') return 'iof-recoverable'
    const [kind, ownerId = ''] = account.split(':')
    return isTransferred && kind === 'retailer' ? accountOf.clawback(ownerId) : account
  }
  return composeEntry({
    kind: 'contract-reversed',
    retailerId: contract.retailerId,
    transactionId: contract.transactionId,
    reference,
    occurredAt,
    memo: { reverses: contract.reference, iofChargedOn },
    postings: [
      ...contract.postings
        .filter(({ account }) => deferred.every(([name]) => name !== account))
        .map(({ account, amountCentavos }) => ({
          account: rename(account),
          amountCentavos: -amountCentavos,
        })),
      ...deferred.flatMap(([account, income, rest]) => [
        { account, amountCentavos: rest },
        { account: income, amountCentavos: -(booked.get(account) ?? 0) - rest },
      ]),
    ],
  })
}

/** What a returned purchase has cost, where the retailer bears it: tax that does not come back, and interest. */
export function computeClawbackCostsEntry(
  costs: LoanNames & {
    readonly iofCentavos: Centavos
    readonly interestCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, iofCentavos, interestCentavos } = costs
  return composeEntry({
    kind: 'clawback-costs',
    retailerId,
    transactionId,
    reference: `clawback-costs:${transactionId}`,
    occurredAt: costs.decidedAt,
    memo: {},
    postings: [
      { account: accountOf.clawback(retailerId), amountCentavos: iofCentavos + interestCentavos },
      { account: 'iof-recoverable', amountCentavos: -iofCentavos },
      { account: 'interest-income', amountCentavos: -interestCentavos },
    ],
  })
}
