import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { decodeDueFactor, encodeDueFactor } from './boleto.ts'

const date = parseCalendarDate
const FIRST = toEpochDay(date('2000-07-03'))
const LAST = toEpochDay(date('2074-06-04'))

test('published factors before and after the restarts of 2025 and 2049', () => {
  const published: [string, number][] = [
    ['2000-07-03', 1000],
    ['2002-05-01', 1667],
    ['2008-02-01', 3769],
    ['2010-11-17', 4789],
    ['2016-12-25', 7019],
    ['2025-01-01', 9948],
    ['2025-02-20', 9998],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2025-02-23', 1001],
    ['2025-12-31', 1312],
    ['2026-01-15', 1327],
    ['2026-12-31', 1677],
    ['2027-11-18', 1999],
    ['2027-11-19', 2000],
    ['2030-01-01', 2774],
    ['2039-04-27', 6177],
    ['2049-10-13', 9999],
    ['2049-10-14', 1000],
    ['2074-06-04', 9999],
  ]
  for (const [due, factor] of published) {
    assert.equal(encodeDueFactor(date(due)), factor, due)
    assert.equal(decodeDueFactor(factor, date(due)), due)
  }
})

test('a date that no factor can express is refused, not encoded as another one', () => {
  for (const due of ['1997-10-07', '2000-07-02', '2074-06-05', '9999-12-31'])
    assert.throws(
      () => encodeDueFactor(date(due)),
      { name: 'InputError', fault: 'DUE_DATE_OUT_OF_RANGE' },
      due,
    )
})

test('any date is decoded correctly up to 3,000 days after it or 5,500 days before it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: FIRST, max: LAST }),
      fc.integer({ min: -5500, max: 3000 }),
      (day, delay) => {
        const due = fromEpochDay(day)
        assert.equal(decodeDueFactor(encodeDueFactor(due), addDays(due, delay)), due)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a factor that fits no date near the day of reading is refused instead of guessed', () => {
  const due = date('2015-06-01')
  const unreadable = { name: 'InputError', fault: 'DUE_FACTOR_UNREADABLE' }
  assert.throws(() => decodeDueFactor(encodeDueFactor(due), addDays(due, 3001)), unreadable)
  assert.throws(() => decodeDueFactor(encodeDueFactor(due), addDays(due, -5501)), unreadable)
  for (const factor of [1, 999, 10_000, -1, Number.NaN])
    assert.throws(() => decodeDueFactor(factor, due), unreadable, String(factor))
})

test('factor 0 is a boleto without due date', () => {
  assert.equal(decodeDueFactor(0, date('2026-01-15')), undefined)
})
