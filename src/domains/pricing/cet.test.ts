import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { compareWithCet, computeCetPoint, roundCetPA, roundCetPM, solveCet } from './cet.ts'
import { getSchedule } from './schedule.ts'

const dates = (purchase: string, first: string, count: number) =>
  getSchedule(parseCalendarDate(purchase), parseCalendarDate(first), count, 3)

function solve(schedule: ReturnType<typeof dates>, net: number, installment: number): number {
  return solveCet(schedule.dueDays, schedule.gaps, net / installment, schedule.cetStarts[0])
}

test('published cash flows give their published CET, per year by days over 365 and per month by the twelfth root', () => {
  for (const [count, installment, yearly, monthly] of [
    [1, 3024.0190557363553, 0.6373128592, 0.0419438271],
    [2, 1539.8988271991445, 0.6141983762, 0.0407100348],
    [3, 1045.8446791163315, 0.6025360505, 0.04008137],
    [6, 552.4322553512001, 0.588161544, 0.0393007076],
  ] as const) {
    const cet = solve(dates('2022-03-30', '2022-04-30', count), 2900, installment)
    assert.ok(Math.abs(Math.expm1(cet) - yearly) < 1e-9, `${count} installments a year`)
    assert.ok(Math.abs(Math.expm1(cet / 12) - monthly) < 1e-9, `${count} installments a month`)
  }
})

test("the Central Bank's own example, read by calendar days, has 44.55 percent a year", () => {
  const schedule = dates('2023-01-02', '2023-02-02', 5)
  const cet = solve(schedule, 94_000, 20_573)
  // The published 43.93 counts five equal months; the resolution counts days.
  assert.equal(roundCetPA(schedule.dueDays, cet, 94_000, 20_573), 44.55)
  assert.equal(roundCetPM(schedule.dueDays, cet, 94_000, 20_573), 3.12)
})

test('a single payment has the CET of its term, however high', () => {
  for (const [days, installment, yearly] of [
    ['2026-01-31', 11_000, 218.87],
    ['2026-01-08', 10_500, 1173.12],
  ] as const) {
    const schedule = dates('2026-01-01', days, 1)
    assert.equal(
      roundCetPA(schedule.dueDays, solve(schedule, 10_000, installment), 10_000, installment),
      yearly,
    )
  }
})

test('the root is found from any start, for expensive, free and losing loans, and does not depend on the start', () => {
  const schedules = [1, 2, 12, 24, 60].map(count => dates('2026-01-01', '2026-01-31', count))
  const starts = fc.double({ min: -2, max: 6, noNaN: true })
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      fc.double({ min: -0.5, max: 5, noNaN: true }),
      starts,
      (schedule, rate, start) => {
        const { dueDays, gaps } = schedule
        const { sum } = computeCetPoint(dueDays, gaps, rate)
        const found = solveCet(dueDays, gaps, sum, { point: computeCetPoint(dueDays, gaps, start) })
        assert.ok(Math.abs(found - rate) < 2e-10, `${found} instead of ${rate}`)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a loan without charges whose interest accrues by days over 365 costs exactly its interest', () => {
  for (const monthly of [0.5, 2.99, 4.99, 12]) {
    const schedule = dates('2026-01-01', '2026-02-15', 24)
    const worth = schedule.dueDays.reduce((sum, days) => sum + (1 + monthly / 100) ** ((-12 * days) / 365), 0)
    const cet = solve(schedule, worth, 1)
    assert.ok(Math.abs(Math.expm1(cet / 12) * 100 - monthly) < 1e-7)
  }
})

test('an exact half rounds to even, the smallest excess up and the smallest shortfall down', () => {
  const { dueDays } = dates('2026-01-01', '2027-01-01', 1)
  const round = (net: number, installment: number) =>
    roundCetPA(dueDays, Math.log(installment / net), net, installment)
  assert.equal(round(100_000, 112_345), 12.34)
  assert.equal(round(100_000, 112_355), 12.36)
  assert.equal(round(1_000_000_000, 1_123_450_001), 12.35)
  assert.equal(round(1_000_000_000, 1_123_449_999), 12.34)
  assert.equal(round(1_000_000_000, 1_123_549_999), 12.35)
})

test('where doubles are uncertain, long integers decide the side of a half', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 20_000 }), (count, hundredths) => {
      const { dueDays, gaps } = dates('2026-01-01', '2026-01-31', count)
      const yearly = Math.log(1 + (2 * hundredths + 1) / 20_000)
      const { sum } = computeCetPoint(dueDays, gaps, yearly)
      const installment = 1_000_000
      const net = Math.floor(sum * installment)
      assert.equal(compareWithCet(dueDays, 2 * hundredths + 1, 1, net - 1, installment), 1)
      assert.equal(compareWithCet(dueDays, 2 * hundredths + 1, 1, net + 2, installment), -1)
    }),
    { numRuns: 200 },
  )
})
