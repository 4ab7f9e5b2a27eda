import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../kernel/calendar-date.ts'
import { computeLastWithdrawalDay } from './withdrawal.ts'

const windows: readonly (readonly [string, string | undefined, string])[] = [
  ['2026-03-10', '2026-03-14', '2026-03-21'],
  ['2026-03-10', '2026-03-10', '2026-03-17'],
  ['2026-03-10', undefined, '2026-03-17'],
  ['2026-03-10', '2026-03-08', '2026-03-17'],
  ['2026-01-15', '2026-01-18', '2026-01-25'],
]
for (const [completed, received, last] of windows)
  test(`completed on ${completed} and received on ${received ?? 'a day nobody reported'}: withdrawal until ${last}`, () => {
    const receivedOn = received === undefined ? undefined : parseCalendarDate(received)
    assert.equal(computeLastWithdrawalDay(parseCalendarDate(completed), receivedOn), last)
  })
