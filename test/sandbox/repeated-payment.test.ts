import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { authorize } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('a payment whose process died before storing its answer is still one payment when it is sent again', async () => {
  const { downPaymentBillet } = await authorize(app)
  assert.ok(downPaymentBillet)
  const send = (key: string) =>
    app.post(`/sandbox/billet/${downPaymentBillet.id}/pay`, { apiKey: DEMO_KEY }, { 'idempotency-key': key })
  const first = await send('one')
  // The state after such a crash: the money is booked, and the idempotency key is free.
  await query(app, 'DELETE FROM idempotency_keys')
  const second = await send('one')
  assert.equal(second.text, first.text)
  const count = async () => (await query(app, `SELECT FROM bank_notices WHERE kind = 'paid'`)).length
  assert.equal(await count(), 1)
  await send('two')
  assert.equal(await count(), 2)
})
