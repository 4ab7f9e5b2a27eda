import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { removeProducts } from '../../src/domains/purchases/remove-products.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { authorize, contextOf, openPurchase, pay, play } from '../support/purchases.ts'
import { describeOrder, sweep } from './crash-sweep.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('complete by signature, cut anywhere: an unsigned contract, or billets, books and transfer of a signed one', () =>
  sweep(
    app,
    async () => {
      const { purchase, downPaymentBillet } = await authorize(app)
      await pay(app, downPaymentBillet)
      await play(app, purchase.id, 'insurance-answered')
      return {
        orderId: purchase.orderId,
        act: database => applyCustomerEvent(contextOf(app, database), purchase.id, 'signed'),
      }
    },
    { isRepeatable: false },
  ))

test('cancel, cut anywhere: untouched, PROCESSING_CANCEL, or canceled with the refund booked', async () => {
  const prepare = async () => {
    const { purchase, installments } = await openPurchase(app)
    await pay(app, installments[0])
    return purchase
  }
  const command = (transactionId: string) =>
    ({ retailerId: DEMO_RETAILER, transactionId, by: 'retailer' }) as const
  const halted = await prepare()
  const halt = { ...contextOf(app), delayCancellation: () => Promise.reject(new Error('halted')) }
  await assert.rejects(cancelPurchase(halt, command(halted.id)), /halted/)
  const stages = [await describeOrder(app, halted.orderId)]
  await sweep(
    app,
    async () => {
      const purchase = await prepare()
      return {
        orderId: purchase.orderId,
        act: database => cancelPurchase(contextOf(app, database), command(purchase.id)),
      }
    },
    { stages },
  )
})

test('product removal, cut anywhere: the old contract, or the new one with all that was paid', () =>
  sweep(app, async () => {
    const products = [
      { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
      { id: 'kettle', name: 'Chaleira', amount: 2, value: 250 },
    ]
    const { purchase, installments } = await openPurchase(app, { products })
    await pay(app, installments[0])
    return {
      orderId: purchase.orderId,
      act: database =>
        removeProducts(contextOf(app, database), {
          retailerId: DEMO_RETAILER,
          transactionId: purchase.id,
          productIds: ['kettle'],
        }),
    }
  }))
