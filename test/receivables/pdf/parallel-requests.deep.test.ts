import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askInParallel } from './parallel-requests.ts'

const TRIES = 3
const LIMIT_MS = 100

test('200 documents asked for at once leave /health under 100 ms and no memory behind', async () => {
  let fastestMs = Number.POSITIVE_INFINITY
  // Other programs can only slow an answer down, so the fastest try counts.
  for (let tries = 0; tries < TRIES && fastestMs >= LIMIT_MS; tries++) {
    const { healthMs, sizes, keptBytes } = await askInParallel(200, 2)
    assert.ok(healthMs.length > 100, `only ${healthMs.length} answers of /health`)
    fastestMs = Math.min(fastestMs, healthMs[Math.floor(healthMs.length * 0.99)] ?? Number.POSITIVE_INFINITY)
    assert.equal(sizes.size, 1)
    const [first = 0, second = Number.POSITIVE_INFINITY] = keptBytes
    assert.ok(second - first < 5_000_000, `${first} bytes grew to ${second}`)
  }
  assert.ok(fastestMs < LIMIT_MS, `p99 ${fastestMs} ms`)
})
