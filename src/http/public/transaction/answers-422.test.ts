import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askTransaction, buy, cancel, read, readStatus } from '../../../../test/support/purchase-http.ts'
import { insertPurchases, newOnboardingToken } from '../../../domains/purchases/store/columns.ts'
import { findPurchase } from '../../../domains/purchases/store/purchases.ts'
import { newId } from '../../../kernel/ids.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('at least one product must remain', async () => {
  const products = ['sku-1', 'sku-2'].map(id => ({ id, name: id, amount: 1, value: 900 }))
  const { transactionId } = await buy(app, { products })
  for (const ids of [
    ['sku-1', 'sku-2'],
    ['sku-2', 'sku-1', 'sku-2'],
  ])
    expectError(await askTransaction(app, transactionId, { products: ids }), {
      code: 'no_product_left',
      message: 'At least 1 product must remain in the transaction',
      fields: [],
    })
  assert.equal(await readStatus(app, transactionId), 'PENDING')
})

/** As a payment link for an amount creates it: a stored purchase is rewritten without its products. */
async function storeWithoutProducts(): Promise<string> {
  const { transactionId } = await buy(app)
  const { database, secrets } = app.services
  const stored = await findPurchase(database, secrets, { retailerId: DEMO_RETAILER, id: transactionId })
  assert.ok(stored)
  await cancel(app, transactionId)
  const { products, ...rest } = stored
  assert.ok(products)
  const purchase = {
    ...rest,
    id: newId(),
    optionId: newId(),
    onboardingToken: newOnboardingToken(),
  }
  await database.transaction(async tx =>
    insertPurchases(tx, secrets, [purchase], { event: 'authorized', by: 'retailer' }),
  )
  return purchase.id
}

test('a transaction made without a cart has no products array, and nothing can be removed from it', async () => {
  const transactionId = await storeWithoutProducts()
  assert.ok(!('products' in (await read(app, transactionId))))
  expectError(await askTransaction(app, transactionId, { products: ['sku-1'] }), {
    code: 'transaction_without_products',
    message: 'Transaction has no products array',
    fields: [],
  })
})
