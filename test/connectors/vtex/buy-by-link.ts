import assert from 'node:assert/strict'
import { claim, listLinks } from '../../links/link-calls.ts'
import type { TestApp } from '../../support/app.ts'
import { newPerson } from '../../support/people.ts'
import { pay, playUntil, read } from '../../support/purchase-http.ts'

/** Somebody buys with the order's living link, up to the signature. */
type Products = readonly Record<string, unknown>[]

export async function beginPurchase(app: TestApp, orderId: string, products?: Products): Promise<string> {
  const { data } = await listLinks(app, `orderId=${orderId}`)
  const link = data.find(({ status }) => status === 'ACTIVE' || status === 'OPENED')
  assert.ok(link, `no link of ${orderId} can be used`)
  const { purchase } = await claim(app, link, { person: newPerson(), ...(products && { products }) })
  return purchase.id
}

export async function finishPurchase(app: TestApp, transactionId: string): Promise<void> {
  const { downPaymentBillet } = await read(app, transactionId)
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet.id, { method: 'PIX' })
  await playUntil(app, transactionId, 'COMPLETE')
}

export async function buyByLink(app: TestApp, orderId: string, products?: Products): Promise<string> {
  const transactionId = await beginPurchase(app, orderId, products)
  await finishPurchase(app, transactionId)
  return transactionId
}
