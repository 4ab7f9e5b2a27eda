import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { expireStale } from '../../src/domains/purchases/expire-stale.ts'
import { MoveRefused } from '../../src/domains/purchases/move.ts'
import { readPurchase } from '../../src/domains/purchases/read-purchase.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
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
  transferAll,
  view,
  withBank,
} from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const order = (
  optionId: string,
  more: { orderId?: string; hasInsurance?: boolean; retailerId?: string } = {},
) => ({
  retailerId: DEMO_RETAILER,
  optionId,
  orderId: newOrderId(),
  hasInsurance: undefined,
  ...more,
})
const code = (expected: string) => (error: { code?: string }) => error.code === expected

async function actionsOf(transactionId: string): Promise<string[]> {
  const rows = await query<{ body: string }>(
    app,
    'SELECT body FROM events WHERE transaction_id = $1 ORDER BY sequence',
    [transactionId],
  )
  return rows.map(row => {
    const { action, step } = JSON.parse(row.body)
    return step ?? action
  })
}

test('the contract equals the option of /options to the centavo, with a down payment billet and Pix', async () => {
  const option = pickOption(await quote(app))
  const { purchase, downPaymentBillet, maskedPhone } = await authorizePurchase(
    contextOf(app),
    order(option._id),
  )
  const { contract } = purchase
  assert.deepEqual(
    [
      contract.installmentCentavos,
      contract.totalCentavos,
      contract.financedCentavos,
      contract.totalIofCentavos,
    ],
    [option.paymentInstallments, option.totalAmount, option.financedAmount, option.totalIof].map(reais =>
      Math.round(reais * 100),
    ),
  )
  assert.equal(downPaymentBillet?.amountCentavos, Math.round(option.downPaymentValue * 100))
  assert.ok(downPaymentBillet.pixCode?.includes('br.gov.bcb.pix'))
  assert.match(maskedPhone, /^\(11\) \*{5}-\d{4}$/)
  assert.deepEqual((await view(app, purchase.id)).purchase, purchase)
  assert.deepEqual([purchase.status, purchase.step], ['PENDING', 'WAITING'])
  assert.equal(
    (await findPurchase(app.database, app.services.secrets, { token: purchase.onboardingToken }))?.id,
    purchase.id,
  )
})

test('the same order and option again get the same answer, even after the option expired and the purchase ended', async () => {
  const option = pickOption(await quote(app))
  const command = order(option._id)
  const first = await authorizePurchase(contextOf(app), command)
  assert.deepEqual(await authorizePurchase(contextOf(app), command), first)
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: first.purchase.id,
    by: 'retailer',
  })
  app.clock.advance({ days: 90 })
  const again = await authorizePurchase(contextOf(app), command)
  assert.equal(again.purchase.id, first.purchase.id)
  assert.equal(again.purchase.onboardingToken, first.purchase.onboardingToken)
  assert.equal(again.downPaymentBillet?.barcode, first.downPaymentBillet?.barcode)
})

test('an option that is unknown, foreign, unshown, expired or used for another order is refused with its own code', async () => {
  const quotation = await quote(app)
  const option = pickOption(quotation)
  const attempt = (optionId: string, more = {}) => authorizePurchase(contextOf(app), order(optionId, more))
  await assert.rejects(attempt('0'.repeat(24)), code('checkout_not_found'))
  await assert.rejects(attempt(option._id, { retailerId: PLAIN_RETAILER }), code('checkout_not_found'))
  await assert.rejects(attempt(`${option._id.slice(0, 21)}fff`), code('option_invalid'))
  await assert.rejects(attempt(`${option._id.slice(0, 21)}000`), code('option_invalid'))
  const { purchase } = await attempt(option._id)
  await assert.rejects(attempt(option._id), code('option_already_used'))
  const other = quotation.options.find(({ _id }) => _id !== option._id)
  assert.ok(other)
  await assert.rejects(attempt(other._id, { orderId: purchase.orderId }), code('order_already_authorized'))
  await assert.rejects(attempt(other._id), code('contract_in_progress'))
  const stale = pickOption(await quote(app))
  app.clock.advance({ hours: 48 })
  await assert.rejects(attempt(stale._id), code('option_expired'))
})

