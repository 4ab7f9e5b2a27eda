import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromEpochDay, parseCalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { addBusinessDays, computePayableUntil, isBusinessDay, nextBusinessDay } from './business-days.ts'

const date = parseCalendarDate
const anyDate = fc
  .integer({ min: toEpochDay(date('1950-01-01')), max: toEpochDay(date('2099-12-31')) })
  .map(fromEpochDay)

test('each year has its known number of business days', () => {
  const known: Record<number, number> = { 2025: 252, 2026: 249, 2027: 251, 2028: 248 }
  Object.assign(known, { 2029: 249, 2030: 252, 2031: 252, 2032: 252 })
  for (const [year, businessDays] of Object.entries(known)) {
    let counted = 0
    const end = toEpochDay(date(`${Number(year) + 1}-01-01`))
    for (let day = toEpochDay(date(`${year}-01-01`)); day < end; day++)
      if (isBusinessDay(fromEpochDay(day))) counted++
    assert.equal(counted, businessDays, year)
  }
})

test('the last accepted day follows the published examples of the Pix charge with due date', () => {
  const examples: [string, number, string][] = [
    ['2020-10-20', 4, '2020-10-26'],
    ['2020-12-25', 0, '2020-12-28'],
    ['2020-12-25', 1, '2020-12-29'],
    ['2020-12-25', 3, '2020-12-31'],
    ['2020-12-25', 4, '2021-01-04'],
    ['2021-08-27', 5, '2021-09-01'],
    ['2026-02-14', 0, '2026-02-18'],
    ['2026-02-15', 0, '2026-02-18'],
    ['2026-04-03', 0, '2026-04-06'],
    ['2026-06-04', 0, '2026-06-05'],
    ['2026-11-20', 0, '2026-11-23'],
    ['2026-12-25', 0, '2026-12-28'],
  ]
  for (const [due, days, limit] of examples)
    assert.equal(computePayableUntil(date(due), days), limit, `${due} + ${days}`)
})

test('the last business day of a year and Ash Wednesday are business days', () => {
  assert.equal(isBusinessDay(date('2026-12-31')), true)
  assert.equal(isBusinessDay(date('2026-02-18')), true)
})

test('business days are counted after the date, whether it is one or not', () => {
  assert.equal(addBusinessDays(date('2026-07-31'), 2), '2026-08-04')
  assert.equal(addBusinessDays(date('2026-08-01'), 2), '2026-08-04')
  assert.equal(addBusinessDays(date('2026-02-13'), 1), '2026-02-18')
  assert.equal(addBusinessDays(date('2026-08-01'), 0), '2026-08-03')
  assert.equal(addBusinessDays(date('2026-08-03'), 0), '2026-08-03')
  assert.equal(addBusinessDays(date('2026-12-24'), 5), '2027-01-04')
})

test('a negative or fractional count of business days is refused', () => {
  for (const count of [-1, 1.5, Number.NaN, Infinity])
    assert.throws(() => addBusinessDays(date('2026-08-03'), count), RangeError)
})

test('the next business day is the first one on or after the date', () => {
  fc.assert(
    fc.property(anyDate, day => {
      const next = nextBusinessDay(day)
      assert.equal(isBusinessDay(next), true)
      for (let skipped = toEpochDay(day); skipped < toEpochDay(next); skipped++)
        assert.equal(isBusinessDay(fromEpochDay(skipped)), false)
    }),
  )
})

test('between a date and the n-th business day after it there are exactly n business days', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 1, max: 60 }), (day, count) => {
      const end = addBusinessDays(day, count)
      let counted = 0
      for (let passed = toEpochDay(day) + 1; passed <= toEpochDay(end); passed++)
        if (isBusinessDay(fromEpochDay(passed))) counted++
      assert.equal(counted, count)
      assert.equal(isBusinessDay(end), true)
    }),
  )
})

test('Saturdays and Sundays are never business days', () => {
  fc.assert(
    fc.property(anyDate, day => {
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
      if (weekday === 0 || weekday === 6) assert.equal(isBusinessDay(day), false)
    }),
    { numRuns: 500 },
  )
})
