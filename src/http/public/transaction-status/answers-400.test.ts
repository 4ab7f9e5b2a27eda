import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the key is required, must be a text, and must be one key', async () => {
  const { transactionId } = await buy(app)
  const path = `/public/transaction/${transactionId}/status`
  expectError(await app.post(path, {}), {
    code: 'missing_parameters',
    message: 'Missing parameters: apiKey',
    fields: ['apiKey'],
  })
  for (const apiKey of [1, [], {}, true])
    expectError(await app.post(path, { apiKey }), {
      code: 'invalid_parameters',
      message: 'apiKey must be a string',
      fields: ['apiKey'],
    })
  expectError(await app.post(path, { apiKey: PLAIN_KEY }, { 'x-service-apikey': 'another' }), {
    code: 'conflicting_api_keys',
  })
})
