import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import {
  acceptFirst,
  agree,
  askRenegotiation,
  buyAndPayTwo,
  moveTo,
  offer,
  payPlain,
  readPlain,
  todayOf,
} from '../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { askCancel, centavos, listPublished, moveClock, playUntil } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let kept: string
let broken: string
let returned: string
let changed: string
let cured: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  assert.equal(todayOf(app), '2026-03-10')
  kept = await buyAndPayTwo(app)
  broken = await buyAndPayTwo(app)
  returned = await buyAndPayTwo(app)
  changed = await buyAndPayTwo(app)
  cured = await buyAndPayTwo(app)
  await moveTo(app, '2026-08-20')
})
after(() => app.stop())

async function owes(transactionId: string) {
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId: PLAIN_RETAILER, id: transactionId })
  assert.ok(purchase)
  const { overdue, totalCentavos } = await readDebt(app.services, purchase, todayOf(app))
  const sum = (part: 'faceCentavos' | 'fineCentavos' | 'interestCentavos') =>
    overdue.reduce((total, each) => total + each[part], 0)
  return { totalCentavos, parts: [sum('faceCentavos'), sum('fineCentavos'), sum('interestCentavos')] }
}

test('the options of a debt have the published figures', async () => {
  const { debtValue, options } = await offer(app, kept, { installments: 6, downPaymentValue: 100 })
  const [option] = options
  assert.ok(option)
  assert.deepEqual(
    [debtValue, option.paymentInstallments, option.totalAmount, option.interestRatePM, option.firstDueDate],
    [805.69, 131.47, 788.82, 2.99, '2026-09-19'],
  )
  const plans = (await offer(app, kept)).options
  assert.deepEqual(
    plans.map(each => each.numberOfInstallments),
    [3, 6, 12, 24],
  )
  const [, , twelve] = plans
  assert.deepEqual([twelve?.paymentInstallments, twelve?.totalAmount], [81.96, 983.52])
})

test('an agreement that is paid closes its original in the same moment, and leaves nothing in the books', async () => {
  const agreement = await agree(app, kept)
  await expectSoundBooks(app)
  assert.equal((await readPlain(app, agreement)).renegotiates, kept)
  assert.equal((await readPlain(app, kept)).renegotiatedBy, agreement)
  assert.equal(await balanceOf(app, `customer:${kept}`), 0)
  assert.equal(await balanceOf(app, `deferred-late-charges:${agreement}`), -1_538)
  assert.equal(await balanceOf(app, `restructuring:${agreement}`), -4_495)
  const { installments = [] } = await readPlain(app, agreement)
  for (const { id } of installments) {
    assert.equal((await readPlain(app, kept)).status, 'OPEN')
    await payPlain(app, id)
  }
  await expectSoundBooks(app)
  const statuses = [(await readPlain(app, agreement)).status, (await readPlain(app, kept)).status]
  assert.deepEqual(statuses, ['CLOSED', 'CLOSED'])
  for (const id of [kept, agreement])
    for (const kind of ['customer', 'unearned-interest', 'deferred-late-charges', 'restructuring'])
      assert.equal(await balanceOf(app, `${kind}:${id}`), 0, kind)
  assert.deepEqual(
    (await listPublished(app, agreement)).filter(action => action !== 'PAID'),
    ['CONFIRMATION', 'SIGNATURE', 'ENTRY', 'COMPLETE', 'ACCEPTED', 'CLOSED'],
  )
})

test('canceling the purchase ends its agreement too, and everything that was paid goes back', async () => {
  const agreement = await agree(app, returned)
  expectError(await askCancel(app, agreement, {}, PLAIN_KEY), {
    code: 'agreement_not_cancelable',
    message: 'An agreement that is being paid cannot be canceled',
  })
  const answer = await askCancel(app, returned, {}, PLAIN_KEY)
  // The down payment of the purchase, two installments and the down payment of the agreement.
  assert.equal(centavos(Number(answer.body.refundValue)), 24_800 + 2 * 19_792 + 10_000)
  const { status, cancelReason } = await readPlain(app, agreement)
  assert.deepEqual([status, cancelReason], ['CANCELED', 'RETAILER_CANCELED'])
  assert.equal((await readPlain(app, returned)).renegotiatedBy, undefined)
  await expectSoundBooks(app)
})

