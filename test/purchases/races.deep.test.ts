import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { expireStale } from '../../src/domains/purchases/expire-stale.ts'
import {
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import {
  authorize,
  balanceOf,
  contextOf,
  expectSoundBooks,
  holdAuthorization,
  newOrderId,
  openPurchase,
  pay,
  pickOption,
  play,
  quote,
  sumReceived,
  transferAll,
  view,
  withBank,
} from '../support/purchases.ts'

let app: TestApp
let other: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  // A second server with separate connections to the same database, like a second process.
  other = await startTestApp({ sharing: app, env: { ROLE: 'api' } })
})
after(async () => {
  await other.stop()
  await app.stop()
})
afterEach(() => expectSoundBooks(app))

const contexts = () => [contextOf(app), { ...other.services }]
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const outcomes = (results: PromiseSettledResult<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const name = result.status === 'fulfilled' ? 'done' : String(result.reason.code ?? result.reason)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function countRows(transactionId: string) {
  const [row] = await query(
    app,
    `SELECT (SELECT count(*)::integer FROM billets WHERE transaction_id = $1) AS billets,
      (SELECT count(*)::integer FROM events WHERE transaction_id = $1) AS events,
      (SELECT count(*)::integer FROM transaction_moves WHERE transaction_id = $1) AS moves,
      (SELECT count(*)::integer FROM credit_contracts WHERE transaction_id = $1) AS contracts`,
    [transactionId],
  )
  return row
}

test('200 identical authorizations at once, over two processes, make one purchase, one billet set and one set of events', async () => {
  for (let round = 0; round < 3; round++) {
    const option = pickOption(await quote(app))
    const command = {
      retailerId: DEMO_RETAILER,
      optionId: option._id,
      orderId: newOrderId(),
      hasInsurance: undefined,
    }
    const answers = await times(200, index =>
      authorizePurchase(contexts()[index % 2] ?? contextOf(app), command),
    )
    const [first] = answers
    assert.ok(first)
    for (const answer of answers) assert.deepEqual(answer, first)
    assert.deepEqual(await countRows(first.purchase.id), { billets: 1, events: 1, moves: 1, contracts: 1 })
    const made = await query(app, 'SELECT id FROM transactions WHERE order_id = $1', [command.orderId])
    assert.equal(made.length, 1)
  }
})

test('two retailers that race for one customer make one contract', async () => {
  for (let round = 0; round < 10; round++) {
    const person = newPerson()
    const [mine, theirs] = [
      pickOption(await quote(app, { person })),
      pickOption(await quote(app, { person, key: PLAIN_KEY })),
    ]
    const race = [
      { retailerId: DEMO_RETAILER, optionId: mine._id },
      { retailerId: PLAIN_RETAILER, optionId: theirs._id },
    ].map((each, index) =>
      authorizePurchase(contexts()[index] ?? contextOf(app), {
        ...each,
        orderId: newOrderId(),
        hasInsurance: undefined,
      }),
    )
    assert.deepEqual(outcomes(await Promise.allSettled(race)), { done: 1, contract_in_progress: 1 })
  }
})

test('of all options of one checkout sent for one order at once, one is authorized and the others get the reason', async () => {
  const { options } = await quote(app)
  const orderId = newOrderId()
  const results = await Promise.allSettled(
    options.slice(0, 40).map(({ _id }) =>
      authorizePurchase(contextOf(app), {
        retailerId: DEMO_RETAILER,
        optionId: _id,
        orderId,
        hasInsurance: undefined,
      }),
    ),
  )
  assert.deepEqual(outcomes(results), { done: 1, order_already_authorized: Math.min(40, options.length) - 1 })
})

test('an authorization blocked by an identical one answers within five seconds that it is still running', async () => {
  const option = pickOption(await quote(app))
  const command = {
    retailerId: DEMO_RETAILER,
    optionId: option._id,
    orderId: newOrderId(),
    hasInsurance: undefined,
  }
  const stuck = await holdAuthorization(app, command)
  const begunAt = performance.now()
  await assert.rejects(
    authorizePurchase({ ...other.services }, command),
    (error: { code?: string; retryAfterSeconds?: number }) =>
      error.code === 'authorization_in_progress' && error.retryAfterSeconds === 1,
  )
  assert.ok(performance.now() - begunAt < 5_000)
  stuck.release()
  const { purchase } = await stuck.done
  assert.equal((await authorizePurchase(contextOf(app), command)).purchase.id, purchase.id)
})

test('a cancellation that races payments: money received is money refunded or owed back, to the centavo', async () => {
  for (let round = 0; round < 15; round++) {
    const { purchase, installments } = await openPurchase(app)
    const command = { retailerId: DEMO_RETAILER, transactionId: purchase.id, by: 'retailer' } as const
    const [first, second] = installments
    const before = { refunds: await balanceOf(app, 'refunds-due'), bank: await sumReceived(app) }
    const payments = [
      pay(app, first, { reference: `race-${round}-1` }),
      pay(app, second, { reference: `race-${round}-2`, database: other.services.database }),
      pay(app, first, { reference: `race-${round}-3`, database: other.services.database }),
    ]
    const cancels = [0, 1, 0].map(index => cancelPurchase(contexts()[index] ?? contextOf(app), command))
    await Promise.all([...payments, ...cancels])
    const received = (await sumReceived(app)) - before.bank
    const owedBack = before.refunds - (await balanceOf(app, 'refunds-due'))
    assert.equal(received, 3 * purchase.contract.installmentCentavos)
    assert.equal(owedBack, received + purchase.downPaymentCentavos)
    assert.equal(await balanceOf(app, `customer:${purchase.id}`), 0)
    const ended = (await view(app, purchase.id)).purchase
    for (const answer of await Promise.all(cancels))
      assert.equal(answer.refund.valueCentavos, ended.refund?.valueCentavos)
  }
})

test('a cancellation that races the down payment and the signature ends canceled, with the money owed back', async () => {
  for (let round = 0; round < 15; round++) {
    const { purchase, downPaymentBillet } = await authorize(app)
    await play(app, purchase.id)
    const before = await balanceOf(app, 'refunds-due')
    await Promise.all([
      pay(app, downPaymentBillet, { reference: `entry-${round}` }),
      cancelPurchase(
        { ...other.services },
        { retailerId: DEMO_RETAILER, transactionId: purchase.id, by: 'customer' },
      ),
    ])
    assert.equal((await view(app, purchase.id)).purchase.status, 'CANCELED')
    assert.equal(before - (await balanceOf(app, 'refunds-due')), purchase.downPaymentCentavos)
  }
})

test('with many workers that transfer and expire at once, a retailer is paid once and a purchase ends once', async () => {
  const opened = await openPurchase(app)
  const pending = await authorize(app)
  const sent = await times(6, index => transferAll(contexts()[index % 2] ?? contextOf(app)))
  assert.ok(sent.reduce((sum, each) => sum + each, 0) >= 1)
  app.clock.advance({ days: 4 })
  await times(6, index => expireStale(withBank(contexts()[index % 2] ?? contextOf(app))))
  const transfers = await query(
    app,
    `SELECT e.id FROM payout_lines l JOIN ledger_entries e ON e.reference = 'payout-paid:' || l.order_id
      WHERE l.transaction_id = $1`,
    [opened.purchase.id],
  )
  assert.equal(transfers.length, 1)
  assert.equal((await view(app, pending.purchase.id)).purchase.status, 'ABANDONED')
})
