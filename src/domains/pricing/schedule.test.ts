import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { computeLoan } from './option.ts'
import { computeDueDates, getIofRates, getSchedule } from './schedule.ts'

const date = parseCalendarDate
const today = date('2026-03-10')
const single = (days: number) => getSchedule(today, addDays(today, days), 1, 4.99)

test('IOF rates are those in force on the purchase date, from its first day to its last', () => {
  for (const [day, dailyIof, fixedIof] of [
    ['2008-01-03', 0.0082, 0.38],
    ['2008-12-10', 0.0082, 0.38],
    ['2008-12-11', 0.0041, 0.38],
    ['2011-04-08', 0.0082, 0.38],
    ['2011-12-31', 0.0068, 0.38],
    ['2012-06-01', 0.0041, 0.38],
    ['2015-02-01', 0.0082, 0.38],
    ['2020-04-02', 0.0082, 0.38],
    ['2020-04-03', 0, 0],
    ['2020-11-26', 0, 0],
    ['2020-11-27', 0.0082, 0.38],
    ['2021-09-20', 0.01118, 0.38],
    ['2021-12-31', 0.01118, 0.38],
    ['2022-01-01', 0.0082, 0.38],
    ['2026-03-10', 0.0082, 0.38],
  ] as const) {
    const { since: _, ...rates } = getIofRates(date(day))
    assert.deepEqual(rates, { dailyIof, fixedIof }, day)
  }
  assert.throws(() => getIofRates(date('2008-01-02')), RangeError)
})

test('a single payment is taxed by its days, up to 365', () => {
  const percent = [1, 30, 60, 90, 180, 364, 365, 366].map(days => (single(days).iofUnits[0] ?? 0) / 100_000)
  assert.deepEqual(percent, [0.3882, 0.626, 0.872, 1.118, 1.856, 3.3648, 3.373, 3.373])
})

test('financed IOF grosses the loan up as published for 180 and 365 days', () => {
  const financed = (days: number) => Math.round(10_000_000 * (single(days).grossUp - 1))
  assert.deepEqual([financed(180), financed(365), financed(395)], [189_110, 349_074, 349_074])
})

test('thirty days to the first due date give the textbook installments', () => {
  for (const [principal, rate, count, installment] of [
    [10_000, 2, 12, 945.595966],
    [1_000, 3, 12, 100.462085],
    [1_000, 4.99, 6, 196.954466],
    [1_200, 6.99, 10, 170.774035],
    [5_000, 1.99, 24, 264.056116],
    [1_000, 5, 12, 112.82541],
    [2_000, 1.79, 12, 186.688595],
  ] as const) {
    const { annuity } = getSchedule(today, addDays(today, 30), count, rate)
    assert.ok(Math.abs(principal * annuity - installment) < 5e-7, `${principal} at ${rate}`)
  }
})

test('a grace period capitalises the interest of its days', () => {
  const { annuity } = getSchedule(today, addDays(today, 30), 6, 4.99)
  const grace = getSchedule(today, addDays(today, 75), 6, 4.99)
  assert.ok(Math.abs(grace.annuity / annuity - 1.0499 ** 1.5) < 1e-12)
})

test('due dates are counted from the first one and IOF days stop at 365', () => {
  assert.deepEqual(computeDueDates(date('2026-01-31'), 4), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
  const { dueDays, iofDays } = getSchedule(today, date('2026-04-10'), 15, 2.99)
  assert.deepEqual(
    Array.from(dueDays),
    [31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337, 365, 396, 426, 457],
  )
  assert.deepEqual(iofDays.slice(-4), [365, 365, 365, 365])
})

test('terms that no policy allows are refused, not priced', () => {
  for (const [first, count, rate] of [
    [today, 6, 4.99],
    [date('2028-03-10'), 6, 4.99],
    [addDays(today, 30), 0, 4.99],
    [addDays(today, 30), 61, 4.99],
    [addDays(today, 30), 6, -1],
    [addDays(today, 30), 6, Number.NaN],
    [addDays(today, 401), 6, 4.99],
    [addDays(today, 30), 6, 30.01],
  ] as const) {
    assert.throws(() => getSchedule(today, first, count, rate), RangeError)
  }
  assert.equal(getSchedule(today, addDays(today, 400), 60, 30).dueDays.length, 60)
})

test('a purchase of nothing or of more than ten million reais is refused, and the limits are priced', () => {
  const shares = {
    downPaymentPercentage: 20,
    tcPercentage: 0,
    insurancePercentage: 0,
    cmPercentage: 0,
    retentionPercentage: 0,
  }
  const net = (purchaseCentavos: number) => computeLoan({ ...shares, purchaseCentavos }).netLoanCentavos
  assert.deepEqual([net(1), net(1_000_000_000)], [1, 800_000_000])
  for (const purchaseCentavos of [0, -1, 1_000_000_001, Number.NaN])
    assert.throws(() => net(purchaseCentavos), RangeError)
})
