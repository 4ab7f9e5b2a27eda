import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, cancel, checkAnswer, read, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { RemovalPreviewAnswer } from '../../../contract/orders.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const products = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
  { id: 'kettle', name: 'Chaleira', amount: 1, value: 250 },
]
const ask = (transactionId: string, removed: unknown = ['kettle'], apiKey = DEMO_KEY) =>
  app.post(`/public/transaction/${transactionId}/removal-preview`, { apiKey, products: removed })

test('200: everybody’s part and the smaller transaction, without ids', async () => {
  const { transactionId } = await buy(app, { products })
  const preview = checkAnswer(RemovalPreviewAnswer, await ask(transactionId))
  assert.equal(preview.transactionId, transactionId)
  assert.deepEqual(
    preview.transaction.products?.map(({ id }) => id),
    ['fridge'],
  )
  assert.ok(!('id' in preview.transaction) && !('transactionId' in preview.transaction))
  assert.deepEqual(preview.customer, { refundValue: 0, releasedValue: 0 })
  assert.equal((await read(app, transactionId)).status, 'PENDING')
})

test('400, 401, 404, 409 and 422: as the removal itself', async () => {
  const { transactionId } = await buy(app, { products })
  expectError(await ask('abc'), { code: 'transaction_id_invalid' })
  expectError(await ask(transactionId, []), {
    code: 'invalid_parameters',
    message: 'products must have 1 to 200 items',
  })
  expectError(await ask(transactionId, ['kettle'], 'sk_homolog_unknown'), { code: 'invalid_api_key' })
  expectError(await ask(UNKNOWN_ID), { code: 'transaction_not_found' })
  expectError(await ask(transactionId, ['kettle'], PLAIN_KEY), { code: 'transaction_not_found' })
  expectError(await ask(transactionId, ['oven']), { code: 'products_not_found' })
  expectError(await ask(transactionId, ['fridge', 'kettle']), { code: 'no_product_left' })
  await cancel(app, transactionId)
  expectError(await ask(transactionId), { code: 'transaction_state_conflict' })
})
