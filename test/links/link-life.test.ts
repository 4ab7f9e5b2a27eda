import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expireLinks } from '../../src/domains/links/end-link.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { askTransaction, cancel, giveUp, read, readStatus } from '../support/purchase-http.ts'
import { balanceOf, contextOf, expectSoundBooks, pay, play, view } from '../support/purchases.ts'
import { askDelete, claim, listActions, listLinkEvents, newLink, readLink } from './link-calls.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a link is claimed by an authorization and completed by the purchase, and each is told once', async () => {
  const link = await newLink(app)
  const { purchase } = await claim(app, link, { downPayment: false })
  const claimed = await readLink(app, link.id)
  assert.deepEqual([claimed.status, claimed.transactionId], ['CLAIMED', purchase.id])
  await play(app, purchase.id)
  const completed = await readLink(app, link.id)
  assert.deepEqual([completed.status, completed.transactionId], ['COMPLETED', purchase.id])
  const told = await listLinkEvents(app, link.id)
  assert.deepEqual(
    told.map(({ type, action, paymentLinkId, transactionId, orderId, sequence }) => [
      type,
      action,
      paymentLinkId,
      transactionId,
      orderId,
      sequence,
    ]),
    [
      ['payment_link.claimed', 'CLAIMED', link.id, purchase.id, link.orderId, 1],
      ['payment_link.completed', 'COMPLETED', link.id, purchase.id, link.orderId, 2],
    ],
  )
  expectError(await askDelete(app, link.id), { code: 'link_completed' })
  await cancel(app, purchase.id)
  assert.equal((await readLink(app, link.id)).status, 'COMPLETED')
})

test('a purchase that ends early leaves the link free for the next person, until it expires', async () => {
  const link = await newLink(app)
  const first = await claim(app, link)
  await cancel(app, first.purchase.id)
  const free = await readLink(app, link.id)
  assert.deepEqual([free.status, 'transactionId' in free], ['ACTIVE', false])
  const second = await claim(app, link)
  assert.equal((await giveUp(app, second.purchase.id)).status, 200)
  assert.equal((await readLink(app, link.id)).status, 'ACTIVE')
  app.clock.advance({ days: 8 })
  assert.equal((await readLink(app, link.id)).status, 'EXPIRED')
  assert.ok((await expireLinks(contextOf(app))) >= 1)
  assert.equal(await expireLinks(contextOf(app)), 0)
  assert.deepEqual(await listActions(app, link.id), ['CLAIMED', 'CLAIMED', 'EXPIRED'])
  await assert.rejects(claim(app, link))
})

test('a claimed link outlives its time as long as its purchase lives', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const link = await newLink(app, { expiresAt })
  const { purchase } = await claim(app, link, { downPayment: false })
  app.clock.advance({ hours: 2 })
  await expireLinks(contextOf(app))
  assert.equal((await readLink(app, link.id)).status, 'CLAIMED')
  await cancel(app, purchase.id)
  assert.equal((await readLink(app, link.id)).status, 'EXPIRED')
})

test('a deleted link cancels its pending purchase and gives back what was paid, once', async () => {
  const link = await newLink(app)
  const { purchase, downPaymentBillet } = await claim(app, link)
  await pay(app, downPaymentBillet)
  const deleted = await askDelete(app, link.id)
  assert.deepEqual([deleted.status, deleted.body.status], [200, 'DELETED'], deleted.text)
  const after = await read(app, purchase.id)
  assert.deepEqual([after.status, after.cancelReason], ['CANCELED', 'PAYMENT_LINK_DELETED'])
  const { purchase: ended } = await view(app, purchase.id)
  assert.equal(ended.refund?.valueCentavos, purchase.downPaymentCentavos)
  assert.equal(await balanceOf(app, `customer:${purchase.id}`), 0)
  const again = await askDelete(app, link.id)
  assert.equal(again.text, deleted.text)
  assert.deepEqual(await listActions(app, link.id), ['CLAIMED', 'DELETED'])
  const canceled = await cancel(app, purchase.id)
  assert.equal(canceled.refundValue, purchase.downPaymentCentavos / 100)
})

test('a link that nobody used is deleted, and cannot be claimed or sent any more', async () => {
  const link = await newLink(app)
  assert.equal((await askDelete(app, link.id)).status, 200)
  await assert.rejects(claim(app, link))
  const sent = await app.post(
    `/payment-links/${link.id}/send`,
    { channel: 'SMS', to: '11987651234' },
    { 'x-service-apikey': 'sk_homolog_demo_0000000000000000000000000000' },
  )
  expectError(sent, { code: 'link_ended' })
})

test('a purchase that goes on with fewer products keeps the link', async () => {
  const link = await newLink(app)
  const { purchase } = await claim(app, link, {
    products: ['a', 'b'].map(id => ({ id, name: id, amount: 1, value: 900 })),
  })
  const { body } = await askTransaction(app, purchase.id, { products: ['b'] })
  const kept = await readLink(app, link.id)
  assert.deepEqual([kept.status, kept.transactionId], ['CLAIMED', body.transactionId])
  assert.notEqual(body.transactionId, purchase.id)
  await askDelete(app, link.id)
  assert.equal(await readStatus(app, String(body.transactionId)), 'CANCELED')
})

test('after all of this the books are sound', () => expectSoundBooks(app))
