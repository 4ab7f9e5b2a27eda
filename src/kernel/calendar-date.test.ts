import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  calendarDateAt,
  computeAge,
  daysBetween,
  endOfDay,
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
} from './calendar-date.ts'

const DAY_MS = 86_400_000
const date = parseCalendarDate

test('day numbers agree with the proleptic Gregorian calendar of Date, from year 1 to 9999', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: toEpochDay(date('0001-01-01')), max: toEpochDay(date('9999-12-31')) }),
      day => {
        const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
        assert.equal(fromEpochDay(day), text)
        assert.equal(toEpochDay(date(text)), day)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('a date that does not exist is refused', () => {
  for (const bad of [
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-04-00',
    '2026-4-1',
    ' 2026-04-01',
    '2026-04-01\n',
    '',
  ])
    assert.throws(() => date(bad), RangeError, bad)
  assert.equal(date('2028-02-29'), '2028-02-29')
})

test('months are added to the anchor and keep its day, or use the last day of the month', () => {
  const from = (anchor: string) => [0, 1, 2, 3, 4, 5].map(months => addMonths(date(anchor), months))
  assert.deepEqual(from('2026-01-31'), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ])
  assert.deepEqual(from('2027-11-30'), [
    '2027-11-30',
    '2027-12-30',
    '2028-01-30',
    '2028-02-29',
    '2028-03-30',
    '2028-04-30',
  ])
  assert.equal(addMonths(date('2026-03-31'), -1), '2026-02-28')
})

test('days are added and measured across month and year ends', () => {
  assert.equal(addDays(date('2026-03-10'), 30), '2026-04-09')
  assert.equal(addDays(date('2028-01-30'), 30), '2028-02-29')
  assert.equal(daysBetween(date('2026-01-05'), date('2027-01-05')), 365)
})

test('an instant falls on the day of Sao Paulo, in summer time too', () => {
  const at = (text: string) => calendarDateAt(new Date(text))
  assert.equal(at('2026-04-09T02:59:59.999Z'), '2026-04-08')
  assert.equal(at('2026-04-09T03:00:00.000Z'), '2026-04-09')
  assert.equal(at('2018-12-25T01:59:59.999Z'), '2018-12-24')
  assert.equal(at('2018-12-25T02:00:00.000Z'), '2018-12-25')
})

test('a day ends one millisecond before the next begins', () => {
  assert.equal(endOfDay(date('2026-04-09')).toISOString(), '2026-04-10T02:59:59.999Z')
  assert.equal(endOfDay(date('2018-12-25')).toISOString(), '2018-12-26T01:59:59.999Z')
  fc.assert(
    fc.property(
      fc.integer({ min: toEpochDay(date('2015-01-01')), max: toEpochDay(date('2060-01-01')) }),
      epochDay => {
        const day = fromEpochDay(epochDay)
        const end = endOfDay(day)
        assert.equal(calendarDateAt(end), day)
        assert.equal(calendarDateAt(new Date(end.getTime() + 1)), fromEpochDay(epochDay + 1))
      },
    ),
  )
  // Summer time ended at midnight of this Saturday: 23:00 to 23:59 occurred twice.
  assert.equal(endOfDay(date('2019-02-16')).toISOString(), '2019-02-17T02:59:59.999Z')
})

test('a birthday adds a year on its day, and 29 February waits for 1 March', () => {
  assert.equal(computeAge(date('2008-04-09'), date('2026-04-08')), 17)
  assert.equal(computeAge(date('2008-04-09'), date('2026-04-09')), 18)
  assert.equal(computeAge(date('2008-02-29'), date('2026-02-28')), 17)
  assert.equal(computeAge(date('2008-02-29'), date('2026-03-01')), 18)
})
