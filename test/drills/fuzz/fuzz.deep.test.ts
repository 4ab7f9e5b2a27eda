import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/app.ts'
import { fuzz } from './fuzz.ts'
import { listServedRoutes } from './served-routes.ts'

const REQUESTS = 10_000
const LONGEST_MS = 25_000

test('ten thousand requests generated from the published reference, with a new seed each time, get only documented answers', async t => {
  const app = await startTestApp({ pixApi: 'sandbox' })
  try {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
    t.diagnostic(`seed ${seed}`)
    const { defects, ...figures } = await fuzz({
      port: app.port,
      requests: REQUESTS,
      seed,
      longestMs: LONGEST_MS,
      routes: await listServedRoutes(app.testDatabase.connection),
      log: () => {},
    })
    t.diagnostic(JSON.stringify(figures))
    assert.deepEqual(defects, [])
    assert.ok((figures.byStatus['200'] ?? 0) > REQUESTS / 10, JSON.stringify(figures))
  } finally {
    await app.stop()
  }
})
