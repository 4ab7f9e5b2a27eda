import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computePayoff } from '../../src/brazil/payoff.ts'
import { computeRestructuring, type Restructuring } from '../../src/brazil/present-value.ts'
import type { PricedOption } from '../../src/domains/pricing/option.ts'
import { priceRenegotiation } from '../../src/domains/pricing/renegotiation.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import {
  type BilletDebt,
  computeDue,
  imputeOldestFirst,
  type OldestFirst,
} from '../../src/domains/receivables/billets/debt.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { pickLike, readVectors } from '../support/vectors.ts'

interface Loan {
  readonly installmentCentavos: number
  readonly interestRatePM: number
  readonly releasedOn: CalendarDate
  readonly dueDates: readonly CalendarDate[]
  readonly amortizationCentavos: readonly number[]
  readonly paidNumbers: readonly number[]
  readonly date: CalendarDate
}

/** Computed by an independent program with 60-digit decimals, as all vectors here. */
interface RenegotiationVector {
  readonly name: string
  readonly loan: Loan
  readonly debt: Readonly<Record<string, number>>
  readonly plan?: {
    readonly entryCentavos: number
    readonly numberOfInstallments: number
    readonly interestRatePM: number
    readonly firstDueDate: CalendarDate
  }
  readonly entry: OldestFirst['imputation']
  readonly openPrincipalCentavos: number
  readonly dueDates: readonly CalendarDate[]
  readonly agreement: Partial<PricedOption>
}

const DAILY_IOF = 0.0082
const vectors = readVectors<RenegotiationVector>(new URL('renegotiation.jsonl', import.meta.url))

function listDebts({ installmentCentavos, dueDates, paidNumbers }: Loan): BilletDebt[] {
  return dueDates.map((dueDate, index) => ({
    kind: 'installment',
    dueDate,
    openFaceCentavos: paidNumbers.includes(index + 1) ? 0 : installmentCentavos,
    openFineCentavos: undefined,
    openInterestCentavos: 0,
    interestFrom: dueDate,
  }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function computeDebt(loan: Loan) {
  const [firstDueDate = loan.date] = loan.dueDates
  const open = listDebts(loan).map(({ openFaceCentavos }) => openFaceCentavos)
  const payoff = computePayoff({ interestRatePM: loan.interestRatePM, firstDueDate }, open, loan.date)
  return {
    faceCentavos: sum(payoff.overdue.map(({ faceCentavos }) => faceCentavos)),
    fineCentavos: sum(payoff.overdue.map(({ fineCentavos }) => fineCentavos)),
    interestCentavos: sum(payoff.overdue.map(({ interestCentavos }) => interestCentavos)),
    presentCentavos: payoff.presentCentavos,
    totalCentavos: payoff.totalCentavos,
  }
}

for (const { name, loan, debt, plan, ...expected } of vectors)
  test(`a debt becomes an agreement, taxed only for the days that it adds: ${name}`, () => {
    const owed = computeDebt(loan)
    assert.deepEqual(pickLike(owed, debt), debt)
    if (plan === undefined) return
    const { entryCentavos, ...terms } = plan
    const { imputation, left, restCentavos } = imputeOldestFirst(listDebts(loan), loan.date, entryCentavos)
    assert.deepEqual(imputation, expected.entry)
    assert.equal(restCentavos, 0)
    // A payment reaches the principal of an installment after its interest.
    const openPrincipal = left.map(({ dueDate, openFaceCentavos }, index) => ({
      dueDate,
      amountCentavos: Math.min(openFaceCentavos, loan.amortizationCentavos[index] ?? 0),
    }))
    assert.equal(
      sum(openPrincipal.map(({ amountCentavos }) => amountCentavos)),
      expected.openPrincipalCentavos,
    )
    const agreement = priceRenegotiation({
      ...terms,
      agreedOn: loan.date,
      debtCentavos: owed.totalCentavos - entryCentavos,
      original: { releasedOn: loan.releasedOn, dailyIof: DAILY_IOF, openPrincipal },
    })
    assert.deepEqual(pickLike(agreement, expected.agreement), expected.agreement)
    assert.deepEqual(computeDueDates(agreement.firstDueDate, expected.dueDates.length), expected.dueDates)
  })

test('what was paid under a broken agreement counts for the debt on the day it was paid, and nothing is refunded', () => {
  const [vector] = vectors
  assert.ok(vector)
  const payments = [
    ['2026-08-20', 10_000],
    ['2026-09-21', 13_147],
  ] as const
  let debts: readonly BilletDebt[] = listDebts(vector.loan)
  for (const [paidOn, amountCentavos] of payments) {
    const { left, restCentavos } = imputeOldestFirst(debts, parseCalendarDate(paidOn), amountCentavos)
    assert.equal(restCentavos, 0)
    debts = left
  }
  const failedOn = parseCalendarDate('2026-11-19')
  const due = debts.map(debt => computeDue(debt, failedOn)).filter(({ totalCentavos }) => totalCentavos > 0)
  assert.equal(sum(debts.map(({ openFaceCentavos }) => openFaceCentavos)), 57_490)
  assert.equal(sum(due.map(({ fineCentavos }) => fineCentavos)), 1_188)
  assert.equal(sum(due.map(({ interestCentavos }) => interestCentavos)), 1_493)
  assert.equal(sum(due.map(({ totalCentavos }) => totalCentavos)), 60_171)
})

test('a payment above everything due leaves a rest, and takes nothing from installments to come', () => {
  const [vector] = vectors
  assert.ok(vector)
  const { left, restCentavos } = imputeOldestFirst(listDebts(vector.loan), vector.loan.date, 100_000)
  const { faceCentavos, fineCentavos, interestCentavos } = computeDebt(vector.loan)
  assert.equal(restCentavos, 100_000 - faceCentavos - fineCentavos - interestCentavos)
  assert.equal(left.at(-1)?.openFaceCentavos, vector.loan.installmentCentavos)
})

interface RestructuringVector {
  readonly name: string
  readonly installmentCentavos: number
  readonly numberOfInstallments: number
  readonly originalRatePM: number
  readonly carryingCentavos: number
  readonly restructuring: Partial<Restructuring>
}

const restructurings = readVectors<RestructuringVector>(new URL('restructuring.jsonl', import.meta.url))
for (const { name, restructuring, ...agreement } of restructurings)
  test(`a restructured debt is worth its new installments at the old rate: ${name}`, () => {
    const agreedOn = parseCalendarDate('2026-08-20')
    const computed = computeRestructuring({ ...agreement, agreedOn, firstDueDate: addDays(agreedOn, 30) })
    assert.deepEqual(pickLike(computed, restructuring), restructuring)
  })

test('five agreements and four restructurings are compared', () => {
  assert.deepEqual([vectors.length, restructurings.length], [5, 4])
})
