import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { addDays, addMonths, parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { parseReais } from '../../../kernel/money.ts'
import { computeDebt, type IndebtedBillet } from './read-debt.ts'

interface Settlement {
  readonly name: string
  readonly inputs: {
    readonly installment: number
    readonly interestRatePM: number
    readonly dueDates: readonly string[]
    readonly paidNumbers: readonly number[]
    readonly settlementDate: string
    readonly onlyNumbers?: readonly number[]
  }
  readonly expected: {
    readonly overdueTotal: number
    readonly futurePresentValue: number
    readonly discount: number
    readonly payoff: number
  }
}

const settlements = readFileSync(new URL('../../../../test/loans/settlements.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Settlement)
  .filter(({ name }) => name.startsWith('settlement/'))

const TERMS = { interestRatePM: 4.99, firstDueDate: parseCalendarDate('2026-04-09') }
const CONTRACT = contractOf(TERMS)
const on = parseCalendarDate

function contractOf(terms: typeof TERMS) {
  return { contract: { ...terms, premiumCentavos: 0, numberOfInstallments: 6 }, completedAt: undefined }
}

function billetOf(installmentNumber: number, more: Partial<IndebtedBillet> = {}): IndebtedBillet {
  return {
    id: `billet-${installmentNumber}`,
    kind: 'installment',
    installmentNumber,
    installmentCount: 6,
    dueDate: addMonths(TERMS.firstDueDate, installmentNumber - 1),
    amountCentavos: 19_792,
    partPaidCentavos: 0,
    openFineCentavos: undefined,
    openInterestCentavos: 0,
    interestFrom: undefined,
    ...more,
  }
}

for (const { name, inputs, expected } of settlements)
  test(`${name}: the debt by the open billets equals the golden figures`, () => {
    const { dueDates, paidNumbers, onlyNumbers, interestRatePM, installment } = inputs
    const firstDueDate = on(dueDates[0] ?? '')
    const billets = dueDates.flatMap((due, index) => {
      const number = index + 1
      const isOpen = !paidNumbers.includes(number) && onlyNumbers?.includes(number) !== false
      if (!isOpen) return []
      const figures = { dueDate: on(due), amountCentavos: parseReais(installment) }
      return [billetOf(number, { ...figures, installmentCount: dueDates.length })]
    })
    // In whatever order they come.
    const debt = computeDebt(
      contractOf({ interestRatePM, firstDueDate }),
      billets.toReversed(),
      on(inputs.settlementDate),
    )
    assert.equal(debt.overdueCentavos, parseReais(expected.overdueTotal))
    assert.equal(debt.presentCentavos, parseReais(expected.futurePresentValue))
    assert.equal(debt.discountCentavos, parseReais(expected.discount))
    assert.equal(debt.totalCentavos, parseReais(expected.payoff))
  })

test('an installment that was paid in part late is owed with the open fine, and with interest on what is open', () => {
  // 100.00 of 202.61 were paid on 2026-04-20: interest 0.73, installment 99.27, and the fine of 3.96 is open.
  const part = {
    partPaidCentavos: 9_927,
    openFineCentavos: 396,
    interestFrom: on('2026-04-20'),
  }
  const [overdue] = computeDebt(CONTRACT, [billetOf(1, part)], on('2026-05-20')).overdue
  assert.equal(overdue?.faceCentavos, 9_865)
  assert.equal(overdue?.fineCentavos, 396)
  assert.equal(overdue?.interestCentavos, 99)
  assert.equal(overdue?.totalCentavos, 10_360)
})

test('what was paid of a future installment is not owed: only the rest is discounted', () => {
  const date = on('2026-05-20')
  const whole = computeDebt(CONTRACT, [billetOf(6)], date)
  const rest = computeDebt(CONTRACT, [billetOf(6, { partPaidCentavos: 5_971 })], date)
  assert.equal(whole.presentCentavos, 16_573)
  assert.equal(rest.future[0]?.faceCentavos, 13_821)
  // 50.00 bought 59.71 of the face value.
  assert.ok(Math.abs(whole.presentCentavos - rest.presentCentavos - 5_000) <= 1)
})

test('an installment whose billet was issued anew with a later due date is due by its contract, without charges', () => {
  const billet = billetOf(1, { dueDate: on('2026-04-27') })
  const { overdue, future } = computeDebt(CONTRACT, [billet], on('2026-04-24'))
  assert.deepEqual(future, [])
  assert.equal(overdue[0]?.dueDate, '2026-04-09')
  assert.equal(overdue[0]?.totalCentavos, 19_792)
})

test('nothing is owed where nothing is open', () => {
  const { totalCentavos, overdue, future } = computeDebt(CONTRACT, [], addDays(TERMS.firstDueDate, 1))
  assert.deepEqual({ totalCentavos, overdue, future }, { totalCentavos: 0, overdue: [], future: [] })
})
