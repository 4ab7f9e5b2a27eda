import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeTerms } from '../../src/domains/retailers/change-terms.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'
import { buy, buyOpen, cancel, pay, read, readStatus } from '../support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../support/purchases.ts'
import { askStorefront } from '../support/storefront.ts'

const FELT_WITHIN_MS = 8_000
const REFUSAL = {
  code: 'retailer_suspended',
  message: 'This retailer may not sell at present',
  fields: [],
} as const

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

/** Until this process feels it. */
async function suspend(): Promise<void> {
  const { database, secrets, clock } = app.services
  const changes = { suspension: 'Denúncia em apuração' }
  await changeTerms(database, secrets, DEMO_RETAILER, changes, { by: 'Ana', at: clock.now() })
  const deadline = performance.now() + FELT_WITHIN_MS
  for (;;) {
    const { status } = await app.post('/preApprove', preApproveBody(DEMO_KEY, newPerson()))
    if (status === 403) return
    assert.ok(performance.now() < deadline, `still ${status}`)
    await sleep(200)
  }
}

test('a suspended retailer sells nothing new; what was sold goes on', async () => {
  const [open, pending] = [await buyOpen(app), await buy(app)]
  const quoted = pickOption(await quote(app), { installments: 3 })
  await suspend()

  expectError(await app.post('/options', optionsBody(DEMO_KEY, newPerson(), 2_000)), REFUSAL)
  const order = { apiKey: DEMO_KEY, optionId: quoted._id, orderId: newOrderId() }
  expectError(await app.post('/authorize', order), REFUSAL)
  expectError(
    await app.post('/payment-links', { apiKey: DEMO_KEY, amount: 900, description: 'Sofá' }),
    REFUSAL,
  )
  const { body } = await askStorefront(app, 'config')
  assert.equal(body.showScript, false)

  const same = { apiKey: DEMO_KEY, optionId: pending.option._id, orderId: pending.orderId }
  assert.equal((await app.post('/authorize', same)).body.transactionId, pending.transactionId)
  const { installments = [] } = await read(app, open.transactionId)
  await pay(app, installments[0]?.id ?? '')
  await cancel(app, pending.transactionId)
  assert.equal(await readStatus(app, pending.transactionId), 'CANCELED')
  assert.equal((await app.post('/preApprove', preApproveBody(PLAIN_KEY, newPerson()))).status, 200)
})
