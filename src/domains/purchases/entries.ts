import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  type AccountName,
  accountOf,
  composeEntry,
  type Entry,
  findEntry,
  isIofOrdered,
} from '../ledger/index.ts'

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
      credit(accountOf.premiumPayable(terms.insurerId), terms.premiumCentavos),
    ],
  })
}

export const nameContract = (transactionId: string): string => `contract:${transactionId}`

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

/** A contract that was paid early in part ends as if it had never been: what was not paid for is not given back. */
export function computeReductionsReversedEntry(
  reversed: PurchaseNames & {
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
        account: accountOf.insurerReceivable(reversed.insurerId),
        amountCentavos: -premiumRefundCentavos,
      },
    ],
  })
}

interface PurchaseNames {
  readonly retailerId: string
  readonly transactionId: string
}

/** By account: what the customer of one transaction paid and that is neither earned nor refunded yet. */
export type Refundable = ReadonlyMap<AccountName, Centavos>

export function sumRefundable(refundable: Refundable): Centavos {
  return [...refundable.values()].reduce((sum, amount) => sum + amount, 0)
}

/**
 * Everything paid is owed back from now on; undefined when nothing was paid. What the bank took back is owed to nobody, and
 * so is closed without a refund where it was all that was paid.
 */
export function computeRefundEntry(
  refund: PurchaseNames & {
    readonly reference: string
    readonly refundable: Refundable
    readonly decidedAt: Date
  },
): Entry | undefined {
  const { retailerId, transactionId, refundable } = refund
  if (refundable.size === 0) return undefined
  const total = sumRefundable(refundable)
  return composeEntry({
    kind: 'refund-due',
    retailerId,
    transactionId,
    reference: refund.reference,
    occurredAt: refund.decidedAt,
    memo: {},
    postings: [
      ...[...refundable].map(([account, amountCentavos]) => ({ account, amountCentavos })),
      { account: 'refunds-due', amountCentavos: -total },
    ],
  })
}

/** What was paid for one contract counts for its replacement. */
export function computeCarryOverEntry(
  carried: PurchaseNames & {
    readonly fromTransactionId: string
    readonly amountCentavos: Centavos
    readonly decidedAt: Date
  },
): Entry {
  const { retailerId, transactionId, fromTransactionId, amountCentavos } = carried
  return composeEntry({
    kind: 'carry-over',
    retailerId,
    transactionId,
    reference: `carry-over:${transactionId}`,
    occurredAt: carried.decidedAt,
    memo: { from: fromTransactionId },
    postings: [
      { account: accountOf.customer(fromTransactionId), amountCentavos },
      { account: accountOf.customer(transactionId), amountCentavos: -amountCentavos },
    ],
  })
}

/** The retailer was paid for a purchase, and its replacement is worth less: the difference is owed back. */
export function computeClawbackEntry(
  clawback: PurchaseNames & { readonly amountCentavos: Centavos; readonly decidedAt: Date },
): Entry {
  const { retailerId, transactionId, amountCentavos, decidedAt } = clawback
  return composeEntry({
    kind: 'clawback',
    retailerId,
    transactionId,
    reference: `clawback:${transactionId}`,
    occurredAt: decidedAt,
    memo: {},
    postings: [
      { account: accountOf.clawback(retailerId), amountCentavos },
      { account: accountOf.retailer(retailerId), amountCentavos: -amountCentavos },
    ],
  })
}

interface ReversedContract {
  readonly contract: Entry
  /** On the contra accounts; the rest was earned, and is given back. */
  readonly left: {
    readonly interestCentavos: Centavos
    readonly feeCentavos: Centavos
    readonly retentionCentavos: Centavos
  }
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
  costs: PurchaseNames & {
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

/** The day on which the tax of a booked contract was charged: a replacement keeps that of the contract before it. */
export function findChargedOn(booked: Entry): CalendarDate {
  const { iofChargedOn } = booked.memo
  return typeof iofChargedOn === 'string'
    ? parseCalendarDate(iofChargedOn)
    : calendarDateAt(booked.occurredAt)
}

/** Undefined when the contract was never booked, or without tax. */
export async function findIofCharge(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
): Promise<IofCharge | undefined> {
  const booked = await findEntry(tx, secrets, nameContract(transactionId))
  if (booked === undefined || !booked.postings.some(({ account }) => account.startsWith('iof-')))
    return undefined
  const chargedOn = findChargedOn(booked)
  return { chargedOn, isPaid: await isIofOrdered(tx, chargedOn) }
}
