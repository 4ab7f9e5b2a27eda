import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool } from 'undici'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buy } from '../support/purchase-http.ts'
import { CustomerDevice, expectDone, expectRefused } from './customer-device.ts'

const GUESSES = 1_000
const CONNECTIONS = 50

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', LOG_LEVEL: 'info' } })
})
after(() => app.stop())

async function openDevice() {
  const bought = await buy(app)
  const device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  return { device, transactionId: bought.transactionId }
}

test('of a thousand guesses over fifty connections, five are compared with the code', async () => {
  const { device, transactionId } = await openDevice()
  expectDone(await device.post('code', { purpose: 'phone' }))
  const right = await device.readCode()
  const pool = new Pool(app.url, { connections: CONNECTIONS })
  const path = `${new URL(device.link).pathname}/confirm`
  const headers = { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' }
  let sent = 0
  const answers = new Map<number, number>()
  const guess = async (): Promise<void> => {
    while (sent < GUESSES) {
      sent += 1
      const code = String((Number(right) + sent) % 1_000_000).padStart(6, '0')
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path,
        headers,
        body: JSON.stringify({ code }),
      })
      await body.dump()
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, guess))
  } finally {
    await pool.close()
  }
  // A busy server may refuse some with 503; none may succeed.
  assert.deepEqual(
    [...answers.keys()].filter(status => status !== 400 && status !== 503),
    [],
  )
  assert.ok((answers.get(400) ?? 0) > CONNECTIONS)
  const [code] = await query<{ tries: number }>(
    app,
    'SELECT tries FROM one_time_codes WHERE transaction_id = $1',
    [transactionId],
  )
  assert.equal(code?.tries, 5)
  // The right code comes too late, and gets the same answer as the wrong ones.
  expectRefused(await device.post('confirm', { code: right }), 400, 'code_refused')
  assert.equal((await device.state()).state.step, 'CONFIRMATION')
})

test('codes are sent after growing pauses, at most five unused ones a day, and the page gets the time to wait', async () => {
  const { device } = await openDevice()
  for (const waitSeconds of [30, 60, 120, 120]) {
    const { now, code } = expectDone(await device.post('code', { purpose: 'phone' }))
    assert.equal(Date.parse(code?.resendAt ?? '') - Date.parse(now), waitSeconds * 1_000)
    const early = await device.post('code', { purpose: 'phone' })
    expectRefused(early, 429, 'code_limit')
    assert.equal(early.headers.get('retry-after'), String(waitSeconds))
    app.clock.advance({ ms: waitSeconds * 1_000 })
  }
  expectDone(await device.post('code', { purpose: 'phone' }))
  app.clock.advance({ hours: 1 })
  const sixth = await device.post('code', { purpose: 'phone' })
  expectRefused(sixth, 429, 'code_limit')
  assert.ok(Number(sixth.headers.get('retry-after')) > 20 * 3_600)
})

test('letters, an old code after a resend and a code of another purchase are all refused alike', async () => {
  const [mine, other] = [await openDevice(), await openDevice()]
  expectDone(await mine.device.post('code', { purpose: 'phone' }))
  const old = await mine.device.readCode()
  app.clock.advance({ minutes: 1 })
  expectDone(await mine.device.post('code', { purpose: 'phone' }))
  expectDone(await other.device.post('code', { purpose: 'phone' }))
  const [right, foreign] = [await mine.device.readCode(), await other.device.readCode()]
  for (const code of ['abcdef', '', '12345', '１２３４５６', old, foreign].filter(each => each !== right))
    expectRefused(await mine.device.post('confirm', { code }), 400, 'code_refused')
  for (const body of [{}, { code: 123456 }, { code: null }])
    assert.equal((await mine.device.post('confirm', body)).status, 400)
  assert.equal(expectDone(await mine.device.post('confirm', { code: right })).step, 'FRONTDOC')
})
