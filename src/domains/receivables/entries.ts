import type { Centavos } from '../../kernel/money.ts'
import { type AccountName, accountOf, composeEntry, type Entry } from '../ledger/index.ts'
import type { Loan } from '../loans/index.ts'

interface ReceivedPayment {
  /** The bank's reference. */
  readonly reference: string
  readonly receivedIn: AccountName
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
}

interface CreditedPayment extends ReceivedPayment {
  readonly billet: { readonly id: string; readonly retailerId: string; readonly transactionId: string }
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** Paid beyond the amount due: owed back at once. */
  readonly excessCentavos: Centavos
}

/** A payment of a debt, whole or in part: what is left of it after late charges and excess reduces the customer's debt. */
export function computePaymentEntry(payment: CreditedPayment): Entry {
  const { billet, amountCentavos, fineCentavos, interestCentavos, excessCentavos } = payment
  return composeEntry({
    kind: 'payment',
    retailerId: billet.retailerId,
    transactionId: billet.transactionId,
    reference: namePayment(payment.reference),
    occurredAt: payment.receivedAt,
    memo: { billetId: billet.id },
    postings: [
      { account: payment.receivedIn, amountCentavos },
      {
        account: accountOf.customer(billet.transactionId),
        amountCentavos: fineCentavos + interestCentavos + excessCentavos - amountCentavos,
      },
      { account: 'late-fine', amountCentavos: -fineCentavos },
      { account: 'late-interest', amountCentavos: -interestCentavos },
      { account: 'refunds-due', amountCentavos: -excessCentavos },
    ],
  })
}

export const namePayment = (reportReference: string): string => `payment:${reportReference}`

interface SuspendedPayment extends ReceivedPayment {
  readonly caseId: string
  readonly reason: string
  readonly billet: CreditedPayment['billet'] | undefined
}

/** Money that has arrived and has no owner yet. */
export function computeSuspenseEntry(payment: SuspendedPayment): Entry {
  const { amountCentavos, billet, caseId, reason } = payment
  return composeEntry({
    kind: 'suspense',
    retailerId: billet?.retailerId,
    transactionId: billet?.transactionId,
    reference: namePayment(payment.reference),
    occurredAt: payment.receivedAt,
    memo: { caseId, reason },
    postings: [
      { account: payment.receivedIn, amountCentavos },
      { account: 'suspense', amountCentavos: -amountCentavos },
    ],
  })
}

/** A payment reported earlier reaches the account, less the bank's tariff. */
export function computeCreditEntry(credit: {
  /** Of the bank's report. */
  readonly reference: string
  readonly lenderAccountId: string
  readonly paidCentavos: Centavos
  readonly creditedCentavos: Centavos
  readonly creditedAt: Date
}): Entry {
  const { reference, lenderAccountId, paidCentavos, creditedCentavos, creditedAt } = credit
  return composeEntry({
    kind: 'credit',
    retailerId: undefined,
    transactionId: undefined,
    reference: `credit:${reference}`,
    occurredAt: creditedAt,
    memo: {},
    postings: [
      { account: accountOf.bank(lenderAccountId), amountCentavos: creditedCentavos },
      { account: 'bank-tariff', amountCentavos: paidCentavos - creditedCentavos },
      { account: accountOf.clearing(lenderAccountId), amountCentavos: -paidCentavos },
    ],
  })
}

/**
 * Open installments are settled for their present value, accrued to the day; the discount was never earned. What is
 * overdue is paid with it, with its charges.
 */
