import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buyOpen, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a malformed, unknown or foreign transaction is not found', async () => {
  const { transactionId } = await buyOpen(app)
  for (const id of [transactionId, UNKNOWN_ID, 'abc', '%25', transactionId.toUpperCase()])
    expectError(await app.post(`/public/transaction/${id}/billets`, { apiKey: PLAIN_KEY }), {
      code: 'transaction_not_found',
      message: 'Transaction not found',
      fields: [],
    })
})
