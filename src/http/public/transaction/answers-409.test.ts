import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import {
  askTransaction,
  buy,
  buyOpen,
  cancel,
  moveClock,
  pay,
  read,
  readStatus,
  removeProducts,
} from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const products = ['sku-1', 'sku-2', 'sku-3'].map(id => ({ id, name: id, amount: 1, value: 900 }))

test('products are removed from living transactions only: one that ended keeps its cart', async () => {
  const [canceled, replaced] = [await buy(app, { products }), await buy(app, { products })]
  const [closed, abandoned] = [await buyOpen(app, { products }), await buy(app, { products })]
  await cancel(app, canceled.transactionId)
  await removeProducts(app, replaced.transactionId, ['sku-2'])
  for (const { id } of (await read(app, closed.transactionId)).installments ?? []) await pay(app, id)
  await moveClock(app, 'P4D')
  const ended = [canceled, replaced, closed, abandoned]
  const statuses = await Promise.all(ended.map(({ transactionId }) => readStatus(app, transactionId)))
  assert.deepEqual(statuses, ['CANCELED', 'CANCELED', 'CLOSED', 'ABANDONED'])
  for (const { transactionId } of ended) {
    const before = await read(app, transactionId)
    expectError(await askTransaction(app, transactionId, { products: ['sku-1'] }), {
      code: 'transaction_state_conflict',
      fields: [],
    })
    assert.deepEqual(await read(app, transactionId), before)
  }
})
