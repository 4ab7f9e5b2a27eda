import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { cancelPurchase, finishCancellations } from '../../src/domains/purchases/cancel-purchase.ts'
import { findRefundAccount } from '../../src/domains/purchases/store/purchases.ts'
import { listBillets } from '../../src/domains/receivables/billets/store/billets.ts'
import { listPendingOrders } from '../../src/domains/receivables/billets/store/orders.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  authorize,
  balanceOf,
  contextOf,
  expectSoundBooks,
  openPurchase,
  pay,
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

const cancel = (transactionId: string, more = {}) =>
  cancelPurchase(contextOf(app), { retailerId: DEMO_RETAILER, transactionId, by: 'retailer', ...more })
const code = (expected: string) => (error: { code?: string }) => error.code === expected

test('a pending purchase is canceled with its billet, which the bank is asked to refuse', async () => {
  const { purchase, downPaymentBillet } = await authorize(app)
  assert.deepEqual((await cancel(purchase.id)).refund, {
    valueCentavos: 0,
    maxRefundDate: parseCalendarDate('2026-03-24'),
  })
  const canceled = await view(app, purchase.id)
  assert.deepEqual(
    [canceled.purchase.status, canceled.purchase.step, canceled.purchase.cancelReason],
    ['CANCELED', 'WAITING', 'RETAILER_CANCELED'],
  )
  assert.deepEqual(canceled.purchase.canceledAt, app.clock.now())
  assert.ok(canceled.downPaymentBillet?.canceledAt)
  const orders = await listPendingOrders(app.database, app.services.secrets, {
    accountId: downPaymentBillet?.accountId ?? '',
    limit: 1_000,
  })
  assert.deepEqual(
    orders
      .filter(({ billet }) => billet.transactionId === purchase.id)
      .map(({ movement }) => movement)
      .sort(),
    ['write-off'],
  )
})

test('an open purchase gives back all that was paid, double payments and late charges included, and reverses the debt', async () => {
  const before = await sumReceived(app)
  const { purchase, installments } = await openPurchase(app)
  const { installmentCentavos } = purchase.contract
  await pay(app, installments[1])
  await pay(app, installments[1])
  app.clock.advance({ days: 40 })
  await pay(app, installments[0])
  const received = (await sumReceived(app)) - before
  assert.ok(received > purchase.downPaymentCentavos + 3 * installmentCentavos)
  assert.ok((await transferAll(contextOf(app))) > 0)
  const { refund } = await cancel(purchase.id)
  assert.equal(refund.valueCentavos, received)
  assert.equal(await balanceOf(app, `customer:${purchase.id}`), 0)
  const [suspended] = await query<{ left: number }>(
    app,
    `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS left FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
      WHERE e.transaction_id = $1 AND e.kind <> 'clawback-costs' AND p.account <> 'refunds-due' AND p.account NOT LIKE 'bank:%' AND p.account NOT LIKE 'clearing:%' AND p.account NOT LIKE 'retailer:%' AND p.account NOT LIKE 'clawback:%'`,
    [purchase.id],
  )
  assert.equal(suspended?.left, 0)
  const billets = await listBillets(app.database, app.services.secrets, DEMO_RETAILER, purchase.id)
  assert.ok(
    billets.every(
      ({ paymentStatus, canceledAt }) => (paymentStatus === 'PAID') === (canceledAt === undefined),
    ),
  )
})

test('a retailer that was paid owes the transfer back; one that was not owes nothing', async () => {
  const balances = async () => [
    await balanceOf(app, `retailer:${DEMO_RETAILER}`),
    await balanceOf(app, `clawback:${DEMO_RETAILER}`),
  ]
  const [toTransfer = 0, owed = 0] = await balances()
  const unpaid = await openPurchase(app)
  await cancel(unpaid.purchase.id)
  assert.deepEqual(await balances(), [toTransfer, owed])
  const paid = await openPurchase(app)
  await transferAll(contextOf(app))
  await cancel(paid.purchase.id)
  // What was owed before is kept of the transfer.
  const transfer = paid.purchase.transferCentavos ?? 0
  const owedNow = Math.max(0, owed - transfer) + transfer
  assert.deepEqual(await balances(), [toTransfer, owedNow])
  await transferAll(contextOf(app))
  assert.deepEqual(await balances(), [toTransfer, owedNow])
})

