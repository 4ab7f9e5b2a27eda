import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CODES_PER_DAY, computeSendWaitMs } from './send-limit.ts'

const start = Date.parse('2026-03-10T15:00:00Z')
const at = (seconds: number): Date => new Date(start + seconds * 1_000)

test('the wait for the next code grows: 30, 60, 120 and 120 seconds, then until tomorrow', () => {
  const sent: Date[] = []
  const waits: number[] = []
  let now = 0
  for (let count = 0; count < CODES_PER_DAY; count++) {
    sent.push(at(now))
    const waitMs = computeSendWaitMs(sent, at(now))
    waits.push(waitMs / 1_000)
    assert.equal(computeSendWaitMs(sent, at(now + waitMs / 1_000 - 1)), 1_000)
    assert.equal(computeSendWaitMs(sent, at(now + waitMs / 1_000)), 0)
    now += waitMs / 1_000
  }
  assert.deepEqual(waits.slice(0, 4), [30, 60, 120, 120])
  assert.equal(now, 86_400)
})

test('no request pattern gets more than five codes in any day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), pauses => {
      const sent: number[] = []
      let now = 0
      for (const pause of pauses) {
        now += pause
        if (computeSendWaitMs(sent.map(at), at(now)) === 0) sent.push(now)
      }
      for (const from of sent)
        assert.ok(sent.filter(each => each >= from && each < from + 86_400).length <= CODES_PER_DAY)
    }),
  )
})
