import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import type { PurchaseView } from '../../src/domains/purchases/read-purchase.ts'
import { removeProducts } from '../../src/domains/purchases/remove-products.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import {
  authorize,
  balanceOf,
  contextOf,
  expectSoundBooks,
  newOrderId,
  openPurchase,
  pay,
  pickOption,
  play,
  quote,
  sign,
  sumReceived,
  transferAll,
  view,
} from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const products = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
  { id: 'kettle', name: 'Chaleira', amount: 2, value: 250 },
]
const remove = (transactionId: string, productIds: readonly string[], retailerId = DEMO_RETAILER) =>
  removeProducts(contextOf(app), { retailerId, transactionId, productIds })
const code = (expected: string) => (error: { code?: string }) => error.code === expected
const cancel = (transactionId: string) =>
  cancelPurchase(contextOf(app), { retailerId: DEMO_RETAILER, transactionId, by: 'retailer' })

/** Down payment plus installments equal the contract's total, less what was credited from the old contract. */
async function expectFigures(next: PurchaseView): Promise<void> {
  const { purchase, installments, downPaymentBillet } = next
  const owed = installments
    .filter(({ paymentStatus }) => paymentStatus === 'PENDING')
    .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  assert.equal(await balanceOf(app, `customer:${purchase.id}`), owed)
  assert.equal(downPaymentBillet?.amountCentavos ?? 0, purchase.downPaymentCentavos)
}

