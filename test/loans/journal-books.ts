import assert from 'node:assert/strict'
import { computeLateCharges } from '../../src/brazil/late-charges.ts'
import { planCommissionPaid } from '../../src/domains/bookkeeping/entries.ts'
import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { composeEntry, type Entry } from '../../src/domains/ledger/entry.ts'
import { computeAccrual } from '../../src/domains/loans/accrual.ts'
import { computeAccrualEntry, computeProvisionEntry } from '../../src/domains/loans/entries.ts'
import { type Loan, openLoan } from '../../src/domains/loans/loan.ts'
import { computePayoutOrderedEntry, computePayoutPaidEntry } from '../../src/domains/payouts/entries.ts'
import { computeContractEntry } from '../../src/domains/purchases/entries.ts'
import { computeCaseRefundEntry } from '../../src/domains/receivables/case-entries.ts'
import {
  computeCreditEntry,
  computePaymentEntry,
  computeSuspenseEntry,
} from '../../src/domains/receivables/entries.ts'
import { addMonths, type CalendarDate, endOfDay, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { type Centavos, computeShare } from '../../src/kernel/money.ts'

export const SHOP = 'shop'
export const BANK = 'itau'
const names = { retailerId: SHOP, transactionId: 'J12' }
const billet = { id: 'billet', ...names }

/** A purchase of 1,500.00 with 300.00 down, fee and premium, in twelve installments of 136.08 at 3.99 % a month. */
export const J12 = {
  ...names,
  downPaymentCentavos: 30_000,
  installmentsCentavos: 163_296,
  transferCentavos: 142_740 - 30_000,
  commissionCentavos: 2_400,
  retentionCentavos: 4_860,
  iofCentavos: 2_687,
  interestCentavos: 35_509,
  feeCentavos: 1_500,
  premiumCentavos: 3_600,
}
export const INSTALLMENT = 13_608
const FIRST_DUE = parseCalendarDate('2026-02-14')
const TARIFF = 180

export const day = parseCalendarDate
export const at = (text: string): Date => endOfDay(day(text))

/** Plays the life of one contract with the functions that the program books with. */
export class JournalBooks {
  readonly balances = new Map<string, Centavos>()
  readonly entries: { readonly date: string; readonly entry: Entry }[] = []
  loan: Loan = openLoan({
    ...J12,
    startedOn: day('2026-01-15'),
    firstDueDate: FIRST_DUE,
    interestRatePM: 3.99,
    openCentavos: new Array<Centavos>(12).fill(INSTALLMENT),
  })
  #count = 0

  balanceOf = (account: string): Centavos => this.balances.get(account) ?? 0

  /** What the assets hold of the contract, before the allowance. */
  get carryingCentavos(): Centavos {
    return this.balanceOf('customer:J12') + this.balanceOf('unearned-interest:J12')
  }

  post(date: string, ...entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.entries.push({ date, entry })
      for (const { account, amountCentavos } of entry.postings)
        this.balances.set(account, this.balanceOf(account) + amountCentavos)
    }
    assert.equal(
      [...this.balances.values()].reduce((sum, each) => sum + each, 0),
      0,
    )
  }

  /** As people book it, once a second one has approved it. */
  postPlan({ happenedOn, ...plan }: ReturnType<typeof planCommissionPaid>): void {
    const occurredAt = at(happenedOn)
    this.post(
      happenedOn,
      composeEntry({ ...plan, retailerId: plan.retailerId, transactionId: undefined, occurredAt }),
    )
  }

  /** Down payment, contract, transfer and tax. */
  start(): void {
    const receivedAt = at('2026-01-14')
    const charges = { fineCentavos: 0, interestCentavos: 0, excessCentavos: 0 }
    const received = { receivedIn: accountOf.bank(BANK), amountCentavos: 30_000, receivedAt }
    this.post('2026-01-14', computePaymentEntry({ reference: 'down', ...received, ...charges, billet }))
    this.post('2026-01-15', computeContractEntry({ ...J12, startedAt: at('2026-01-15') }))
    this.payOut('2026-01-16', 'RETAILER', SHOP, 142_740)
    this.payOut('2026-01-23', 'IOF', '2026-01-20', 2_687)
  }

  payOut(
    date: string,
    kind: 'RETAILER' | 'REFUND' | 'IOF' | 'INSURER',
    subject: string,
    amountCentavos: Centavos,
  ) {
    const id = `order-${this.#count++}`
    const order = { id, kind, subject, ...names, lenderAccountId: BANK, amountCentavos }
    this.post(date, computePayoutOrderedEntry(order, at(date)))
    this.post(date, computePayoutPaidEntry(order, at(date)))
  }

  payCommission(date: string): void {
    const paid = { bankReference: date, lenderAccountId: BANK, amountCentavos: J12.commissionCentavos }
    this.postPlan(planCommissionPaid(SHOP, { ...paid, happenedOn: parseCalendarDate(date) }))
  }

  /** The customer pays an installment with what is due on that day; the bank credits it on another. */
  pay(number: number, date: string, creditedOn: string): void {
    const dueDate = addMonths(FIRST_DUE, number - 1)
    const charges = computeLateCharges({ amountCentavos: INSTALLMENT, dueDate, paidOn: day(date) })
    const { fineCentavos, interestCentavos, totalCentavos } = charges
    const received = {
      reference: `payment-${number}`,
      receivedIn: accountOf.clearing(BANK),
      amountCentavos: totalCentavos,
      receivedAt: at(date),
    }
    this.post(
      date,
      computePaymentEntry({ ...received, billet, fineCentavos, interestCentavos, excessCentavos: 0 }),
    )
    this.loan = {
      ...this.loan,
      openCentavos: this.loan.openCentavos.map((open, index) => (index === number - 1 ? 0 : open)),
    }
    this.credit(creditedOn, totalCentavos)
  }

  credit(date: string, paidCentavos: Centavos, tariff: Centavos = TARIFF): void {
    const credited = { paidCentavos, creditedCentavos: paidCentavos - tariff, creditedAt: at(date) }
    const reference = `credit-${this.#count++}`
    this.post(date, computeCreditEntry({ reference, lenderAccountId: BANK, ...credited }))
  }

  /** An installment that was paid before: the money is given back. */
  payTwice(date: string, creditedOn: string, decidedOn: string, refundedOn: string): void {
    const received = {
      receivedIn: accountOf.clearing(BANK),
      amountCentavos: INSTALLMENT,
      receivedAt: at(date),
    }
    const suspended = { caseId: 'case', reason: 'ALREADY_PAID', billet }
    this.post(date, computeSuspenseEntry({ reference: 'twice', ...received, ...suspended }))
    this.credit(creditedOn, INSTALLMENT)
    const refund = { caseId: 'case', owner: names, amountCentavos: INSTALLMENT, decidedAt: at(decidedOn) }
    this.post(decidedOn, computeCaseRefundEntry(refund))
    this.payOut(refundedOn, 'REFUND', 'J12', INSTALLMENT)
  }

  accrue(date: string): void {
    const { loan, earned } = computeAccrual(this.loan, day(date))
    this.loan = loan
    const accrued = { reference: `J12:${date}`, loan: names, earned: [{ transactionId: 'J12', ...earned }] }
    this.post(date, computeAccrualEntry({ ...accrued, occurredAt: at(date) }))
  }

  /** Brings the allowance to a part of what the contract is carried at. */
  provide(date: string, percentage: number): void {
    const amountCentavos = computeShare(this.carryingCentavos, percentage) + this.balanceOf('allowance:J12')
    const provided = { amountCentavos, day: day(date) as CalendarDate, providedAt: at(date) }
    this.post(date, computeProvisionEntry({ ...names, ...provided }))
  }
}