test('a debt that changes before the agreement begins ends it, and its down payment is owed back', async () => {
  const agreement = await acceptFirst(app, changed, { installments: 6, downPaymentValue: 100 })
  await playUntil(app, agreement, 'ENTRY', {}, PLAIN_KEY)
  const { downPaymentBillet } = await readPlain(app, agreement)
  const { installments = [] } = await readPlain(app, changed)
  await payPlain(app, installments[5]?.id)
  await payPlain(app, downPaymentBillet?.id)
  const { status, cancelReason, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, cancelReason, refundValue], ['ABANDONED', 'CUSTOMER_ABANDONED', 100])
  const { status: original, renegotiatedBy } = await readPlain(app, changed)
  assert.deepEqual([original, renegotiatedBy], ['OPEN', undefined])
  const another = await acceptFirst(app, changed, { installments: 6 })
  await payPlain(app, installments[4]?.id)
  await playUntil(app, another, 'COMPLETE', {}, PLAIN_KEY)
  assert.equal((await readPlain(app, another)).status, 'ABANDONED')
  await expectSoundBooks(app)
})

test('a broken agreement gives the old debt back, with every payment on its day, and refunds nothing', async () => {
  // In the moment of the agreement: the copy comes back, and not the billet that it replaced.
  const [, , late] = (await readPlain(app, broken)).installments ?? []
  const copy = `/public/transaction/${broken}/billets/${late?.id}/reissue`
  assert.equal((await app.post(copy, { apiKey: PLAIN_KEY })).status, 200)
  const agreement = await agree(app, broken)
  const [first] = (await readPlain(app, agreement)).installments ?? []
  await moveTo(app, '2026-09-21')
  await payPlain(app, first?.id)
  await moveTo(app, '2026-11-18')
  assert.equal((await readPlain(app, agreement)).status, 'OPEN')
  await moveTo(app, '2026-11-19')
  const { status, cancelReason, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, cancelReason, refundValue], ['CANCELED', 'RENEGOTIATION_FAILED', 0])
  const [ended] = await query(
    app,
    'SELECT refund_centavos AS value, max_refund_date AS date FROM transactions WHERE id = $1',
    [agreement],
  )
  assert.deepEqual(ended, { value: 0, date: '2026-11-19' })
  await expectSoundBooks(app)
  assert.equal((await readPlain(app, broken)).status, 'OPEN')
  assert.deepEqual(await owes(broken), { totalCentavos: 60_171, parts: [57_490, 1_188, 1_493] })
  const owedBack = await query(
    app,
    `SELECT e.reference FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
      WHERE p.account = 'refunds-due' AND e.transaction_id = ANY ($1)`,
    [[broken, agreement]],
  )
  assert.deepEqual(owedBack, [])
  const living = await query(
    app,
    'SELECT transaction_id AS id FROM credit_contracts WHERE is_living AND transaction_id = ANY ($1)',
    [[broken, agreement]],
  )
  assert.deepEqual(living, [{ id: broken }])
  assert.deepEqual((await listPublished(app, agreement)).slice(-2), ['CANCELED', 'FAILED'])
})

test('what a broken agreement left to pay can be agreed on again, or be paid by the new billets', async () => {
  expectError(await askRenegotiation(app, broken, { preview: true, downPaymentValue: 601.72 }), {
    code: 'invalid_parameters',
    message: 'downPaymentValue must be at most 601.7, of what is overdue',
  })
  const { debtValue } = await offer(app, broken)
  assert.equal(debtValue, 601.71)
  const { installments = [] } = await readPlain(app, broken)
  for (const { id, paymentStatus } of installments) if (paymentStatus === 'PENDING') await payPlain(app, id)
  await expectSoundBooks(app)
  assert.equal((await readPlain(app, broken)).status, 'CLOSED')
})

test('an agreement is a problem asset until three installments were paid in time, and of increased risk then', async () => {
  const agreement = await acceptFirst(app, cured, { installments: 12 })
  await playUntil(app, agreement, 'COMPLETE', {}, PLAIN_KEY)
  const { installments = [] } = await readPlain(app, agreement)
  for (const { id, dueDate } of installments.slice(0, 6)) {
    await moveTo(app, dueDate)
    await payPlain(app, id)
  }
  await moveClock(app, 'P14D')
  const rows = await query<{ stage: number; days: number; carrying: number; provision: number }>(
    app,
    `SELECT stage, days_late AS days, carrying_centavos AS carrying, provision_centavos AS provision FROM provisions
      WHERE transaction_id = $1 ORDER BY month_end`,
    [agreement],
  )
  // The month of the agreement, in which nothing was to be paid, and two of its first three due dates.
  assert.deepEqual(
    rows.map(({ stage, days }) => [stage, days]),
    [...new Array(3).fill([3, 0]), ...new Array(3).fill([2, 0]), [1, 0]],
  )
  const shares = rows.map(({ carrying, provision }) => Math.round((1_000 * provision) / carrying) / 10)
  assert.deepEqual(shares, [...new Array(3).fill(53.4), ...new Array(4).fill(1.9)])
  await expectSoundBooks(app)
})
