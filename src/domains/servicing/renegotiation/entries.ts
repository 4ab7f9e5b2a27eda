import type { Centavos } from '../../../kernel/money.ts'
import { accountOf, composeEntry, type Entry } from '../../ledger/index.ts'

interface RenegotiationNames {
  readonly retailerId: string
  readonly transactionId: string
}

/** How an amount was or is counted: against installments, and as charges of a delay. */
interface CountedAmount {
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
}

/**
 * Money that was paid under an agreement counts for the debt that it is about: its down payment at once, and the rest
 * when it is broken. It leaves the agreement with the charges that it paid there, and what it pays of charges on the
 * original is a second entry, so that the books of each transaction say what was paid for it.
 */
export function computeRenegotiationPaymentEntries(
  payment: RenegotiationNames & {
    /** `transactionId` is the original's. */
    readonly agreementId: string
    readonly reference: string
    /** As it was booked under the agreement. */
    readonly from: CountedAmount
    /** Interest that was not earned because of an early settlement. */
    readonly discountCentavos?: Centavos
    /** What the bank took back of it, by which suspense is short. */
    readonly takenBackCentavos?: Centavos
    readonly to: CountedAmount
    /** Nothing is left to pay: owed back. */
    readonly excessCentavos: Centavos
    readonly paidAt: Date
  },
): Entry[] {
  const { retailerId, transactionId, agreementId, reference, from, to, discountCentavos = 0 } = payment
  const { excessCentavos, takenBackCentavos = 0, paidAt: occurredAt } = payment
  const chargesCentavos = to.fineCentavos + to.interestCentavos + excessCentavos
  const paidCentavos = from.faceCentavos + from.fineCentavos + from.interestCentavos - discountCentavos
  const common = { kind: 'agreement-payment', retailerId, occurredAt } as const
  const counted = composeEntry({
    ...common,
    transactionId: agreementId,
    reference,
    memo: { original: transactionId },
    postings: [
      { account: accountOf.customer(agreementId), amountCentavos: from.faceCentavos },
      { account: 'interest-income', amountCentavos: -discountCentavos },
      { account: 'late-fine', amountCentavos: from.fineCentavos },
      { account: 'late-interest', amountCentavos: from.interestCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: takenBackCentavos - paidCentavos },
      { account: 'suspense', amountCentavos: -takenBackCentavos },
    ],
  })
  if (chargesCentavos === 0) return [counted]
  const charged = composeEntry({
    ...common,
    transactionId,
    reference: `${reference}:charges`,
    memo: { agreement: agreementId },
    postings: [
      { account: accountOf.customer(transactionId), amountCentavos: chargesCentavos },
      { account: 'late-fine', amountCentavos: -to.fineCentavos },
      { account: 'late-interest', amountCentavos: -to.interestCentavos },
      { account: 'refunds-due', amountCentavos: -excessCentavos },
    ],
  })
  return [counted, charged]
}

/**
 * The same for a debt that was written off: what was paid is income of a recovery by then, and only claims outside of the
 * assets change.
 */
export function computeRecoveredCountEntry(
  payment: RenegotiationNames & {
    /** `transactionId` is the original's. */
    readonly agreementId: string
    readonly reference: string
    /** A down payment was not counted for anything yet; an installment was a recovery under the agreement. */
    readonly from: { readonly kind: 'down-payment' | 'recovery'; readonly faceCentavos: Centavos }
    readonly toFaceCentavos: Centavos
    /** Nothing is left to pay: owed back. */
    readonly excessCentavos: Centavos
    /** What the bank took back of it, by which suspense is short. */
    readonly takenBackCentavos?: Centavos
    readonly paidAt: Date
  },
): Entry {
  const { retailerId, transactionId, agreementId, reference, from, toFaceCentavos, excessCentavos } = payment
  const { takenBackCentavos = 0 } = payment
  const isNew = from.kind === 'down-payment'
  return composeEntry({
    kind: 'recovery',
    retailerId,
    transactionId: agreementId,
    reference,
    occurredAt: payment.paidAt,
    memo: { original: transactionId },
    postings: [
      {
        account: isNew ? accountOf.customer(agreementId) : accountOf.memoWrittenOff(agreementId),
        amountCentavos: from.faceCentavos,
      },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: -toFaceCentavos },
      { account: 'memo-contra', amountCentavos: toFaceCentavos - (isNew ? 0 : from.faceCentavos) },
      {
        account: 'recovery-income',
        amountCentavos: excessCentavos + takenBackCentavos - (isNew ? from.faceCentavos : 0),
      },
      { account: 'refunds-due', amountCentavos: -excessCentavos },
      { account: 'suspense', amountCentavos: -takenBackCentavos },
    ],
  })
}