export function computePayoffEntry(settlement: {
  readonly retailerId: string
  readonly transactionId: string
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
  /** What the lender lets go, where it has accepted less than is owed. */
  readonly releasedCentavos?: Centavos
  /** Netted from what the customer pays, and claimed from the insurer. */
  readonly premiumRefundCentavos: Centavos
  readonly insurerId?: string | undefined
  /** That asked for the amount. */
  readonly billetId?: string
  readonly settledAt: Date
}): Entry {
  const { retailerId, transactionId, faceCentavos, discountCentavos, premiumRefundCentavos, billetId } =
    settlement
  const { fineCentavos = 0, interestCentavos = 0, excessCentavos = 0, releasedCentavos = 0 } = settlement
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
          faceCentavos +
          chargesCentavos +
          excessCentavos -
          discountCentavos -
          releasedCentavos -
          premiumRefundCentavos,
      },
      { account: 'waived', amountCentavos: releasedCentavos },
      {
        account: accountOf.insurerReceivable(settlement.insurerId),
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

/**
 * Money that was received and that the bank gave back without our request. It stands in suspense against the purchase
 * that it had paid: what is refundable there is less by as much.
 */
export function computeReturnEntry(returned: {
  readonly reference: string
  readonly paidFrom: AccountName
  readonly amountCentavos: Centavos
  readonly returnedAt: Date
  /** The reference of the entry that counts the payment. */
  readonly of: string
  /** So much of it still waited in suspense. */
  readonly fromSuspenseCentavos: Centavos
  readonly caseId: string
  readonly billet:
    | { readonly id: string; readonly retailerId: string; readonly transactionId: string }
    | undefined
}): Entry {
  const { reference, paidFrom, amountCentavos, returnedAt, of, fromSuspenseCentavos, caseId, billet } =
    returned
  return composeEntry({
    kind: 'pix-return',
    retailerId: billet?.retailerId,
    transactionId: billet?.transactionId,
    reference,
    occurredAt: returnedAt,
    memo: { caseId, of, fromSuspenseCentavos, ...(billet && { billetId: billet.id }) },
    postings: [
      { account: 'suspense', amountCentavos },
      { account: paidFrom, amountCentavos: -amountCentavos },
    ],
  })
}

/**
 * Nobody asks for a part of the debt any more. Of a contract that was written off the loss was booked before: only the
 * claim is less.
 */
export function computeWaiverEntry(waiver: {
  readonly retailerId: string
  readonly transactionId: string
  readonly reference: string
  readonly faceCentavos: Centavos
  readonly waivedAt: Date
  readonly loan: Pick<Loan, 'writtenOffOn' | 'assignedTo'> | undefined
}): Entry {
  const { retailerId, transactionId, reference, faceCentavos, loan } = waiver
  const fundId = loan?.assignedTo ?? null
  return composeEntry({
    kind: 'waiver',
    retailerId,
    transactionId,
    reference,
    occurredAt: waiver.waivedAt,
    memo: {},
    postings: [...listWaived(transactionId, faceCentavos, fundId, (loan?.writtenOffOn ?? null) !== null)],
  })
}

/** The lender forgives, so it owes a fund what it forgives of the fund's claim. */
function listWaived(
  transactionId: string,
  faceCentavos: Centavos,
  fundId: string | null,
  isWrittenOff: boolean,
): Entry['postings'] {
  if (fundId !== null)
    return [
      { account: 'waived', amountCentavos: faceCentavos },
      { account: accountOf.fundPayable(fundId), amountCentavos: -faceCentavos },
      { account: 'memo-contra', amountCentavos: faceCentavos },
      { account: accountOf.memoAssigned(transactionId), amountCentavos: -faceCentavos },
    ]
  const claim = isWrittenOff ? accountOf.memoWrittenOff(transactionId) : accountOf.customer(transactionId)
  return [
    { account: isWrittenOff ? 'memo-contra' : 'waived', amountCentavos: faceCentavos },
    { account: claim, amountCentavos: -faceCentavos },
  ]
}

/** The contract is taken out of the books: what was waived of it was never paid. */
export function computeWaiversReversedEntry(reversed: {
  readonly retailerId: string
  readonly transactionId: string
  readonly amountCentavos: Centavos
  /** Of a claim that was written off; 0 when absent. */
  readonly claimCentavos?: Centavos
  readonly reversedAt: Date
}): Entry {
  const { retailerId, transactionId, amountCentavos, claimCentavos = 0, reversedAt } = reversed
  return composeEntry({
    kind: 'waiver-reversed',
    retailerId,
    transactionId,
    reference: `waiver-reversed:${transactionId}`,
    occurredAt: reversedAt,
    memo: {},
    postings: [
      { account: accountOf.customer(transactionId), amountCentavos },
      { account: 'waived', amountCentavos: -amountCentavos },
      { account: accountOf.memoWrittenOff(transactionId), amountCentavos: claimCentavos },
      { account: 'memo-contra', amountCentavos: -claimCentavos },
    ],
  })
}

/**
 * The same payment for a contract that was written off. What would lower the assets and pay charges is income, and the
 * claim is less by the face value that it pays; what is owed back, or claimed from the insurer, stays.
 */
export const turnIntoRecovery = (entry: Entry, transactionId: string, faceCentavos: Centavos): Entry =>
  redirect(entry, transactionId, {
    kind: 'recovery',
    to: 'recovery-income',
    claim: accountOf.memoWrittenOff(transactionId),
    faceCentavos,
  })

/** The same payment for a contract that a fund owns: it is owed to the fund, charges included. */
export const turnIntoCollection = (
  entry: Entry,
  transactionId: string,
  faceCentavos: Centavos,
  fundId: string,
): Entry =>
  redirect(entry, transactionId, {
    kind: 'collection',
    to: accountOf.fundPayable(fundId),
    claim: accountOf.memoAssigned(transactionId),
    faceCentavos,
  })

function redirect(
  entry: Entry,
  transactionId: string,
  about: {
    readonly kind: Entry['kind']
    readonly to: AccountName
    readonly claim: AccountName
    readonly faceCentavos: Centavos
  },
): Entry {
  const { kind, to, claim, faceCentavos } = about
  const replaced: readonly AccountName[] = [
    accountOf.customer(transactionId),
    accountOf.unearnedInterest(transactionId),
    'late-fine',
    'late-interest',
    // What is not collected of a claim outside the assets is no longer a loss.
    'waived',
  ]
  const kept = entry.postings.filter(({ account }) => !replaced.includes(account))
  const receivedCentavos = kept.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  return composeEntry({
    ...entry,
    kind,
    postings: [
      ...kept,
      { account: to, amountCentavos: -receivedCentavos },
      { account: 'memo-contra', amountCentavos: faceCentavos },
      { account: claim, amountCentavos: -faceCentavos },
    ],
  })
}