test('canceling again, later and with other data, gives the same answer: no second refund, event or move', async () => {
  const { purchase } = await openPurchase(app)
  const first = await cancel(purchase.id)
  const state = (await view(app, purchase.id)).purchase
  const refunds = await balanceOf(app, 'refunds-due')
  app.clock.advance({ days: 40 })
  assert.deepEqual(await cancel(purchase.id), first)
  assert.deepEqual(await cancel(purchase.id, { by: 'customer' }), first)
  assert.deepEqual((await view(app, purchase.id)).purchase, state)
  assert.equal(await balanceOf(app, 'refunds-due'), refunds)
})

test('the account for the refund is kept sealed and opens again', async () => {
  const { purchase } = await authorize(app)
  const account = {
    numeroBanco: '237',
    agencia: '1234',
    numeroConta: '987654321012',
    digitoConta: 'X',
    tipoConta: 'CONTACORRENTE',
  } as const
  await cancel(purchase.id, { account })
  assert.deepEqual(await findRefundAccount(app.database, app.services.secrets, purchase.id), account)
  const [row] = await query<{ text: string }>(
    app,
    `SELECT encode(refund_account, 'escape') AS text FROM transactions WHERE id = $1`,
    [purchase.id],
  )
  assert.ok(!row?.text.includes('987654321012'))
})

test('a customer may withdraw until the seventh day after completion; the retailer also later', async () => {
  const early = await openPurchase(app)
  const late = await openPurchase(app)
  app.clock.advance({ days: 7 })
  await cancel(early.purchase.id, { by: 'customer' })
  assert.equal((await view(app, early.purchase.id)).purchase.cancelReason, 'CANCELLED_BY_CUSTOMER')
  app.clock.advance({ days: 1 })
  await assert.rejects(cancel(late.purchase.id, { by: 'customer' }), code('transaction_not_cancelable'))
  await cancel(late.purchase.id)
})

test('unknown and malformed ids and ids of another retailer are not found, all alike', async () => {
  const { purchase } = await authorize(app)
  await assert.rejects(cancel('0'.repeat(24)), code('transaction_not_found'))
  await assert.rejects(cancel('x'), code('transaction_not_found'))
  await assert.rejects(cancel(purchase.id, { retailerId: PLAIN_RETAILER }), code('transaction_not_found'))
  assert.equal((await view(app, purchase.id)).purchase.status, 'PENDING')
})

test('a finished purchase cannot be canceled', async () => {
  const { purchase, installments } = await openPurchase(app, { downPayment: false })
  for (const billet of installments) await pay(app, billet)
  assert.equal((await view(app, purchase.id)).purchase.status, 'CLOSED')
  await assert.rejects(cancel(purchase.id), code('transaction_not_cancelable'))
})

test('PROCESSING_CANCEL is visible while the bank is slow, and a worker finishes what a dead process left', async () => {
  const slow = await openPurchase(app)
  const canceling = cancelPurchase(
    {
      ...contextOf(app),
      delayCancellation: async () => {
        const { purchase } = await view(app, slow.purchase.id)
        assert.deepEqual(
          [purchase.status, purchase.cancelReason],
          ['PROCESSING_CANCEL', 'UNSPECIFIED_CANCEL_REASON'],
        )
      },
    },
    { retailerId: DEMO_RETAILER, transactionId: slow.purchase.id, by: 'retailer' },
  )
  await canceling
  const dead = await openPurchase(app)
  const died = cancelPurchase(
    {
      ...contextOf(app),
      delayCancellation: () => Promise.reject(new Error('killed')),
    },
    { retailerId: DEMO_RETAILER, transactionId: dead.purchase.id, by: 'customer' },
  )
  await assert.rejects(died, /killed/)
  await pay(app, dead.installments[0])
  assert.equal(await finishCancellations(contextOf(app)), 0)
  app.clock.advance({ minutes: 1 })
  assert.equal(await finishCancellations(contextOf(app)), 1)
  const { purchase } = await view(app, dead.purchase.id)
  assert.deepEqual([purchase.status, purchase.cancelReason], ['CANCELED', 'CANCELLED_BY_CUSTOMER'])
  assert.equal(
    purchase.refund?.valueCentavos,
    dead.purchase.downPaymentCentavos + dead.purchase.contract.installmentCentavos,
  )
})
