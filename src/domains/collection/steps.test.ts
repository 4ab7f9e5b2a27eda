import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, parseCalendarDate } from '../../kernel/calendar-date.ts'
import {
  computeOverdueReach,
  computeReach,
  findDueReminder,
  listFreeChannels,
  REMINDER_STEPS,
} from './steps.ts'

const on = parseCalendarDate

test('the newest message of the policy that has come is the one that is sent', () => {
  const rows: [today: string, step: string | undefined][] = [
    ['2026-05-05', undefined],
    ['2026-05-06', 'reminder'],
    ['2026-05-08', 'reminder'],
    ['2026-05-09', 'due-day'],
    ['2026-05-11', 'due-day'],
    ['2026-05-12', 'first-notice'],
    ['2026-05-16', 'second-notice'],
    ['2026-05-21', 'second-copy-offer'],
    // The notice before a listing is not a mere message.
    ['2026-05-26', 'second-copy-offer'],
    ['2026-06-10', 'agreement-offer'],
    ['2027-06-10', 'agreement-offer'],
  ]
  for (const [today, step] of rows) assert.equal(findDueReminder(on('2026-05-09'), on(today)), step, today)
})

test('a step reaches exactly the due dates for which it has come, on every day of two years', () => {
  for (let day = 0; day < 730; day++) {
    const today = addDays(on('2026-01-01'), day)
    for (const step of REMINDER_STEPS) {
      const reach = computeReach(step, today)
      const hasCome = (due: typeof reach): boolean => {
        const newest = findDueReminder(due, today)
        return newest !== undefined && REMINDER_STEPS.indexOf(newest) >= REMINDER_STEPS.indexOf(step)
      }
      assert.ok(hasCome(reach) && !hasCome(addDays(reach, 1)), `${step} on ${today}`)
    }
  }
})

test('an installment is overdue from the day after its last day without charges', () => {
  // Due on a Saturday, it can be paid on Monday 2026-05-11.
  assert.ok(computeOverdueReach(on('2026-05-11')) < '2026-05-09')
  assert.ok(computeOverdueReach(on('2026-05-12')) >= '2026-05-09')
})

test('a customer is contacted once a day on each channel, and on three days of any seven', () => {
  const now = new Date('2026-03-13T15:00:00Z')
  const both = ['SMS', 'EMAIL'] as const
  const at = (text: string, channel: 'SMS' | 'EMAIL' = 'SMS') => ({ channel, at: new Date(text) })
  assert.deepEqual(listFreeChannels(both, [], now), both)
  assert.deepEqual(listFreeChannels(both, [at('2026-03-13T11:00:00Z')], now), ['EMAIL'])
  const three = ['2026-03-09', '2026-03-10', '2026-03-12'].map(day => at(`${day}T12:00:00Z`))
  assert.deepEqual(listFreeChannels(both, three, now), [])
  assert.deepEqual(listFreeChannels(both, three.slice(1), now), both)
  const weekBefore = [at('2026-03-06T14:00:00Z'), ...three.slice(1)]
  assert.deepEqual(listFreeChannels(both, weekBefore, now), both)
  const today = [...three.slice(1), at('2026-03-13T12:00:00Z', 'EMAIL')]
  assert.deepEqual(listFreeChannels(both, today, now), ['SMS'])
})
