import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type AccountName, accountOf, DEFAULT_INSURER } from './accounts.ts'
import { composeEntry, type Entry } from './entry.ts'

interface ContractTerms {
  readonly retailerId: string
  readonly transactionId: string
  readonly startedAt: Date
  readonly downPaymentCentavos: Centavos
  /** Sum of all installments. */
  readonly installmentsCentavos: Centavos
  /** What the retailer receives in addition to the down payment. */
  readonly transferCentavos: Centavos
  readonly commissionCentavos: Centavos
  readonly retentionCentavos: Centavos
  readonly iofCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly premiumCentavos: Centavos
  readonly insurerId?: string | undefined
  /** Of the contract that this one replaces: its tax was charged then. */
  readonly iofCharge?: IofCharge | undefined
}

/** When the tax of a contract was charged, and whether the Treasury has it or soon will. */
export interface IofCharge {
  readonly chargedOn: CalendarDate
  readonly isPaid: boolean
}

/** On the books of the period in which it was charged: paid once, it is not owed again. */
const nameIofAccount = (charge: IofCharge | undefined): AccountName =>
  charge?.isPaid ? 'iof-recoverable' : 'iof-payable'
const noteIofCharge = (charge: IofCharge | undefined): Entry['memo'] =>
  charge === undefined ? {} : { iofChargedOn: charge.chargedOn }

/**
 * The customer owes the sum of the billets, and every centavo of it has an owner. Interest, fee and retention are earned
 * by the day (`loan-entries.ts`).
 */
export function computeContractEntry(terms: ContractTerms): Entry {
  const { retailerId, transactionId, downPaymentCentavos } = terms
  const credit = (account: AccountName, amount: Centavos) => ({ account, amountCentavos: -amount })
  return composeEntry({
    kind: 'contract',
    retailerId,
    transactionId,
    reference: nameContract(transactionId),
    occurredAt: terms.startedAt,
    memo: noteIofCharge(terms.iofCharge),
    postings: [
      {
        account: accountOf.customer(transactionId),
        amountCentavos: downPaymentCentavos + terms.installmentsCentavos,
      },
      credit(accountOf.retailer(retailerId), terms.transferCentavos + downPaymentCentavos),
      credit(accountOf.commissionPayable(retailerId), terms.commissionCentavos),
      credit(accountOf.deferredRetention(transactionId), terms.retentionCentavos),
      credit(nameIofAccount(terms.iofCharge), terms.iofCentavos),
      credit(accountOf.unearnedInterest(transactionId), terms.interestCentavos),
      credit(accountOf.deferredFee(transactionId), terms.feeCentavos),
      credit(accountOf.premiumPayable(terms.insurerId ?? DEFAULT_INSURER), terms.premiumCentavos),
    ],
  })
}

export const nameContract = (transactionId: string): string => `contract:${transactionId}`

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

/** The tax on a delay is owed to the Treasury from the day of the payment, at the lender's expense. */
export function computeOverdueIofEntry(tax: {
  readonly retailerId: string
  readonly transactionId: string
  /** The bank's reference of the payment. */
  readonly reference: string
  readonly amountCentavos: Centavos
  readonly paidAt: Date
}): Entry {
  const { retailerId, transactionId, reference, amountCentavos, paidAt } = tax
  return composeEntry({
    kind: 'overdue-iof',
    retailerId,
    transactionId,
    reference: `overdue-iof:${reference}`,
    occurredAt: paidAt,
    memo: {},
    postings: [
      { account: 'iof-borne', amountCentavos },
      { account: 'iof-payable', amountCentavos: -amountCentavos },
    ],
  })
}

interface ReleaseTax {
  readonly retailerId: string
  readonly transactionId: string
  readonly amountCentavos: Centavos
  readonly iofCharge?: IofCharge | undefined
}

/** Tax by which a later release of the credit exceeds what the customer finances: the lender bears it. */
export function computeReleaseIofEntry(tax: ReleaseTax & { readonly releasedAt: Date }): Entry {
  const { retailerId, transactionId, amountCentavos, iofCharge, releasedAt } = tax
  return composeEntry({
    kind: 'release-iof',
    retailerId,
    transactionId,
    reference: nameReleaseIof(transactionId),
    occurredAt: releasedAt,
    memo: noteIofCharge(iofCharge),
    postings: [
      { account: 'iof-borne', amountCentavos },
      { account: nameIofAccount(iofCharge), amountCentavos: -amountCentavos },
    ],
  })
}

/** The contract ends as if it had never been: the tax leaves its period, or is claimed back. */
export function computeReleaseIofReversedEntry(
  booked: Entry,
  { iofCharge, reversedAt }: { readonly iofCharge: IofCharge; readonly reversedAt: Date },
): Entry {
  const { retailerId, transactionId = '', postings } = booked
  const amountCentavos = postings.find(({ account }) => account === 'iof-borne')?.amountCentavos ?? 0
  return composeEntry({
    kind: 'release-iof-reversed',
    retailerId,
    transactionId,
    reference: `release-iof-reversed:${transactionId}`,
    occurredAt: reversedAt,
    memo: { reverses: booked.reference, ...noteIofCharge(iofCharge) },
    postings: [
      { account: nameIofAccount(iofCharge), amountCentavos },
      { account: 'iof-borne', amountCentavos: -amountCentavos },
    ],
  })
}

export const nameReleaseIof = (transactionId: string): string => `release-iof:${transactionId}`

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

/** What the bank took from the account for its services, as its statement shows it. */
export function computeTariffEntry(tariff: {
  /** Of the statement's line. */
  readonly key: string
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly chargedAt: Date
}): Entry {
  const { key, lenderAccountId, amountCentavos, chargedAt } = tariff
  return composeEntry({
    kind: 'tariff',
    retailerId: undefined,
    transactionId: undefined,
    reference: `tariff:${key}`,
    occurredAt: chargedAt,
    memo: {},
    postings: [
      { account: 'bank-tariff', amountCentavos },
      { account: accountOf.bank(lenderAccountId), amountCentavos: -amountCentavos },
    ],
  })
}
