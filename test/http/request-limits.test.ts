import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let app: TestApp
let second: TestApp

before(async () => {
  app = await startTestApp({ env: { UNKNOWN_KEY_LIMIT_PER_MINUTE: '20' } })
  second = await startTestApp({ sharing: app, env: { UNKNOWN_KEY_LIMIT_PER_MINUTE: '20' } })
})
after(async () => {
  await second.stop()
  await app.stop()
})

test('a key’s own limit per second holds over two servers together, on both routes', async () => {
  const limit = 12
  const { key } = await app.services.retailers.issueKey({
    retailerId: DEMO_RETAILER,
    kind: 'secret',
    rateLimitPerSecond: limit,
  })
  const person = newPerson()
  const startedAt = Date.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const server = at % 2 === 0 ? app : second
      return at % 4 < 2
        ? server.post('/preApprove', preApproveBody(key, person, 1000))
        : server.post('/options', optionsBody(key, person, 1000))
    }),
  )
  const seconds = Math.floor(Date.now() / 1000) - Math.floor(startedAt / 1000) + 1
  const served = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(served.length >= 1 && served.length <= limit * seconds, `${served.length} in ${seconds} s`)
  assert.ok(refused.length > 0)
  for (const answer of refused) {
    expectError(answer, { code: 'rate_limited' })
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.equal(answer.headers.get('ratelimit-limit'), String(limit))
    assert.equal(answer.headers.get('ratelimit-remaining'), '0')
  }
})

test('after 20 unknown keys in a minute an address gets 429, with or without forged origins, and known keys still work', async () => {
  const person = newPerson()
  const guess = (at: number) =>
    (at % 2 === 0 ? app : second).post('/preApprove', preApproveBody(`sk_homolog_guess_${at}`, person), {
      'x-forwarded-for': `203.0.113.${at}`,
    })
  for (let at = 0; at < 20; at++) expectError(await guess(at), { code: 'invalid_api_key' })
  for (let at = 20; at < 25; at++) {
    const answer = await guess(at)
    expectError(answer, { code: 'rate_limited' })
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  assert.equal((await app.post('/options', optionsBody(DEMO_KEY, person, 1000))).status, 200)
})