test('the new contract is what /options shows for the remaining products: same rate, installments and dates', async () => {
  const { purchase } = await authorize(app, { products })
  const next = (await remove(purchase.id, ['kettle', 'kettle'])).purchase
  const shown = pickOption(await quote(app, { products: products.slice(0, 1) }))
  assert.deepEqual(
    [
      next.contract.installmentCentavos,
      next.contract.totalCentavos,
      next.contract.cetPA,
      next.contract.firstDueDate,
    ],
    [
      Math.round(shown.paymentInstallments * 100),
      Math.round(shown.totalAmount * 100),
      shown.cetPA,
      shown.firstDueDate,
    ],
  )
  assert.deepEqual(
    [next.contract.interestRatePM, next.contract.numberOfInstallments],
    [purchase.contract.interestRatePM, purchase.contract.numberOfInstallments],
  )
  assert.equal(
    next.insuredContract?.totalCentavos,
    Math.round((shown.insuranceOption?.totalAmount ?? 0) * 100),
  )
  assert.deepEqual(
    next.products?.map(({ id }) => id),
    ['fridge'],
  )
  assert.equal(next.orderId, purchase.orderId)
  assert.notEqual(next.onboardingToken, purchase.onboardingToken)
  const old = (await view(app, purchase.id)).purchase
  assert.deepEqual([old.status, old.cancelReason], ['CANCELED', 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS'])
})

test('status and step are kept, but a signature is asked for again while the purchase is not open', async () => {
  const { purchase } = await authorize(app, { products })
  await play(app, purchase.id, 'back-received')
  const early = (await remove(purchase.id, ['kettle'])).purchase
  assert.deepEqual([early.status, early.step], ['PENDING', 'SELFIE'])
  const signed = await authorize(app, { products })
  await play(app, signed.purchase.id)
  const again = await remove(signed.purchase.id, ['kettle'])
  assert.deepEqual(
    [again.purchase.status, again.purchase.step, again.purchase.signedAt],
    ['PENDING', 'SIGNATURE', undefined],
  )
  await sign(app, again.purchase.id)
  await pay(app, again.downPaymentBillet)
  const opened = await view(app, again.purchase.id)
  assert.equal(opened.purchase.status, 'OPEN')
  await expectFigures(opened)
})

test('a paid down payment counts as paid, and its excess over the new one is owed back at once', async () => {
  const { purchase, downPaymentBillet } = await authorize(app, { products })
  await pay(app, downPaymentBillet)
  const before = await balanceOf(app, 'refunds-due')
  const next = await remove(purchase.id, ['kettle'])
  assert.equal(next.downPaymentBillet?.paymentStatus, 'PAID')
  const excess = purchase.downPaymentCentavos - next.purchase.downPaymentCentavos
  assert.ok(excess > 0)
  assert.equal(before - (await balanceOf(app, 'refunds-due')), excess)
  await play(app, next.purchase.id)
  const opened = await view(app, next.purchase.id)
  assert.equal(opened.purchase.status, 'OPEN')
  assert.equal(opened.installments[0]?.amountCentavos, next.purchase.contract.installmentCentavos)
  await expectFigures(opened)
})

test('installments paid for an open purchase are credited in order, and the last one still closes it', async () => {
  const { purchase, installments } = await openPurchase(app, { products })
  await pay(app, installments[0])
  const next = await remove(purchase.id, ['kettle'])
  assert.equal(next.purchase.status, 'OPEN')
  assert.deepEqual(
    next.installments.map(({ paymentStatus }) => paymentStatus),
    ['PAID', 'PENDING', 'PENDING'],
  )
  await expectFigures(next)
  for (const billet of next.installments) if (billet.paymentStatus === 'PENDING') await pay(app, billet)
  assert.equal((await view(app, next.purchase.id)).purchase.status, 'CLOSED')
  assert.equal(await balanceOf(app, `customer:${next.purchase.id}`), 0)
})

test('what was paid beyond the smaller installments is owed back at once, and pays none of the later ones', async () => {
  const { purchase, installments } = await openPurchase(app, {
    products: [
      { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_700 },
      { id: 'kettle', name: 'Chaleira', amount: 1, value: 300 },
    ],
  })
  await pay(app, installments[0])
  await pay(app, installments[1])
  const before = await balanceOf(app, 'refunds-due')
  const next = await remove(purchase.id, ['fridge'])
  const paid = purchase.downPaymentCentavos + 2 * purchase.contract.installmentCentavos
  const due = next.purchase.downPaymentCentavos + 2 * next.purchase.contract.installmentCentavos
  assert.ok(paid > next.purchase.downPaymentCentavos + next.purchase.contract.totalCentavos)
  assert.equal(before - (await balanceOf(app, 'refunds-due')), paid - due)
  assert.equal(next.purchase.status, 'OPEN')
  assert.deepEqual(
    next.installments.map(({ paymentStatus }) => paymentStatus),
    next.installments.map((_, index) => (index < 2 ? 'PAID' : 'PENDING')),
  )
  await expectFigures(next)
  for (const billet of next.installments.slice(2)) await pay(app, billet)
  assert.equal((await view(app, next.purchase.id)).purchase.status, 'CLOSED')
})

test('removal and cancellation together give back all that was paid for both', async () => {
  const before = await sumReceived(app)
  const { purchase, installments } = await openPurchase(app, { products })
  await pay(app, installments[0])
  const owed = await balanceOf(app, 'refunds-due')
  const next = await remove(purchase.id, ['kettle'])
  const surplus = owed - (await balanceOf(app, 'refunds-due'))
  assert.ok(surplus > 0)
  await pay(app, next.installments[1])
  const received = (await sumReceived(app)) - before
  assert.equal((await cancel(next.purchase.id)).refund.valueCentavos, received - surplus)
  assert.equal((await cancel(purchase.id)).refund.valueCentavos, 0)
})

test('a retailer paid for the old contract owes the difference, and is not paid again', async () => {
  await transferAll(contextOf(app))
  const balances = async () => [
    await balanceOf(app, `retailer:${DEMO_RETAILER}`),
    await balanceOf(app, `clawback:${DEMO_RETAILER}`),
  ]
  const [toTransfer = 0, owed = 0] = await balances()
  const { purchase } = await openPurchase(app, { products })
  await transferAll(contextOf(app))
  const next = await remove(purchase.id, ['kettle'])
  await transferAll(contextOf(app))
  const difference = (purchase.transferCentavos ?? 0) - (next.purchase.transferCentavos ?? 0)
  assert.ok(difference > 0)
  assert.deepEqual(await balances(), [toTransfer, owed + difference])
})

test('months later overdue installments stay overdue on their days, with billets for today, and the removal still works', async () => {
  const { purchase, installments } = await openPurchase(app, { products })
  app.clock.advance({ days: 65 })
  const next = await remove(purchase.id, ['kettle'])
  assert.ok(next.installments.every(({ dueDate, issuedOn }) => dueDate >= issuedOn))
  assert.deepEqual(
    next.installments.map(({ originalDueDate, dueDate }) => originalDueDate ?? dueDate),
    installments.map(({ dueDate }) => dueDate),
  )
  const { installmentCentavos, totalCentavos } = next.purchase.contract
  assert.deepEqual(
    next.installments.map(({ faceCentavos, amountCentavos }) => faceCentavos ?? amountCentavos),
    installments.map(() => installmentCentavos),
  )
  const [first, second, third] = next.installments.map(each => each.amountCentavos - installmentCentavos)
  assert.ok(first && second && first > second && second > 0 && third === 0, 'charges of the delay are on top')
  assert.equal(await balanceOf(app, `customer:${next.purchase.id}`), totalCentavos)
})

test('unknown products, an empty cart, an ended purchase and another retailer are refused', async () => {
  const { purchase } = await authorize(app, { products })
  await assert.rejects(remove(purchase.id, ['kettle', 'nothing']), code('products_not_found'))
  await assert.rejects(remove(purchase.id, ['kettle', 'fridge']), code('no_product_left'))
  await assert.rejects(remove(purchase.id, ['kettle'], PLAIN_RETAILER), code('transaction_not_found'))
  await assert.rejects(remove('nonsense', ['kettle']), code('transaction_not_found'))
  await cancel(purchase.id)
  await assert.rejects(remove(purchase.id, ['kettle']), code('transaction_state_conflict'))
})

test('the same removal again, and many at once, give one new purchase', async () => {
  const { purchase } = await openPurchase(app, { products })
  const views = await Promise.all(Array.from({ length: 8 }, () => remove(purchase.id, ['kettle'])))
  assert.equal(new Set(views.map(each => each.purchase.id)).size, 1)
  await assert.rejects(remove(purchase.id, ['fridge']), code('transaction_state_conflict'))
})

test('after a removal /authorize still returns its first answer', async () => {
  const option = pickOption(await quote(app, { products }))
  const command = {
    retailerId: DEMO_RETAILER,
    optionId: option._id,
    orderId: newOrderId(),
    hasInsurance: undefined,
  }
  const first = await authorizePurchase(contextOf(app), command)
  await remove(first.purchase.id, ['kettle'])
  assert.equal((await authorizePurchase(contextOf(app), command)).purchase.id, first.purchase.id)
})
