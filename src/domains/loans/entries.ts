import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type AccountName, accountOf, composeEntry, type Entry, type Posting } from '../ledger/index.ts'

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
    readonly allowanceCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, faceCentavos, unearnedCentavos, allowanceCentavos } = writeOff
  if (faceCentavos - unearnedCentavos !== allowanceCentavos)
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
      { account: accountOf.customer(transactionId), amountCentavos: -faceCentavos },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: faceCentavos },
      { account: 'memo-contra', amountCentavos: -faceCentavos },
    ],
  })
}

/**
 * The same payment for a contract that was written off. What would lower the assets and pay charges is income, and the
 * claim is less by the face value that it pays; what is owed back, or claimed from the insurer, stays.
 */
export function turnIntoRecovery(entry: Entry, transactionId: string, faceCentavos: Centavos): Entry {
  const replaced: readonly AccountName[] = [
    accountOf.customer(transactionId),
    accountOf.unearnedInterest(transactionId),
    'late-fine',
    'late-interest',
  ]
  const kept = entry.postings.filter(({ account }) => !replaced.includes(account))
  const receivedCentavos = kept.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  return composeEntry({
    ...entry,
    kind: 'recovery',
    postings: [
      ...kept,
      { account: 'recovery-income', amountCentavos: -receivedCentavos },
      { account: 'memo-contra', amountCentavos: faceCentavos },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: -faceCentavos },
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
