import { IOF_DARF_CODE } from '../../brazil/iof-calendar.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type AccountName, accountOf, writeIofParts } from '../ledger/index.ts'
import { allocateCarried, sumParts, type TaxDue } from './darf.ts'
import type { PlannedEntry } from './propose-entry.ts'

/** Money that came in or went out, as the bank shows it. */
export interface BankFact {
  /** The bank's: authentication, end-to-end id, or the key of the statement's line. */
  readonly bankReference: string
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly happenedOn: CalendarDate
}

const move = (debit: AccountName, credit: AccountName, amountCentavos: Centavos) => [
  { account: debit, amountCentavos },
  { account: credit, amountCentavos: -amountCentavos },
]

/** A retailer pays back by bank transfer what it owes, instead of having it kept from its transfers. */
export const planClawbackReceived = (retailerId: string, fact: BankFact): PlannedEntry => ({
  kind: 'clawback-received',
  reference: `clawback-received:${fact.bankReference}`,
  retailerId,
  happenedOn: fact.happenedOn,
  memo: {},
  postings: move(accountOf.bank(fact.lenderAccountId), accountOf.clawback(retailerId), fact.amountCentavos),
})

/** A commission was paid otherwise than by an order of the program. */
export const planCommissionPaid = (retailerId: string, fact: BankFact): PlannedEntry => ({
  kind: 'commission-paid',
  reference: `commission-paid:${fact.bankReference}`,
  retailerId,
  happenedOn: fact.happenedOn,
  memo: {},
  postings: move(
    accountOf.commissionPayable(retailerId),
    accountOf.bank(fact.lenderAccountId),
    fact.amountCentavos,
  ),
})

/** The Treasury gives tax back that was paid for contracts which ended as if they had never been. */
export const planIofRefunded = (fact: BankFact): PlannedEntry => ({
  kind: 'iof-refunded',
  reference: `iof-refunded:${fact.bankReference}`,
  happenedOn: fact.happenedOn,
  memo: {},
  postings: move(accountOf.bank(fact.lenderAccountId), 'iof-recoverable', fact.amountCentavos),
})

/** The insurer pays what it owes for premiums of contracts that were settled early. */
export const planInsurerReceived = (fact: BankFact): PlannedEntry => ({
  kind: 'insurer-received',
  reference: `insurer-received:${fact.bankReference}`,
  happenedOn: fact.happenedOn,
  memo: {},
  postings: move(accountOf.bank(fact.lenderAccountId), accountOf.insurerReceivable(), fact.amountCentavos),
})

/** What is agreed on paper: nothing moves at a bank. */
interface Netting {
  /** Of the document, such as the number of a declaration or of a credit note. */
  readonly documentReference: string
  readonly amountCentavos: Centavos
  readonly happenedOn: CalendarDate
}

/** What the insurer owes is kept from the premiums that it is owed. */
export const planInsurerNetted = (netting: Netting): PlannedEntry => ({
  kind: 'insurer-netted',
  reference: `insurer-netted:${netting.documentReference}`,
  happenedOn: netting.happenedOn,
  memo: {},
  postings: move(accountOf.premiumPayable(), accountOf.insurerReceivable(), netting.amountCentavos),
})

/** Tax to be recovered pays tax of a period (PER/DCOMP), instead of a part of its DARF. */
export const planIofOffset = (netting: Netting & { readonly periodEnd: CalendarDate }): PlannedEntry => ({
  kind: 'iof-offset',
  reference: `iof-offset:${netting.documentReference}`,
  happenedOn: netting.happenedOn,
  memo: { iofPeriod: netting.periodEnd },
  postings: move('iof-payable', 'iof-recoverable', netting.amountCentavos),
})

/** A DARF that was paid, with what it carried over from earlier periods. */
export interface TaxPaid {
  /** What was paid above it is to be recovered. */
  readonly due: TaxDue
  readonly principalCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** The bank's authentication. */
  readonly authentication: string
  readonly lenderAccountId: string
  readonly paidOn: CalendarDate
}

export function planIofPaid(paid: TaxPaid): PlannedEntry {
  const { due, principalCentavos, fineCentavos, interestCentavos, paidOn } = paid
  const { periodEnd, payBy } = due
  const ownCentavos = Math.min(due.amountCentavos + sumParts(due.carried), principalCentavos)
  const carried = allocateCarried(due, ownCentavos)
  const chargesCentavos = fineCentavos + interestCentavos
  const lines: { account: AccountName; amountCentavos: Centavos }[] = [
    { account: 'iof-payable', amountCentavos: ownCentavos },
    { account: 'iof-recoverable', amountCentavos: principalCentavos - ownCentavos },
    { account: 'tax-charges', amountCentavos: chargesCentavos },
    {
      account: accountOf.bank(paid.lenderAccountId),
      amountCentavos: -(principalCentavos + chargesCentavos),
    },
  ]
  return {
    kind: 'iof-paid',
    reference: `iof-paid:${paid.authentication}`,
    happenedOn: paidOn,
    memo: {
      iofPeriod: periodEnd,
      code: IOF_DARF_CODE,
      payBy,
      ...(carried.length > 0 && { iofCarried: writeIofParts(carried) }),
      fineCentavos,
      interestCentavos,
    },
    postings: lines.filter(({ amountCentavos }) => amountCentavos !== 0),
  }
}
