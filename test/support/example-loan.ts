import assert from 'node:assert/strict'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import type { PurchaseView } from '../../src/domains/purchases/read-purchase.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { PLAIN_KEY, PLAIN_RETAILER, type TestApp } from './app.ts'
import { authorize, contextOf, pay, play, view } from './purchases.ts'

/**
 * The worked example of the vectors: 1,240.00 with 20 % down, six installments of 197.92 at 4.99 % a month, which started
 * on 2026-03-10 when the clock was not moved. Signed under the contract's second version, unless another is given.
 */
export async function openExample(
  app: TestApp,
  terms: { readonly contractVersion?: number } = {},
): Promise<PurchaseView> {
  const { contractVersion = 2 } = terms
  const { purchase, downPaymentBillet } = await authorize(app, {
    key: PLAIN_KEY,
    retailerId: PLAIN_RETAILER,
    value: 1_240,
    installments: 6,
  })
  await play(app, purchase.id, 'analysis-passed')
  const { contract } = purchase
  const signed =
    contractVersion === 1
      ? undefined
      : { contract, contractDate: calendarDateAt(app.clock.now()), contractVersion }
  await applyCustomerEvent(contextOf(app), purchase.id, 'signed', { signed })
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet)
  const opened = await view(app, purchase.id, PLAIN_RETAILER)
  assert.equal(opened.purchase.status, 'OPEN')
  return opened
}
