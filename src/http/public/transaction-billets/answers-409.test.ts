import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buyOpen, cancel, pay, read } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a canceled purchase and a paid one print no billet: there is nothing to pay', async () => {
  const canceled = await buyOpen(app)
  await cancel(app, canceled.transactionId)
  const paid = await buyOpen(app, { downPayment: false })
  for (const { id } of (await read(app, paid.transactionId)).installments ?? []) await pay(app, id)
  for (const { transactionId } of [canceled, paid])
    expectError(await app.post(`/public/transaction/${transactionId}/billets`, { apiKey: DEMO_KEY }), {
      code: 'nothing_to_pay',
      message: 'Transaction has no billet that can be paid',
      fields: [],
    })
})
