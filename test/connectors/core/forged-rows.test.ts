import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { VtexShop, writePayment } from '../vtex/vtex-shop.ts'

let app: TestApp
let shop: VtexShop
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  shop = await VtexShop.open(app)
})
after(() => app?.stop())

const FORGERIES = [
  `UPDATE connector_payments SET state = 'approved', version = version + 1 WHERE foreign_id = $1`,
  `UPDATE connector_payments SET total_centavos = 1 WHERE foreign_id = $1`,
  `UPDATE connector_payments SET link_id = '000000000000000000000009' WHERE foreign_id = $1`,
]

test('a payment that was approved, made cheaper or led to another link in the database is not answered with', async () => {
  for (const forgery of FORGERIES) {
    const request = writePayment()
    await shop.pay(request)
    await query(app, forgery, [request.paymentId])
    const answer = await shop.post('/payments', request)
    assert.equal(answer.status, 500, forgery)
    assert.equal(answer.body.code, 'INTERNAL_ERROR')
  }
  assert.match(app.logged(), /of connector_payments: it was not written by this program/)
})

test('an outcome that was written into an operation is not told to the platform', async () => {
  const request = writePayment()
  await shop.pay(request)
  const requestId = 'forged-request'
  await shop.operate('cancellations', String(request.paymentId), { requestId })
  await query(
    app,
    `UPDATE connector_operations SET state = 'refused', code = 'NOT_CANCELABLE' WHERE request_id = $1`,
    [requestId],
  )
  const answer = await shop.operate('cancellations', String(request.paymentId), { requestId })
  assert.equal(answer.status, 500)
})

test('an account that was given to another retailer in the database is not signed in to', async () => {
  await query(app, `UPDATE connector_accounts SET account = 'another' WHERE id = $1`, [shop.id])
  assert.equal((await shop.post('/payments', writePayment())).status, 500)
})
