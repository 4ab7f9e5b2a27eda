import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, buyOpen, playUntil } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('while only the down payment billet exists there are no installments to print, and the refusal is JSON', async () => {
  const [fresh, waiting] = [await buy(app), await buy(app)]
  await playUntil(app, waiting.transactionId, 'ENTRY')
  for (const { transactionId } of [fresh, waiting])
    expectError(await app.post(`/public/transaction/${transactionId}/billets`, { apiKey: DEMO_KEY }), {
      code: 'transaction_without_installments',
      message: 'Transaction has no installments',
      fields: [],
    })
})

test('parameters are validated before the PDF is rendered', async () => {
  const { transactionId } = await buyOpen(app)
  const path = `/public/transaction/${transactionId}/billets`
  expectError(await app.post(path, {}), {
    code: 'missing_parameters',
    message: 'Missing parameters: apiKey',
    fields: ['apiKey'],
  })
  for (const layout of ['A4', '', 1])
    expectError(await app.post(path, { apiKey: DEMO_KEY, layout }), {
      code: 'invalid_parameters',
      message: 'layout must be one of page, booklet',
      fields: ['layout'],
    })
})
