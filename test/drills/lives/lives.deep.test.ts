import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveTogether } from './world.ts'

test('lives with everything that may happen to a loan leave cash, sub-ledgers and payoffs as the books have them', async () => {
  const steps = [...Array.from({ length: 20 }, (_, at) => 1 + (at % 7)), 30, 31, 28]
  const { deviations, lives, actCount, comparisons } = await liveTogether({ lives: 30, seed: 3, steps })
  assert.deepEqual(deviations, [])
  assert.equal(lives, 30)
  assert.ok(actCount > 100 && comparisons > 2_000, `${actCount} acts, ${comparisons} comparisons`)
})
