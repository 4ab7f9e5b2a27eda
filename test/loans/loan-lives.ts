import assert from 'node:assert/strict'
import fc from 'fast-check'
import { computePayoff } from '../../src/brazil/payoff.ts'
import type { Entry } from '../../src/domains/ledger/entry.ts'
import { computeAccrual } from '../../src/domains/loans/accrual.ts'
import { composeAccruals } from '../../src/domains/loans/book-loan.ts'
import { type Loan, openLoan } from '../../src/domains/loans/loan.ts'
import { priceOption } from '../../src/domains/pricing/option.ts'
import { computeContractEntry } from '../../src/domains/purchases/entries.ts'
import { computePaymentEntry } from '../../src/domains/receivables/entries.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateAt,
  fromEpochDay,
  toEpochDay,
} from '../../src/kernel/calendar-date.ts'
import type { Centavos } from '../../src/kernel/money.ts'

const START = toEpochDay('2026-01-01' as CalendarDate)
const names = { retailerId: 'shop', transactionId: 'loan' }

const anyLife = fc.record({
  startedOn: fc.integer({ min: START, max: START + 800 }).map(fromEpochDay),
  graceDays: fc.constantFrom(0, 0, 30, 60, 90),
  purchaseCentavos: fc.integer({ min: 5_000, max: 5_000_000 }),
  interestRatePM: fc.constantFrom(0, 0.5, 1.99, 3.99, 4.99, 7.99, 12.5),
  numberOfInstallments: fc.integer({ min: 1, max: 24 }),
  tcPercentage: fc.constantFrom(0, 1.5),
  retentionPercentage: fc.constantFrom(0, 4),
  /** Days from the due date, and the part of the open amount that is paid, in percent. */
  payments: fc.array(
    fc.record({
      installment: fc.nat({ max: 23 }),
      shiftDays: fc.integer({ min: -400, max: 130 }),
      percentage: fc.constantFrom(10, 50, 100, 100, 100),
    }),
    { maxLength: 40 },
  ),
})

type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never

export class LoanBooks {
  readonly balances = new Map<string, Centavos>()
  loan: Loan

  constructor(life: Life) {
    const { startedOn, graceDays, purchaseCentavos, interestRatePM, numberOfInstallments } = life
    const firstDueDate = addDays(startedOn, 30 + graceDays)
    const { tcPercentage, retentionPercentage } = life
    const option = priceOption({
      purchaseCentavos,
      downPaymentPercentage: 0,
      tcPercentage,
      insurancePercentage: 0,
      cmPercentage: 2,
      retentionPercentage,
      purchaseDate: startedOn,
      firstDueDate,
      numberOfInstallments,
      interestRatePM,
    })
    const deferred = {
      interestCentavos: option.totalCentavos - option.amortizationTotalCentavos,
      feeCentavos: option.tcCentavos,
      retentionCentavos: option.retentionCentavos,
    }
    this.post([
      computeContractEntry({
        ...names,
        ...deferred,
        startedAt: new Date(0),
        downPaymentCentavos: 0,
        installmentsCentavos: option.totalCentavos,
        transferCentavos: purchaseCentavos - option.retentionCentavos - option.cmCentavos,
        commissionCentavos: option.cmCentavos,
        iofCentavos: option.totalIofCentavos,
        premiumCentavos: option.premiumCentavos,
      }),
    ])
    const openCentavos = new Array<Centavos>(numberOfInstallments).fill(option.installmentCentavos)
    this.loan = openLoan({ ...names, ...deferred, startedOn, firstDueDate, interestRatePM, openCentavos })
  }

  post(entries: readonly Entry[]): void {
    for (const { postings } of entries)
      for (const { account, amountCentavos } of postings)
        this.balances.set(account, this.balanceOf(account) + amountCentavos)
  }

  balanceOf = (account: string): Centavos => this.balances.get(account) ?? 0

  pay(day: CalendarDate, index: number, faceCentavos: Centavos, reference: string): void {
    const charges = { fineCentavos: 0, interestCentavos: 0, excessCentavos: 0 }
    const received = { receivedIn: 'bank:b', amountCentavos: faceCentavos, receivedAt: new Date(0) } as const
    const billet = { id: 'billet', ...names }
    this.post([computePaymentEntry({ reference, ...received, ...charges, billet })])
    const paid = [{ installmentNumber: index + 1, faceCentavos }]
    const wasProblem = this.loan.problemSince !== null
    const income = this.balanceOf('interest-income')
    const { loan, entries } = composeAccruals(this.loan, { reference, day, paid })
    for (const { occurredAt } of entries) assert.ok(calendarDateAt(occurredAt) <= day)
    this.post(entries)
    this.loan = loan
    const earned = income - this.balanceOf('interest-income')
    assert.ok(!wasProblem || earned <= faceCentavos, 'a problem asset earned more than was received')
  }

  /** What is booked, and what was earned since. */
  assertCarriesPayoff(day: CalendarDate): void {
    const { earned, loan } = computeAccrual(this.loan, day)
    const through = loan.accruedThrough ?? day
    assert.ok(through >= day || loan.problemSince !== null || loan.endedOn !== null)
    const carrying =
      this.balanceOf('customer:loan') + this.balanceOf('unearned-interest:loan') + earned.interestCentavos
    const { overdue, presentCentavos } = computePayoff(loan, loan.openCentavos, through)
    const payoff = overdue.reduce((sum, { faceCentavos }) => sum + faceCentavos, presentCentavos)
    assert.equal(carrying, payoff, day)
  }

  /** The table of loans says what the books say. */
  assertAgrees(): void {
    const { openCentavos, unearnedCentavos, deferredFeeCentavos, deferredRetentionCentavos } = this.loan
    assert.deepEqual(
      ['customer', 'unearned-interest', 'deferred-fee', 'deferred-retention'].map(
        kind => this.balanceOf(`${kind}:loan`) + 0,
      ),
      [
        openCentavos.reduce((sum, open) => sum + open, 0),
        0 - unearnedCentavos,
        0 - deferredFeeCentavos,
        0 - deferredRetentionCentavos,
      ].map(amount => amount + 0),
    )
  }
}

/** Loans paid early, late and in part: the books carry the payoff on every day. */
export function checkLives(numRuns: number): void {
  fc.assert(
    fc.property(anyLife, life => {
      const books = new LoanBooks(life)
      const { startedOn, numberOfInstallments } = life
      const { firstDueDate } = books.loan
      const payments = life.payments.map(({ installment, shiftDays, percentage }, order) => {
        const index = installment % numberOfInstallments
        return { day: addDays(addMonths(firstDueDate, index), shiftDays), index, percentage, order }
      })
      const end = addDays(addMonths(firstDueDate, numberOfInstallments - 1), 140)
      for (let day = startedOn; day <= end; day = addDays(day, 1)) {
        for (const { index, percentage, order } of payments.filter(each => each.day === day)) {
          const open = books.loan.openCentavos[index] ?? 0
          const paid = Math.ceil((open * percentage) / 100)
          if (paid > 0 && books.loan.endedOn === null) books.pay(day, index, paid, `payment-${order}`)
        }
        books.assertCarriesPayoff(day)
      }
      books.assertAgrees()
      if (books.loan.endedOn === null) return
      assert.equal(books.balanceOf('interest-income'), -books.loan.interestCentavos || 0)
      assert.equal(books.balanceOf('fee-income'), -books.loan.feeCentavos || 0)
      assert.equal(books.balanceOf('retention-income'), -books.loan.retentionCentavos || 0)
    }),
    { numRuns },
  )
}
