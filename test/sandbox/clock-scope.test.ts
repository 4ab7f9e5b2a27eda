import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SECRET_SCOPES } from '../../src/contract/scopes.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const move = (apiKey: string, advance = 'PT1S') => app.post('/sandbox/clock', { apiKey, advance })
const readClock = async (key: string) =>
  readAnswer(await fetch(`${app.url}/sandbox/clock`, { headers: { 'x-service-apikey': key } }))

test('only a key with the scope clock moves the clock; others are told which scope, and may read it', async () => {
  const before = (await readClock(PLAIN_KEY)).body.now
  const usual = await app.services.retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
  for (const key of [PLAIN_KEY, usual.key]) {
    expectError(await move(key), {
      code: 'scope_missing',
      message: 'This API key may not move the clock: it needs the scope clock',
    })
    assert.equal((await readClock(key)).body.now, before)
  }
  assert.equal((await move(DEMO_KEY)).status, 200)
  const named = await app.services.retailers.issueKey({
    retailerId: DEMO_RETAILER,
    kind: 'secret',
    scopes: SECRET_SCOPES,
  })
  assert.equal((await move(named.key)).status, 200)
})

test('a key expires by real time, wherever the clock was moved to', async () => {
  const { retailers, realClock } = app.services
  const expiresAt = new Date(realClock.now().getTime() + 3_600_000)
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', expiresAt })
  await move(DEMO_KEY, 'P30D')
  assert.equal((await readClock(key)).status, 200)
  const rotated = await retailers.rotateKey(id)
  assert.ok(rotated)
  app.clock.advance({ hours: 1 })
  for (const each of [key, rotated.key]) expectError(await readClock(each), { code: 'invalid_api_key' })
})
