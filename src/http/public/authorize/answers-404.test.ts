import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { pickOption, quote } from '../../../../test/support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const authorize = (apiKey: string, optionId: string) =>
  app.post('/authorize', { apiKey, optionId, orderId: 'pedido-1' })

test('an unknown option and an option of another retailer get the same answer, and create nothing', async () => {
  const { _id } = pickOption(await quote(app))
  const answers = [await authorize(PLAIN_KEY, _id), await authorize(PLAIN_KEY, UNKNOWN_ID)]
  for (const answer of answers)
    expectError(answer, { code: 'checkout_not_found', message: 'Checkout not found' })
  const [foreign, unknown] = answers.map(({ text, body }) => text.replace(String(body.trackId), ''))
  assert.equal(foreign, unknown)
  assert.deepEqual(await query(app, 'SELECT id FROM transactions'), [])
  assert.equal((await authorize(DEMO_KEY, _id)).status, 200)
})
