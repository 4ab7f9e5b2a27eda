import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import {
  askLink,
  buy,
  buyOpen,
  cancel,
  moveClock,
  UNKNOWN_ID,
} from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('an unknown transaction and another retailer’s are not found', async () => {
  const { transactionId } = await buy(app)
  for (const id of [transactionId, UNKNOWN_ID])
    expectError(await askLink(app, id, PLAIN_KEY), {
      code: 'transaction_not_found',
      message: 'Transaction not found',
      fields: [],
    })
})

test('a transaction that is complete, canceled or abandoned has no onboarding', async () => {
  const [open, canceled, abandoned] = [await buyOpen(app), await buy(app), await buy(app)]
  await cancel(app, canceled.transactionId)
  await moveClock(app, 'P4D')
  for (const { transactionId } of [open, canceled, abandoned])
    expectError(await askLink(app, transactionId), {
      code: 'onboarding_not_found',
      message: 'Onboarding not found',
      fields: [],
    })
})