test('insurance is contracted by hasInsurance or by the twin’s own id, and only where it was offered', async () => {
  const first = pickOption(await quote(app))
  const byFlag = await authorizePurchase(contextOf(app), order(first._id, { hasInsurance: true }))
  assert.equal(byFlag.purchase.hasInsurance, true)
  assert.equal(
    byFlag.purchase.contract.totalCentavos,
    Math.round((first.insuranceOption?.totalAmount ?? 0) * 100),
  )
  const twin = pickOption(await quote(app)).insuranceOption?._id ?? assert.fail()
  await assert.rejects(
    authorizePurchase(contextOf(app), order(twin, { hasInsurance: false })),
    code('option_invalid'),
  )
  const byId = await authorizePurchase(contextOf(app), order(twin))
  assert.equal(byId.purchase.contract.totalCentavos, byFlag.purchase.contract.totalCentavos)
  const plain = pickOption(await quote(app, { key: 'sk_homolog_plain_000000000000000000000000000' }))
  await assert.rejects(
    authorizePurchase(contextOf(app), order(plain._id, { hasInsurance: true, retailerId: PLAIN_RETAILER })),
    code('insurance_unavailable'),
  )
})

test('a purchase goes from WAITING to CLOSED with an event per step, and every centavo is booked to its owner', async () => {
  const { purchase, downPaymentBillet } = await authorize(app)
  await play(app, purchase.id)
  assert.equal((await view(app, purchase.id)).purchase.step, 'ENTRY')
  await pay(app, downPaymentBillet)
  const opened = await view(app, purchase.id)
  const { contract } = purchase
  assert.deepEqual([opened.purchase.status, opened.purchase.step], ['OPEN', 'COMPLETE'])
  assert.deepEqual(
    opened.installments.map(billet => [billet.dueDate, billet.amountCentavos]),
    computeDueDates(contract.firstDueDate, contract.numberOfInstallments).map(dueDate => [
      dueDate,
      contract.installmentCentavos,
    ]),
  )
  const { purchaseCentavos } = purchase
  assert.equal(
    opened.purchase.transferCentavos,
    purchaseCentavos - contract.retentionCentavos - contract.cmCentavos,
  )
  assert.ok((await transferAll(contextOf(app))) > 0)
  assert.equal(await transferAll(contextOf(app)), 0)
  assert.ok((await view(app, purchase.id)).purchase.transferedAt)
  for (const billet of opened.installments) await pay(app, billet)
  assert.equal((await view(app, purchase.id)).purchase.status, 'CLOSED')
  assert.equal(await balanceOf(app, `customer:${purchase.id}`), 0)
  assert.deepEqual(await actionsOf(purchase.id), [
    'WAITING',
    'CONFIRMATION',
    'FRONTDOC',
    'BACKDOC',
    'SELFIE',
    'ASYNC_ANALYSE',
    'INSURANCE',
    'SIGNATURE',
    'ENTRY',
    'COMPLETE',
    'APPROVED',
    'TRANSFERED',
    'PAID',
    'PAID',
    'PAID',
    'CLOSED',
  ])
})

test('without a down payment, or with one paid before, the signature completes the purchase', async () => {
  const free = await openPurchase(app, { downPayment: false })
  assert.equal(free.downPaymentBillet, undefined)
  const { purchase, downPaymentBillet } = await authorize(app)
  await pay(app, downPaymentBillet)
  assert.deepEqual((await view(app, purchase.id)).purchase.step, 'WAITING')
  await play(app, purchase.id)
  assert.equal((await view(app, purchase.id)).purchase.status, 'OPEN')
})

test('insurance accepted in onboarding reprices the contract with the twin shown by /options', async () => {
  const option = pickOption(await quote(app))
  const { purchase } = await authorizePurchase(contextOf(app), order(option._id))
  await play(app, purchase.id, 'analysis-passed')
  const insured = await applyCustomerEvent(contextOf(app), purchase.id, 'insurance-answered', {
    acceptInsurance: true,
  })
  assert.equal(insured.hasInsurance, true)
  assert.equal(insured.contract.totalCentavos, Math.round((option.insuranceOption?.totalAmount ?? 0) * 100))
})

