import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVectors } from '../../test/support/vectors.ts'
import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from '../kernel/calendar-date.ts'
import { isBankHoliday } from './bank-holidays.ts'
import {
  type CollectionCalendar,
  computeCollectionCalendar,
  computeListingRemoval,
} from './collection-calendar.ts'

interface CalendarVector {
  readonly dueDate: CalendarDate
  readonly calendar: CollectionCalendar
}

const vectors = readVectors<CalendarVector>(new URL('vectors/collection-calendar.jsonl', import.meta.url))
for (const { dueDate, calendar } of vectors)
  test(`an installment due on ${dueDate} is reminded of, collected and written off on these days`, () => {
    assert.deepEqual(computeCollectionCalendar(dueDate), calendar)
  })

test('four calendars are compared', () => assert.equal(vectors.length, 4))

const removals = [
  ['2026-04-20', '2026-04-28'],
  ['2026-02-12', '2026-02-23'],
  ['2026-12-23', '2026-12-31'],
  ['2026-05-29', '2026-06-08'],
  ['2026-11-17', '2026-11-25'],
] as const
for (const [paid, removed] of removals)
  test(`a debt paid on ${paid} is off the credit bureaux by ${removed}`, () =>
    assert.equal(computeListingRemoval(parseCalendarDate(paid)), removed))

const CONTACTS = [
  'reminder',
  'dueDayReminder',
  'firstNotice',
  'secondNotice',
  'secondCopyOffer',
  'listingNotice',
  'renegotiationOffer',
  'accelerationNotice',
] as const

test('no customer is contacted on a Sunday or holiday, and none is listed within ten days of the notice', () => {
  const start = parseCalendarDate('2026-01-01')
  for (let day = 0; day < 800; day++) {
    const calendar = computeCollectionCalendar(addDays(start, day))
    for (const contact of CONTACTS) {
      assert.notEqual(new Date(calendar[contact]).getUTCDay(), 0)
      assert.ok(!isBankHoliday(calendar[contact]))
    }
    assert.ok(daysBetween(calendar.listingNotice, calendar.earliestListing) >= 10)
    assert.ok(daysBetween(calendar.accelerationNotice, calendar.acceleration) >= 15)
  }
})
