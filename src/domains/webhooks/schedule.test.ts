import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeWaitMs, MAX_TRIES, parseRetryAfterMs } from './schedule.ts'

test('ten attempts take 75 hours, some minutes more or less, and there is no eleventh', () => {
  assert.equal(MAX_TRIES, 10)
  const sum = (chance: number): number =>
    Array.from(
      { length: 9 },
      (_, index) => computeWaitMs(index + 1, { chance, retryAfterMs: undefined }) ?? 0,
    ).reduce((total, each) => total + each) / 3_600_000
  assert.equal(Math.floor(sum(0.5)), 75)
  assert.ok(sum(0) > 67 && sum(1) < 84)
  assert.equal(computeWaitMs(10, { chance: 0.5, retryAfterMs: 1_000 }), undefined)
})

test('a receiver gets more time when it asks, up to a day, and never less than the schedule has', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(),
      (tries, chance, askedMs) => {
        const usual = computeWaitMs(tries, { chance, retryAfterMs: undefined }) ?? 0
        const waitMs = computeWaitMs(tries, { chance, retryAfterMs: askedMs }) ?? 0
        assert.ok(waitMs >= usual)
        assert.ok(waitMs >= Math.min(askedMs, 86_400_000))
        assert.ok(waitMs <= Math.max(usual, 86_400_000))
      },
    ),
  )
})

test('Retry-After is seconds or an HTTP date; anything else is ignored', () => {
  const nowMs = Date.parse('2026-03-10T15:00:00Z')
  assert.equal(parseRetryAfterMs('120', nowMs), 120_000)
  assert.equal(parseRetryAfterMs(' 0 ', nowMs), 0)
  assert.equal(parseRetryAfterMs('Tue, 10 Mar 2026 15:01:00 GMT', nowMs), 60_000)
  assert.equal(parseRetryAfterMs('Tue, 10 Mar 2026 14:00:00 GMT', nowMs), 0)
  for (const text of ['', 'soon', '-1', '1.5', '1e3', '9'.repeat(20), '2026-03-10', undefined])
    assert.equal(parseRetryAfterMs(text, nowMs), undefined, String(text))
})
