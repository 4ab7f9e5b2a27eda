import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSendTime } from './quiet-hours.ts'

const at = (text: string): Date => new Date(`${text}-03:00`)

test('codes and contracts are sent at any time', () => {
  for (const time of ['2026-03-10T03:00:00', '2026-03-15T12:00:00', '2026-12-25T12:00:00'])
    for (const purpose of ['CODE', 'CONTRACT'] as const)
      assert.deepEqual(computeSendTime(purpose, at(time)), at(time))
})

test('reminders and collection wait for the next allowed minute in Sao Paulo', () => {
  const rows: [now: string, sent: string][] = [
    ['2026-03-10T07:59:59', '2026-03-10T08:00:00'], // Tuesday
    ['2026-03-10T08:00:00', '2026-03-10T08:00:00'],
    ['2026-03-10T19:59:59', '2026-03-10T19:59:59'],
    ['2026-03-10T20:00:00', '2026-03-11T08:00:00'],
    ['2026-03-13T20:00:00', '2026-03-14T08:00:00'], // Friday evening: Saturday
    ['2026-03-14T13:59:59', '2026-03-14T13:59:59'],
    ['2026-03-14T14:00:00', '2026-03-16T08:00:00'], // Saturday afternoon: Monday
    ['2026-03-15T12:00:00', '2026-03-16T08:00:00'], // Sunday
    ['2026-11-20T12:00:00', '2026-11-21T08:00:00'], // Friday, a holiday: Saturday
    ['2026-12-24T21:00:00', '2026-12-26T08:00:00'], // Christmas on a Friday
    ['2026-02-13T20:00:00', '2026-02-14T08:00:00'], // before Carnival
    ['2026-02-14T14:00:00', '2026-02-18T08:00:00'], // Carnival Monday and Tuesday are no bank days
  ]
  for (const [now, sent] of rows)
    for (const purpose of ['REMINDER', 'COLLECTION'] as const)
      assert.equal(computeSendTime(purpose, at(now)).toISOString(), at(sent).toISOString(), now)
})

test('the hours are those of the place that the phone is from', () => {
  const rows: [phone: string, now: string, sent: string][] = [
    ['11987654321', '2026-03-10T08:00:00', '2026-03-10T08:00:00'],
    ['65987654321', '2026-03-10T08:00:00', '2026-03-10T09:00:00'], // Cuiabá
    ['68987654321', '2026-03-10T09:59:59', '2026-03-10T10:00:00'], // Rio Branco
    ['68987654321', '2026-03-10T21:59:59', '2026-03-10T21:59:59'],
    ['68987654321', '2026-03-14T16:00:00', '2026-03-16T10:00:00'], // Saturday, 14 h there: Monday
  ]
  for (const [phone, now, sent] of rows)
    assert.equal(computeSendTime('COLLECTION', at(now), phone).toISOString(), at(sent).toISOString(), phone)
})
