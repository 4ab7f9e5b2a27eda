import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('text that is not a transaction id finds none: wildcards, other notations, parts of an id', async () => {
  const { transactionId } = await buy(app)
  const wildcards = ['%25', '_'.repeat(24), `${transactionId.slice(0, 23)}%25`, '*', '%27%20OR%201=1--']
  const written = [
    transactionId.toUpperCase(),
    transactionId.slice(0, 23),
    `${transactionId}0`,
    `%20${transactionId}`,
  ]
  for (const id of [...wildcards, ...written, 'null', '0', 'undefined', '%00', UNKNOWN_ID])
    expectError(await app.post(`/public/transaction/${id}/status`, { apiKey: DEMO_KEY }), {
      code: 'transaction_not_found',
      message: 'Transaction not found',
      fields: [],
    })
})
