import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type AccountName, accountOf, DEFAULT_INSURER } from './accounts.ts'
import { namePayment } from './entries.ts'
import { composeEntry, type Entry } from './entry.ts'
import type { LoanNames } from './loan-entries.ts'

/**
 * Open installments are settled for their present value, accrued to the day; the discount was never earned. What is
 * overdue is paid with it, with its charges.
 */
export function computePayoffEntry(
  settlement: LoanNames & {
    /** The bank's. */
    readonly reference: string
    readonly receivedIn: AccountName
    /** Of all that it pays. */
    readonly faceCentavos: Centavos
    readonly fineCentavos?: Centavos
    readonly interestCentavos?: Centavos
    /** Paid beyond the amount due: owed back at once. */
    readonly excessCentavos?: Centavos
    readonly discountCentavos: Centavos
    /** Netted from what the customer pays, and claimed from the insurer. */
    readonly premiumRefundCentavos: Centavos
    readonly insurerId?: string | undefined
    /** That asked for the amount. */
    readonly billetId?: string
    readonly settledAt: Date
  },
): Entry {
  const { retailerId, transactionId, faceCentavos, discountCentavos, premiumRefundCentavos, billetId } =
    settlement
  const { fineCentavos = 0, interestCentavos = 0, excessCentavos = 0 } = settlement
  const chargesCentavos = fineCentavos + interestCentavos
  return composeEntry({
    kind: 'early-settlement',
    retailerId,
    transactionId,
    reference: namePayment(settlement.reference),
    occurredAt: settlement.settledAt,
    memo: billetId === undefined ? {} : { billetId },
    postings: [
      {
        account: settlement.receivedIn,
        amountCentavos:
          faceCentavos + chargesCentavos + excessCentavos - discountCentavos - premiumRefundCentavos,
      },
      {
        account: accountOf.insurerReceivable(settlement.insurerId ?? DEFAULT_INSURER),
        amountCentavos: premiumRefundCentavos,
      },
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: discountCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -faceCentavos },
      { account: 'late-fine', amountCentavos: -fineCentavos },
      { account: 'late-interest', amountCentavos: -interestCentavos },
      { account: 'refunds-due', amountCentavos: -excessCentavos },
    ],
  })
}

/** A contract that was paid early in part ends as if it had never been: what was not paid for is not given back. */
export function computeReductionsReversedEntry(
  reversed: LoanNames & {
    readonly discountCentavos: Centavos
    readonly premiumRefundCentavos: Centavos
    readonly insurerId?: string | undefined
    readonly reversedAt: Date
  },
): Entry {
  const { retailerId, transactionId, discountCentavos, premiumRefundCentavos, reversedAt } = reversed
  return composeEntry({
    kind: 'early-settlement-reversed',
    retailerId,
    transactionId,
    reference: `early-settlement-reversed:${transactionId}`,
    occurredAt: reversedAt,
    memo: {},
    postings: [
      {
        account: accountOf.customer(transactionId),
        amountCentavos: discountCentavos + premiumRefundCentavos,
      },
      // The reversal of the contract gives back all its interest, of which this was never earned.
      { account: 'interest-income', amountCentavos: -discountCentavos },
      {
        account: accountOf.insurerReceivable(reversed.insurerId ?? DEFAULT_INSURER),
        amountCentavos: -premiumRefundCentavos,
      },
    ],
  })
}

