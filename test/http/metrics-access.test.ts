import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readAnswer, startTestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'

const PRODUCTION = {
  ENVIRONMENT: 'production',
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://credito.example',
  TRUSTED_PROXIES: 'none',
  DATABASE_URL: 'postgres://elsewhere/crediario?sslmode=verify-full',
}

test('production shows its metrics to whoever has the token, and to nobody without one', async () => {
  const METRICS_TOKEN = randomBytes(16).toString('hex')
  const silent = await startTestApp({ env: PRODUCTION, withoutSeed: true })
  const guarded = await startTestApp({ sharing: silent, env: { ...PRODUCTION, METRICS_TOKEN } })
  const read = (url: string, authorization?: string) =>
    fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })
  try {
    expectError(await readAnswer(await read(silent.url)), { code: 'route_not_found' })
    for (const wrong of [undefined, 'Bearer ', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}0`, 'Bearer undefined'])
      expectError(await readAnswer(await read(guarded.url, wrong)), { code: 'metrics_token_required' })
    const right = await read(guarded.url, `Bearer ${METRICS_TOKEN}`)
    assert.equal(right.status, 200)
    assert.match(await right.text(), /^crediario_requests_in_flight /m)
    assert.equal((await fetch(`${guarded.url}/ready`)).status, 200, 'probes need no token')
  } finally {
    await guarded.stop()
    await silent.stop()
  }
})
