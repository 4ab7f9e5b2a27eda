import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDurationMs } from '../sandbox/http/clock.ts'

const from = new Date('2026-01-31T15:00:00Z')
const DAY_MS = 86_400_000

test('ISO 8601 durations are parsed to the second, months and years by the calendar', () => {
  for (const [text, expected] of [
    ['P30D', 30 * DAY_MS],
    ['P2W', 14 * DAY_MS],
    ['PT90M', 5_400_000],
    ['P1DT2H3M4S', DAY_MS + 7_384_000],
    ['P1M', 28 * DAY_MS],
    ['P1Y', 365 * DAY_MS],
    ['P1Y2M', 424 * DAY_MS],
    ['PT0S', 0],
  ] as const)
    assert.equal(parseDurationMs(text, from), expected, text)
})

test('anything else is not a duration', () => {
  for (const text of [
    '',
    'P',
    'PT',
    'P1',
    '30D',
    'p30d',
    'P-1D',
    '-P1D',
    'P1.5D',
    'P1H',
    'P1DT',
    'P1D ',
    'P1D2M',
    'P1234567D',
  ])
    assert.equal(parseDurationMs(text, from), undefined, text)
})
