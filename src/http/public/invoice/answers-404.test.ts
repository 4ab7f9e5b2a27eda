import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askReview, askUpload, upload } from '../../../../test/support/invoices.ts'
import { buy, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { SAMPLE_INVOICE } from '../../../contract/sample-invoice.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a malformed, unknown or foreign transaction is not found', async () => {
  const { transactionId } = await buy(app)
  for (const id of [transactionId, UNKNOWN_ID, 'abc', '%25', transactionId.toUpperCase()])
    expectError(await askUpload(app, id, SAMPLE_INVOICE, PLAIN_KEY), {
      code: 'transaction_not_found',
      message: 'Transaction not found',
      fields: [],
    })
})

test('an unknown invoice, or one of another retailer, cannot be decided in the sandbox', async () => {
  const { transactionId } = await buy(app)
  const { invoiceId } = await upload(app, transactionId, Buffer.from(SAMPLE_INVOICE, 'base64'))
  const attempts: [string, string][] = [
    [invoiceId, PLAIN_KEY],
    [UNKNOWN_ID, DEMO_KEY],
    [transactionId, DEMO_KEY],
    ['abc', DEMO_KEY],
  ]
  for (const [id, key] of attempts)
    expectError(await askReview(app, id, { result: 'VALIDATED' }, key), {
      code: 'invoice_not_found',
      fields: [],
    })
})