/** Charges of the old delay are paid with the installments that they became part of. */
export function computeRenegotiationChargesEntry(
  earned: RenegotiationNames & {
    readonly reference: string
    readonly amountCentavos: Centavos
    readonly paidAt: Date
  },
): Entry {
  const { retailerId, transactionId, amountCentavos } = earned
  return composeEntry({
    kind: 'agreement-charges',
    retailerId,
    transactionId,
    reference: `agreement-charges:${earned.reference}`,
    occurredAt: earned.paidAt,
    memo: {},
    postings: [
      { account: accountOf.deferredLateCharges(transactionId), amountCentavos },
      { account: 'late-interest', amountCentavos: -amountCentavos },
    ],
  })
}

/**
 * A broken agreement leaves the books, and the debt that it was about is there again. Its tax was due all the same: the
 * lender bears it.
 */
export function computeRenegotiationBrokenEntry(broken: {
  /** The entry that began it. */
  readonly renegotiation: Entry
  /** That of its loss; undefined where there was none. */
  readonly restructuring: Entry | undefined
  /** On its accounts; the rest was counted as income, and is given back. */
  readonly left: {
    readonly interestCentavos: Centavos
    readonly chargesCentavos: Centavos
    readonly restructuringCentavos: Centavos
  }
  readonly brokenAt: Date
}): Entry {
  const { renegotiation, restructuring, left, brokenAt } = broken
  const { transactionId = '' } = renegotiation
  const earned = new Map([
    [accountOf.unearnedInterest(transactionId), ['interest-income', left.interestCentavos] as const],
    [accountOf.deferredLateCharges(transactionId), ['late-interest', left.chargesCentavos] as const],
    [accountOf.restructuring(transactionId), ['interest-income', left.restructuringCentavos] as const],
  ])
  return composeEntry({
    kind: 'agreement-ended',
    retailerId: renegotiation.retailerId,
    transactionId,
    reference: `agreement-broken:${transactionId}`,
    occurredAt: brokenAt,
    memo: { reverses: renegotiation.reference },
    postings: [
      ...[...renegotiation.postings, ...(restructuring?.postings ?? [])].flatMap(
        ({ account, amountCentavos }) => {
          if (account === 'iof-payable')
            return [{ account: 'iof-borne', amountCentavos: -amountCentavos } as const]
          const [income, rest] = earned.get(account) ?? []
          if (income === undefined || rest === undefined)
            return [{ account, amountCentavos: -amountCentavos }]
          return [
            { account, amountCentavos: rest },
            { account: income, amountCentavos: -amountCentavos - rest },
          ]
        },
      ),
    ],
  })
}

/** An agreement takes the place of what was open. Late charges in it are income only when they are paid. */
export function computeRenegotiationEntry(
  agreement: RenegotiationNames & {
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

/**
 * An agreement takes the place of a claim that was written off, outside of the assets as well. Its tax is due all the
 * same, and the lender bears it until the installments recover it.
 */
export function computeWrittenOffRenegotiationEntry(
  agreement: RenegotiationNames & {
    /** `transactionId` is the agreement's. */
    readonly fromTransactionId: string
    readonly openFaceCentavos: Centavos
    readonly installmentsCentavos: Centavos
    readonly iofCentavos: Centavos
    readonly startedAt: Date
  },
): Entry {
  const {
    retailerId,
    transactionId,
    fromTransactionId,
    openFaceCentavos,
    installmentsCentavos,
    iofCentavos,
  } = agreement
  return composeEntry({
    kind: 'renegotiation',
    retailerId,
    transactionId,
    reference: nameRenegotiation(transactionId),
    occurredAt: agreement.startedAt,
    memo: { from: fromTransactionId },
    postings: [
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: installmentsCentavos },
      { account: accountOf.memoWrittenOff(fromTransactionId), amountCentavos: -openFaceCentavos },
      { account: 'memo-contra', amountCentavos: openFaceCentavos - installmentsCentavos },
      { account: 'iof-borne', amountCentavos: iofCentavos },
      { account: 'iof-payable', amountCentavos: -iofCentavos },
    ],
  })
}

export const nameRenegotiation = (transactionId: string): string => `renegotiation:${transactionId}`
export const nameRestructuring = (transactionId: string): string => `restructuring:${transactionId}`

/** The agreement's flows are worth less than the debt at the old rate: the loss is shown at once. */
export function computeRestructuringEntry(
  restructuring: RenegotiationNames & { readonly lossCentavos: Centavos; readonly decidedAt: Date },
): Entry {
  const { retailerId, transactionId, lossCentavos, decidedAt } = restructuring
  return composeEntry({
    kind: 'restructuring',
    retailerId,
    transactionId,
    reference: nameRestructuring(transactionId),
    occurredAt: decidedAt,
    memo: {},
    postings: [
      { account: 'restructuring-loss', amountCentavos: lossCentavos },
      { account: accountOf.restructuring(transactionId), amountCentavos: -lossCentavos },
    ],
  })
}
