import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { allocateCarried, computeLateCharges, joinSmallTaxes } from './darf.ts'

const day = parseCalendarDate
const charge = (payBy: string, paidOn: string, rates: Readonly<Record<string, number>> = {}) =>
  computeLateCharges(100_000, { payBy: day(payBy), paidOn: day(paidOn) }, new Map(Object.entries(rates)))

test('tax that is paid in time costs nothing more, nor on the weekend after its last day', () => {
  const nothing = { daysLate: 0, fineCentavos: 0, interestCentavos: 0, missingMonths: [] }
  assert.deepEqual(charge('2026-01-23', '2026-01-23'), nothing)
  assert.deepEqual(charge('2026-01-23', '2026-01-25'), nothing)
})

test('the fine is 0.33 % a day from the first business day after the last day, and 20 % at most', () => {
  // Friday, 23 January; Monday is the first day.
  assert.equal(charge('2026-01-23', '2026-01-26').fineCentavos, 330)
  assert.equal(charge('2026-01-23', '2026-01-30').fineCentavos, 5 * 330)
  assert.equal(charge('2026-01-23', '2026-03-26', { '2026-02': 100 }).fineCentavos, 60 * 330)
  assert.equal(charge('2026-01-23', '2026-03-27', { '2026-02': 100 }).fineCentavos, 20_000)
  assert.equal(charge('2026-01-23', '2026-12-31').fineCentavos, 20_000)
})

test('interest is 1 % for the month of the payment and the Selic rates of the months between', () => {
  assert.equal(charge('2026-01-23', '2026-01-30').interestCentavos, 0)
  assert.equal(charge('2026-01-23', '2026-02-02').interestCentavos, 1_000)
  const rates = { '2026-02': 99, '2026-03': 105 }
  assert.equal(charge('2026-01-23', '2026-04-02', rates).interestCentavos, 1_000 + 990 + 1_050)
})

test('without the rate of a month between there is no interest, and the month is named', () => {
  const { interestCentavos, missingMonths } = charge('2026-01-23', '2026-04-02', { '2026-02': 99 })
  assert.deepEqual([interestCentavos, missingMonths], [undefined, ['2026-03']])
})

const due = (periodEnd: string, amountCentavos: number) => ({
  periodEnd: day(periodEnd),
  payBy: day(periodEnd),
  amountCentavos,
})

test('tax of less than R$ 10.00 is paid with that of the next periods, as soon as the sum is enough', () => {
  const periods = [
    due('2026-01-10', 999),
    due('2026-01-20', 1),
    due('2026-01-31', 1_000),
    due('2026-02-10', 300),
    due('2026-02-20', 400),
  ]
  const { due: documents, left } = joinSmallTaxes(periods)
  assert.deepEqual(
    documents.map(({ periodEnd, carried }) => [periodEnd, carried.map(part => part.periodEnd)]),
    [
      ['2026-01-20', ['2026-01-10']],
      ['2026-01-31', []],
    ],
  )
  assert.deepEqual(left, [periods[3], periods[4]])
  assert.deepEqual(joinSmallTaxes([]), { due: [], left: [] })
})

test('a payment covers its own period first, and earlier ones from the oldest on', () => {
  const [tax] = joinSmallTaxes([due('2026-01-10', 300), due('2026-01-20', 400), due('2026-01-31', 500)]).due
  assert.ok(tax)
  const cover = (paid: number) =>
    allocateCarried(tax, paid).map(({ periodEnd, amountCentavos }) => [periodEnd, amountCentavos])
  assert.deepEqual(cover(1_200), [
    ['2026-01-10', 300],
    ['2026-01-20', 400],
  ])
  assert.deepEqual(cover(900), [
    ['2026-01-10', 300],
    ['2026-01-20', 100],
  ])
  assert.deepEqual(cover(500), [])
})
