import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, parseCalendarDate } from '../kernel/calendar-date.ts'
import { isBusinessDay } from './business-days.ts'
import { findIofPeriod, IOF_DARF_CODE } from './iof-calendar.ts'

test('tax is paid by the third business day after its ten-day period, over Carnival and the turn of the year', () => {
  const known: [string, string, string][] = [
    ['2026-01-15', '2026-01-20', '2026-01-23'],
    ['2026-02-10', '2026-02-10', '2026-02-13'],
    ['2026-02-11', '2026-02-20', '2026-02-25'],
    ['2026-02-28', '2026-02-28', '2026-03-04'],
    ['2026-03-31', '2026-03-31', '2026-04-06'],
    ['2026-04-20', '2026-04-20', '2026-04-24'],
    ['2026-06-04', '2026-06-10', '2026-06-15'],
    ['2026-11-20', '2026-11-20', '2026-11-25'],
    ['2026-12-21', '2026-12-31', '2027-01-06'],
    ['2026-12-31', '2026-12-31', '2027-01-06'],
  ]
  for (const [chargedOn, periodEnd, payBy] of known)
    assert.deepEqual(findIofPeriod(parseCalendarDate(chargedOn)), { periodEnd, payBy }, chargedOn)
  assert.equal(IOF_DARF_CODE, '7893')
})

test('every day of ten years belongs to one period, which ends on or after it and is paid on a business day', () => {
  const ends = new Set<string>()
  const last = parseCalendarDate('2035-12-31')
  for (let day = parseCalendarDate('2026-01-01'); day <= last; day = addDays(day, 1)) {
    const { periodEnd, payBy } = findIofPeriod(day)
    assert.ok(periodEnd >= day && periodEnd.slice(0, 7) === day.slice(0, 7) && payBy > periodEnd)
    assert.ok(isBusinessDay(payBy))
    ends.add(periodEnd)
  }
  assert.equal(ends.size, 10 * 36)
})
