import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { buy, buyOpen, cancel, readStatus } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the status follows the purchase', async () => {
  const [pending, open] = [await buy(app), await buyOpen(app)]
  assert.equal(await readStatus(app, pending.transactionId), 'PENDING')
  assert.equal(await readStatus(app, open.transactionId), 'OPEN')
  await cancel(app, pending.transactionId)
  assert.equal(await readStatus(app, pending.transactionId), 'CANCELED')
})

test('the answer is the status and the id, and unknown members change nothing', async () => {
  const { transactionId } = await buy(app)
  const { body } = await app.post(`/public/transaction/${transactionId}/status`, {
    apiKey: DEMO_KEY,
    status: 'CLOSED',
    transactionId: '0'.repeat(24),
  })
  assert.deepEqual(body, { status: 'PENDING', transactionId })
})
