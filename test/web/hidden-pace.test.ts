import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeHiddenWaitMs } from '../../web/design/hidden-pace.ts'

test('a page that nobody sees asks as soon as one in sight, then ever less often, and at last once a minute', () => {
  const waits = Array.from({ length: 9 }, (_, answers) => computeHiddenWaitMs(1_500, answers))
  assert.deepEqual(waits, [1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000])
  assert.equal(computeHiddenWaitMs(10_000, 10_000), 60_000)
})
