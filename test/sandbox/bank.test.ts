import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BankAnswer } from '../../src/contract/sandbox.ts'
import {
  DEMO_KEY,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { checkAnswer } from '../support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const GOOD_BANK = {
  pix: { loseWebhooks: false, repeatWebhooks: 0, delaySeconds: 0, reorder: false, down: false, slowMs: 0 },
  registration: 'ok',
  payouts: 'confirm',
}
const change = async (body: object, apiKey = DEMO_KEY) => app.post('/sandbox/bank', { apiKey, ...body })
const read = async (key = DEMO_KEY) =>
  checkAnswer(
    BankAnswer,
    await readAnswer(await fetch(`${app.url}/sandbox/bank`, { headers: { 'x-service-apikey': key } })),
  )

test('a retailer changes the bank for itself only, and an empty body brings the good bank back', async () => {
  assert.deepEqual(await read(), GOOD_BANK)
  const pix = {
    loseWebhooks: true,
    repeatWebhooks: 3,
    delaySeconds: 60,
    reorder: true,
    down: true,
    slowMs: 10,
  }
  const changed = { pix, registration: 'reject', payouts: 'unknown' }
  assert.deepEqual(checkAnswer(BankAnswer, await change(changed)), changed)
  assert.deepEqual(await read(), changed)
  assert.deepEqual(await read(PLAIN_KEY), GOOD_BANK)
  assert.deepEqual(checkAnswer(BankAnswer, await change({ payouts: 'fail' })), {
    ...GOOD_BANK,
    payouts: 'fail',
  })
  assert.deepEqual(checkAnswer(BankAnswer, await change({})), GOOD_BANK)
})

test('a bank that is down comes back by itself after a day', async () => {
  await change({ pix: { down: true } })
  app.clock.advance({ hours: 23 })
  assert.equal((await read()).pix.down, true)
  app.clock.advance({ hours: 1 })
  assert.equal((await read()).pix.down, false)
})

test('a wrong member is refused by name, and nothing changes', async () => {
  await change({ registration: 'slow' })
  const wrong: [field: string, body: object][] = [
    ['pix', { pix: true }],
    ['pix.loseWebhooks', { pix: { loseWebhooks: 1 } }],
    ['pix.repeatWebhooks', { pix: { repeatWebhooks: 11 } }],
    ['pix.repeatWebhooks', { pix: { repeatWebhooks: -1 } }],
    ['pix.delaySeconds', { pix: { delaySeconds: 86_401 } }],
    ['pix.delaySeconds', { pix: { delaySeconds: 1.5 } }],
    ['pix.slowMs', { pix: { slowMs: 30_001 } }],
    ['pix.down', { pix: { down: 'yes' } }],
    ['registration', { registration: 'later' }],
    ['payouts', { payouts: 'maybe' }],
  ]
  for (const [field, body] of wrong) {
    const refused = await change(body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(refused.text, new RegExp(`"${field.replace('.', '\\.')}"`), refused.text)
  }
  assert.deepEqual(await read(), { ...GOOD_BANK, registration: 'slow' })
})

test('a publishable key neither reads nor changes the bank', async () => {
  expectError(await change({}, PUBLISHABLE_KEY), { code: 'scope_missing' })
})
