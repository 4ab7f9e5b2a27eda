import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askLink, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a malformed transactionId is invalid', async () => {
  for (const id of ['abc', '0', 'null', '%25', UNKNOWN_ID.toUpperCase(), UNKNOWN_ID.slice(1), '%2e%2e%2f'])
    expectError(await askLink(app, id), {
      code: 'transaction_id_invalid',
      message: 'transactionId is invalid',
      fields: [],
    })
})
