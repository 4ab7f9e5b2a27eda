import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askTransaction, buy, readStatus, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('an unknown transaction and another retailer’s are not found, read or changed', async () => {
  const { transactionId } = await buy(app)
  for (const id of [transactionId, UNKNOWN_ID])
    for (const more of [{}, { products: ['sku-1'] }, { products: ['none'] }])
      expectError(await askTransaction(app, id, more, PLAIN_KEY), {
        code: 'transaction_not_found',
        message: 'Transaction not found',
        fields: [],
      })
})

test('a product that is not in the transaction is not found, and none of the others is removed', async () => {
  const products = ['sku-1', 'sku-2'].map(id => ({ id, name: id, amount: 1, value: 900 }))
  const { transactionId } = await buy(app, { products })
  for (const ids of [['sku-3'], ['sku-1', 'sku-3'], ['SKU-1'], ['sku'], ['%']])
    expectError(await askTransaction(app, transactionId, { products: ids }), {
      code: 'products_not_found',
      message: 'Products not found in the transaction',
      fields: [],
    })
  assert.equal(await readStatus(app, transactionId), 'PENDING')
})
