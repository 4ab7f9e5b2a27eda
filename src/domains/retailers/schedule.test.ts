import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, parseCalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'
import { computeSettlementDay, parseSchedule, type Schedule } from './schedule.ts'

const settle = (schedule: Schedule, due: string): string =>
  computeSettlementDay(schedule, parseCalendarDate(due))

test('a transfer is paid at once, on the next business day, on a day of the week or some days later', () => {
  // Thursday 2026-04-02 is followed by Good Friday.
  assert.equal(settle('immediate', '2026-04-04'), '2026-04-04')
  assert.equal(settle('next-business-day', '2026-04-01'), '2026-04-02')
  assert.equal(settle('next-business-day', '2026-04-02'), '2026-04-06')
  assert.equal(settle('days:1', '2026-04-02'), '2026-04-06')
  assert.equal(settle('days:30', '2026-04-02'), '2026-05-04')
  assert.equal(settle('weekly:FRI', '2026-03-31'), '2026-04-06')
  assert.equal(settle('weekly:FRI', '2026-04-06'), '2026-04-10')
  assert.equal(settle('weekly:FRI', '2026-04-10'), '2026-04-17')
  assert.equal(settle('weekly:MON', '2026-04-12'), '2026-04-13')
})

test('a weekly transfer is one to seven days after it fell due, on that day of the week', () => {
  for (let day = 0; day < 400; day += 1) {
    const due = addDays(parseCalendarDate('2025-12-01'), day)
    const paid = computeSettlementDay('weekly:WED', due)
    const distance = toEpochDay(paid) - toEpochDay(due)
    // A holiday moves it by a day or two.
    assert.ok(distance >= 1 && distance <= 9, `${due} ${paid}`)
  }
})

test('only few schedules can be written', () => {
  for (const text of ['immediate', 'next-business-day', 'weekly:MON', 'weekly:FRI', 'days:1', 'days:60'])
    assert.equal(parseSchedule(text), text)
  for (const text of [
    '',
    'weekly:SAT',
    'weekly',
    'weekly:fri',
    'days:0',
    'days:61',
    'days:01',
    'days:1.5',
    'now',
    'days:',
  ])
    assert.equal(parseSchedule(text), undefined, text)
})
