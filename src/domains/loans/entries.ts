import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { accountOf, composeEntry, type Entry } from '../ledger/index.ts'
import type { Earned } from './accrual.ts'

interface LoanNames {
  readonly retailerId: string
  readonly transactionId: string
}

type EarnedLoan = Earned & { readonly transactionId: string }

export const isNothingEarned = (earned: Earned): boolean =>
  earned.interestCentavos === 0 &&
  earned.feeCentavos === 0 &&
  earned.retentionCentavos === 0 &&
  earned.restructuringCentavos === 0

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

function composeIncome(earned: readonly EarnedLoan[]): Entry['postings'] {
  const total = (part: keyof Earned): Centavos => earned.reduce((sum, each) => sum + each[part], 0)
  return [
    ...earned.flatMap(({ transactionId, ...parts }) => [
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: parts.interestCentavos },
      { account: accountOf.deferredFee(transactionId), amountCentavos: parts.feeCentavos },
      { account: accountOf.deferredRetention(transactionId), amountCentavos: parts.retentionCentavos },
      { account: accountOf.restructuring(transactionId), amountCentavos: parts.restructuringCentavos },
    ]),
    {
      account: 'interest-income',
      amountCentavos: -total('interestCentavos') - total('restructuringCentavos'),
    },
    { account: 'fee-income', amountCentavos: -total('feeCentavos') },
    { account: 'retention-income', amountCentavos: -total('retentionCentavos') },
  ]
}

/** Raises the allowance of a contract by the amount, or lowers it. Once per contract and day. */
export function computeProvisionEntry(
  provision: LoanNames & {
    readonly amountCentavos: Centavos
    readonly day: CalendarDate
    readonly providedAt: Date
  },
): Entry {
  const { retailerId, transactionId, amountCentavos, day, providedAt } = provision
  return composeEntry({
    kind: 'provision',
    retailerId,
    transactionId,
    reference: `provision:${transactionId}:${day}`,
    occurredAt: providedAt,
    memo: {},
    postings: [
      { account: 'provision-expense', amountCentavos },
      { account: accountOf.allowance(transactionId), amountCentavos: -amountCentavos },
    ],
  })
}

/** A contract that will probably not be paid leaves the assets. The claim stays, outside of them. */
export function computeWriteOffEntry(
  writeOff: LoanNames & {
    /** Face value of the open billets. */
    readonly faceCentavos: Centavos
    readonly unearnedCentavos: Centavos
    /** Of an agreement; 0 when absent. */
    readonly restructuringCentavos?: Centavos
    readonly allowanceCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, faceCentavos, unearnedCentavos, allowanceCentavos } = writeOff
  const { restructuringCentavos = 0 } = writeOff
  if (faceCentavos - unearnedCentavos - restructuringCentavos !== allowanceCentavos)
    throw new Error(`${transactionId}: only what is provided for in full is written off`)
  return composeEntry({
    kind: 'write-off',
    retailerId,
    transactionId,
    reference: `write-off:${transactionId}`,
    occurredAt: writeOff.decidedAt,
    memo: {},
    postings: [
      { account: accountOf.allowance(transactionId), amountCentavos: allowanceCentavos },
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: unearnedCentavos },
      { account: accountOf.restructuring(transactionId), amountCentavos: restructuringCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -faceCentavos },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: faceCentavos },
      { account: 'memo-contra', amountCentavos: -faceCentavos },
    ],
  })
}

export const nameAcceleration = (transactionId: string): string => `acceleration:${transactionId}`

/** A contract falls due as a whole: future interest is not claimed. What the assets carry stays the same. */
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