test('an event that does not belong to the step is refused with the state named, and its evidence is not written', async () => {
  const { purchase } = await authorize(app)
  let recorded = 0
  await assert.rejects(
    applyCustomerEvent(contextOf(app), purchase.id, 'signed', {
      record: async () => {
        recorded += 1
      },
    }),
    (error: unknown) => error instanceof MoveRefused && error.from.step === 'WAITING',
  )
  assert.equal(recorded, 0)
  assert.deepEqual((await view(app, purchase.id)).purchase, purchase)
})

test('documents and signature have three days, the down payment until its billet expires; then the purchase is abandoned', async () => {
  const [documents, signature, entry] = [await authorize(app), await authorize(app), await authorize(app)]
  await play(app, signature.purchase.id, 'analysis-passed')
  await play(app, entry.purchase.id)
  const statuses = () =>
    Promise.all(
      [documents, signature, entry].map(async each => (await view(app, each.purchase.id)).purchase.status),
    )
  app.clock.advance({ days: 3 })
  await expireStale(withBank(contextOf(app)))
  assert.deepEqual(await statuses(), ['PENDING', 'PENDING', 'PENDING'])
  app.clock.advance({ ms: 1 })
  await expireStale(withBank(contextOf(app)))
  assert.deepEqual(await statuses(), ['ABANDONED', 'ABANDONED', 'PENDING'])
  app.clock.advance({ days: 10 })
  assert.ok((await expireStale(withBank(contextOf(app)))) >= 1)
  assert.deepEqual(await statuses(), ['ABANDONED', 'ABANDONED', 'ABANDONED'])
  const { purchase, downPaymentBillet } = await view(app, entry.purchase.id)
  assert.equal(purchase.cancelReason, 'CUSTOMER_ABANDONED')
  assert.deepEqual((await actionsOf(purchase.id)).at(-1), 'DENIED')
  const before = await balanceOf(app, 'refunds-due')
  assert.equal((await pay(app, downPaymentBillet)).outcome, 'suspense')
  assert.equal(before - (await balanceOf(app, 'refunds-due')), downPaymentBillet?.amountCentavos)
  await assert.rejects(
    cancelPurchase(contextOf(app), { retailerId: DEMO_RETAILER, transactionId: purchase.id, by: 'retailer' }),
    code('transaction_not_cancelable'),
  )
})

test('a customer refused at identification is refunded, and may try again', async () => {
  const { purchase, downPaymentBillet } = await authorize(app)
  await pay(app, downPaymentBillet)
  await play(app, purchase.id, 'selfie-received')
  const refused = await applyCustomerEvent(contextOf(app), purchase.id, 'analysis-refused')
  assert.deepEqual(
    [refused.status, refused.cancelReason, refused.refund?.valueCentavos],
    ['CANCELED', 'ONBOARDING_REFUSED', purchase.downPaymentCentavos],
  )
  assert.deepEqual((await actionsOf(purchase.id)).at(-1), 'DENIED')
})

test('a purchase is read by its own retailer only', async () => {
  const { purchase } = await authorize(app)
  assert.equal((await readPurchase(contextOf(app), DEMO_RETAILER, purchase.id))?.purchase.id, purchase.id)
  assert.equal(await readPurchase(contextOf(app), PLAIN_RETAILER, purchase.id), undefined)
})

test('the registration fee is contracted once: an older option with the fee is invalid after a contract started', async () => {
  const person = newPerson()
  const [first, second] = [pickOption(await quote(app, { person })), pickOption(await quote(app, { person }))]
  assert.ok(first.tcValue > 0 && second.tcValue > 0)
  const { purchase } = await authorizePurchase(contextOf(app), order(first._id))
  await play(app, purchase.id)
  await pay(app, (await view(app, purchase.id)).downPaymentBillet)
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: purchase.id,
    by: 'retailer',
  })
  await assert.rejects(authorizePurchase(contextOf(app), order(second._id)), code('option_expired'))
})