/** The end of a contract: what was deferred is earned, and nothing is left to be provided for. */
export function computeCloseEntry(
  close: LoanNames & {
    readonly feeCentavos: Centavos
    readonly retentionCentavos: Centavos
    readonly allowanceCentavos: Centavos
    readonly closedAt: Date
  },
): Entry {
  const { retailerId, transactionId, feeCentavos, retentionCentavos, allowanceCentavos } = close
  return composeEntry({
    kind: 'close',
    retailerId,
    transactionId,
    reference: `close:${transactionId}`,
    occurredAt: close.closedAt,
    memo: {},
    postings: [
      { account: accountOf.deferredFee(transactionId), amountCentavos: feeCentavos },
      { account: 'fee-income', amountCentavos: -feeCentavos },
      { account: accountOf.deferredRetention(transactionId), amountCentavos: retentionCentavos },
      { account: 'retention-income', amountCentavos: -retentionCentavos },
      { account: accountOf.allowance(transactionId), amountCentavos: allowanceCentavos },
      { account: 'provision-expense', amountCentavos: -allowanceCentavos },
    ],
  })
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

/** An agreement takes the place of what was open. Late charges in it are income only when they are paid. */
export function computeRenegotiationEntry(
  agreement: LoanNames & {
    /** `transactionId` is the agreement's. */
    readonly fromTransactionId: string
    readonly openFaceCentavos: Centavos
    readonly unearnedCentavos: Centavos
    readonly installmentsCentavos: Centavos
    readonly interestCentavos: Centavos
    readonly lateChargesCentavos: Centavos
    /** What the agreement forgives beyond the unpaid charges; 0 when absent. */
    readonly waivedCentavos?: Centavos
    readonly iofCentavos: Centavos
    readonly startedAt: Date
  },
): Entry {
  const { retailerId, transactionId, fromTransactionId } = agreement
  return composeEntry({
    kind: 'renegotiation',
    retailerId,
    transactionId,
    reference: nameRenegotiation(transactionId),
    occurredAt: agreement.startedAt,
    memo: { from: fromTransactionId },
    postings: [
      { account: accountOf.customer(transactionId), amountCentavos: agreement.installmentsCentavos },
      { account: accountOf.unearnedInterest(fromTransactionId), amountCentavos: agreement.unearnedCentavos },
      { account: accountOf.customer(fromTransactionId), amountCentavos: -agreement.openFaceCentavos },
      { account: accountOf.unearnedInterest(transactionId), amountCentavos: -agreement.interestCentavos },
      {
        account: accountOf.deferredLateCharges(transactionId),
        amountCentavos: -agreement.lateChargesCentavos,
      },
      { account: 'waived', amountCentavos: agreement.waivedCentavos ?? 0 },
      { account: 'iof-payable', amountCentavos: -agreement.iofCentavos },
    ],
  })
}

export const nameRenegotiation = (transactionId: string): string => `renegotiation:${transactionId}`

/** The agreement's flows are worth less than the debt at the old rate: the loss is shown at once. */
export function computeRestructuringEntry(
  restructuring: LoanNames & { readonly lossCentavos: Centavos; readonly decidedAt: Date },
): Entry {
  const { retailerId, transactionId, lossCentavos, decidedAt } = restructuring
  return composeEntry({
    kind: 'restructuring',
    retailerId,
    transactionId,
    reference: `restructuring:${transactionId}`,
    occurredAt: decidedAt,
    memo: {},
    postings: [
      { account: 'restructuring-loss', amountCentavos: lossCentavos },
      { account: accountOf.restructuring(transactionId), amountCentavos: -lossCentavos },
    ],
  })
}

/** The retailer pays back what it owes, instead of having it netted from its transfers. */
export function computeClawbackReceivedEntry(received: {
  readonly retailerId: string
  /** The bank's. */
  readonly reference: string
  readonly receivedIn: AccountName
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
}): Entry {
  const { retailerId, reference, receivedIn, amountCentavos, receivedAt } = received
  return composeEntry({
    kind: 'clawback-received',
    retailerId,
    transactionId: undefined,
    reference: `clawback-received:${reference}`,
    occurredAt: receivedAt,
    memo: {},
    postings: [
      { account: receivedIn, amountCentavos },
      { account: accountOf.clawback(retailerId), amountCentavos: -amountCentavos },
    ],
  })
}

/** A commission reaches the store or the seller. */
export function computeCommissionPaidEntry(paid: {
  readonly retailerId: string
  /** The bank's. */
  readonly reference: string
  readonly paidFrom: AccountName
  readonly amountCentavos: Centavos
  readonly paidAt: Date
}): Entry {
  const { retailerId, reference, paidFrom, amountCentavos, paidAt } = paid
  return composeEntry({
    kind: 'commission-paid',
    retailerId,
    transactionId: undefined,
    reference: `commission-paid:${reference}`,
    occurredAt: paidAt,
    memo: {},
    postings: [
      { account: accountOf.commissionPayable(retailerId), amountCentavos },
      { account: paidFrom, amountCentavos: -amountCentavos },
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
