import assert from 'node:assert/strict'
import type { PurchaseView } from '../../src/domains/purchases/read-purchase.ts'
import { PLAIN_KEY, PLAIN_RETAILER, type TestApp } from './app.ts'
import { authorize, pay, play, sign, view } from './purchases.ts'

/**
 * The worked example of the vectors: 1,240.00 with 20 % down, six installments of 197.92 at 4.99 % a month, which started
 * on 2026-03-10 when the clock was not moved.
 */
export async function openExample(app: TestApp): Promise<PurchaseView> {
  const { purchase, downPaymentBillet } = await authorize(app, {
    key: PLAIN_KEY,
    retailerId: PLAIN_RETAILER,
    value: 1_240,
    installments: 6,
  })
  await play(app, purchase.id, 'analysis-passed')
  await sign(app, purchase.id)
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet)
  const opened = await view(app, purchase.id, PLAIN_RETAILER)
  assert.equal(opened.purchase.status, 'OPEN')
  return opened
}
