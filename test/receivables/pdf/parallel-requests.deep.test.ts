import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askInParallel } from './parallel-requests.ts'

test('200 documents asked for at once leave /health under 100 ms and no memory behind', async () => {
  const { healthMs, sizes, keptBytes } = await askInParallel(200, 2)
  const p99 = healthMs[Math.floor(healthMs.length * 0.99)] ?? Infinity
  assert.ok(healthMs.length > 100, `only ${healthMs.length} answers of /health`)
  assert.ok(p99 < 100, `p99 ${p99} ms`)
  assert.equal(sizes.size, 1)
  const [first = 0, second = Infinity] = keptBytes
  assert.ok(second - first < 5_000_000, `${first} bytes grew to ${second}`)
})
