import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { answerProposal } from '../../src/domains/desk/answer-proposal.ts'
import { listDecisions } from '../../src/domains/desk/decisions.ts'
import type { Operator } from '../../src/domains/operators/operators.ts'
import { recheckPaid } from '../../src/domains/payouts/apply-outcome.ts'
import { correctPayout } from '../../src/domains/payouts/desk/correct-payout.ts'
import { decidePayout } from '../../src/domains/payouts/desk/decide-payout.ts'
import type { PayoutOrder } from '../../src/domains/payouts/order.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { changeTerms } from '../../src/domains/retailers/change-terms.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newOperator } from '../support/desk.ts'
import { balanceOf, contextOf, expectSoundBooks, openPurchase, view } from '../support/purchases.ts'
import { StubBank } from './stub-bank.ts'

let app: TestApp
let bank: StubBank
let ana: Operator
let bia: Operator
let logged: string[]
before(async () => {
  // No worker beside the test: it would take the orders.
  app = await startTestApp({ env: { ROLE: 'api' } })
  ana = await newOperator(app, 'approver')
  bia = await newOperator(app, 'approver')
})
after(() => app.stop())
beforeEach(() => {
  bank = new StubBank()
  logged = []
})

const context = (more: { readonly payoutApprovalLimitCentavos?: number } = {}) => ({
  ...contextOf(app),
  payoutRail: bank,
  log: createLog({ level: 'info', destination: { write: line => void logged.push(line) } }),
  ...more,
})
/** Orders of one instant have no order among them. */
const run = (more?: Parameters<typeof context>[0]) => {
  app.clock.advance({ ms: 10 })
  return runPayouts(context(more))
}
const correct = (orderId: string): Promise<string | undefined> => {
  app.clock.advance({ ms: 10 })
  const correction = { orderId, payee: undefined, reason: 'the account is right now' }
  return correctPayout(contextOf(app), ana, correction)
}
/** Whoever corrects an order has proposed it; another person answers. */
const approve = async (orderId: string, by = bia): Promise<string> => {
  const { database, services } = app
  const [proposal] = await listDecisions(database, services.secrets, { kind: 'payout', id: orderId })
  const answer = { proposalId: proposal?.id ?? '', approve: true, reason: 'the account was confirmed' }
  return (await answerProposal(contextOf(app), by, answer)).state
}
const runLater = async (): Promise<void> => {
  app.clock.advance({ hours: 1 })
  await run()
}
/** Purchases that were canceled have orders of their own: the customer gets back what was paid. */
const newest = async (): Promise<PayoutOrder> => {
  const { orders } = await listOrders(app.database, app.services.secrets, { kind: 'RETAILER', limit: 1 })
  return orders[0] ?? assert.fail()
}
const group = async (): Promise<number[]> =>
  Promise.all(['retailer', 'in-transit', 'clawback'].map(kind => balanceOf(app, `${kind}:${DEMO_RETAILER}`)))
const transferOf = async (id: string) => (await view(app, id)).purchase

test('a purchase is transferred when the bank has confirmed it, and the event says what was paid', async () => {
  const { purchase } = await openPurchase(app)
  bank.ends = {}
  await run()
  assert.equal((await newest()).state, 'accepted')
  const ordered = await transferOf(purchase.id)
  assert.ok(ordered.transferOrderedAt)
  assert.equal(ordered.transferedAt, undefined)
  assert.deepEqual(await group(), [0, -(purchase.transferCentavos ?? 0), 0])
  bank.ends = { state: 'paid', at: app.clock.now() }
  await runLater()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.deepEqual(await group(), [0, 0, 0])
  const events = await query<{ body: string }>(
    app,
    `SELECT body FROM events WHERE transaction_id = $1 AND type = 'transaction.transfered'`,
    [purchase.id],
  )
  assert.equal(JSON.parse(events[0]?.body ?? '{}').amount, (purchase.transferCentavos ?? 0) / 100)
  assert.equal(events.length, 1)
})

test('an answer that was lost is asked for by the key, and nothing is sent a second time', async () => {
  const { purchase } = await openPurchase(app)
  bank.faults.push('lost-after')
  await run()
  assert.equal((await newest()).state, 'unknown')
  await runLater()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.equal(bank.sends.length, 1)
})

test('an order that the bank does not know is sent again under the same key', async () => {
  const { purchase } = await openPurchase(app)
  bank.faults.push('lost-before')
  await run()
  await runLater()
  await runLater()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.equal(bank.sends.length, 2)
  assert.equal(new Set(bank.sends).size, 1)
  assert.equal(bank.taken.size, 1)
})

test('while the bank cannot be asked, an unknown order stays unknown and is neither repeated nor declined', async () => {
  await openPurchase(app)
  bank.faults.push('lost-after')
  await run()
  bank.findFault = { outcome: 'refused', kind: 'UNAVAILABLE', code: 'DOWN', text: '' }
  for (let hour = 0; hour < 5; hour += 1) await runLater()
  const order = await newest()
  assert.equal(order.state, 'unknown')
  assert.equal(bank.sends.length, 1)
  const decline = { orderId: order.id, result: 'DECLINE', reason: 'stop it', version: order.version } as const
  await assert.rejects(decidePayout(contextOf(app), ana, decline), /changed/)
  bank.findFault = undefined
  await runLater()
  assert.equal((await newest()).state, 'paid')
})

test('an order that the bank cannot take now is sent later, and asked for before', async () => {
  const { purchase } = await openPurchase(app)
  bank.faults.push({ outcome: 'refused', kind: 'INSUFFICIENT_FUNDS', code: 'AM04', text: '' })
  await run()
  assert.equal((await newest()).state, 'approved')
  assert.match(logged.join(''), /makes no payouts/)
  await runLater()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.deepEqual(bank.finds.slice(0, 1), bank.sends.slice(0, 1))
})

test('a bank that tells of another amount is not believed', async () => {
  const { purchase } = await openPurchase(app)
  bank.ends = { state: 'paid', amountCentavos: 1 }
  await run()
  await runLater()
  assert.equal((await newest()).state, 'unknown')
  assert.equal((await transferOf(purchase.id)).transferedAt, undefined)
  assert.match(logged.join(''), /OTHER_AMOUNT/)
  const { payoutKey, amountCentavos } = await newest()
  const known = bank.taken.get(payoutKey) ?? assert.fail()
  bank.taken.set(payoutKey, { ...known, amountCentavos })
  await runLater()
  assert.ok((await transferOf(purchase.id)).transferedAt)
})

test('a failed order is ordered anew only by a person, and sent only after another has approved it', async () => {
  const { purchase } = await openPurchase(app)
  bank.ends = { state: 'failed', failure: { kind: 'PAYEE_INVALID', code: 'AC03' } }
  await run()
  const failed = await newest()
  assert.equal(failed.state, 'failed')
  assert.deepEqual(await group(), [-(purchase.transferCentavos ?? 0), 0, 0])
  await runLater()
  assert.equal((await newest()).id, failed.id)
  const successorId = await correct(failed.id)
  await assert.rejects(correct(failed.id), /owed any more|replaced/)
  await runLater()
  const waiting = await newest()
  assert.deepEqual([waiting.id, waiting.state, waiting.replaces], [successorId, 'created', failed.id])
  await assert.rejects(approve(waiting.id, ana), { code: 'desk_four_eyes' })
  assert.equal(await approve(waiting.id), 'done')
  await assert.rejects(approve(waiting.id), { code: 'desk_case_changed' })
  bank.ends = { state: 'paid' }
  await run()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.equal((await newest()).approvedBy, bia.id)
  assert.deepEqual(await group(), [0, 0, 0])
})

test('money that came back is owed again, and the purchase is not transferred until it is paid anew', async () => {
  const { purchase } = await openPurchase(app)
  await run()
  const paid = await newest()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  const known = bank.taken.get(paid.payoutKey) ?? assert.fail()
  const failure = { kind: 'PAYEE_INVALID', code: 'MD06' } as const
  bank.taken.set(paid.payoutKey, { ...known, state: 'returned', failure })
  assert.equal(await recheckPaid(context()), 1)
  assert.equal(await recheckPaid(context()), 0)
  assert.equal((await newest()).state, 'returned')
  assert.equal((await transferOf(purchase.id)).transferedAt, undefined)
  assert.deepEqual(await group(), [-(purchase.transferCentavos ?? 0), 0, 0])
  const orderId = (await correct(paid.id)) ?? assert.fail()
  assert.equal(await approve(orderId), 'done')
  await run()
  assert.ok((await transferOf(purchase.id)).transferedAt)
  assert.deepEqual(await group(), [0, 0, 0])
})

test('what a retailer owes back is kept of the next transfers, and more than they are settles them', async () => {
  const first = await openPurchase(app)
  await run()
  await cancelPurchase(contextOf(app), {
    retailerId: DEMO_RETAILER,
    transactionId: first.purchase.id,
    by: 'retailer',
  })
  const owed = first.purchase.transferCentavos ?? 0
  assert.deepEqual(await group(), [0, 0, owed])
  const small = await openPurchase(app, { value: 800 })
  const before = await newest()
  await run()
  const kept = small.purchase.transferCentavos ?? 0
  assert.ok(kept < owed)
  assert.ok((await transferOf(small.purchase.id)).transferedAt)
  assert.equal((await newest()).id, before.id, 'nothing is ordered')
  assert.deepEqual(await group(), [0, 0, owed - kept])
  const large = await openPurchase(app, { value: 2_500 })
  await run()
  const order = await newest()
  assert.equal(order.nettedCentavos, owed - kept)
  assert.equal(order.amountCentavos, (large.purchase.transferCentavos ?? 0) - (owed - kept))
  assert.deepEqual(await group(), [0, 0, 0])
})

test('a purchase that ends while its transfer is on its way is owed back, and nobody owes it when the transfer fails', async () => {
  const { purchase } = await openPurchase(app)
  bank.ends = {}
  await run()
  const cancel = { retailerId: DEMO_RETAILER, transactionId: purchase.id, by: 'retailer' } as const
  await cancelPurchase(contextOf(app), cancel)
  const transfer = purchase.transferCentavos ?? 0
  assert.deepEqual(await group(), [0, -transfer, transfer])
  bank.ends = { state: 'failed', failure: { kind: 'PAYEE_INVALID', code: 'AC03' } }
  await runLater()
  assert.deepEqual(await group(), [0, 0, 0])
})

test('above the limit two people approve: one proposes, another answers', async () => {
  const { purchase } = await openPurchase(app)
  const low = { payoutApprovalLimitCentavos: 100 }
  await run(low)
  app.clock.advance({ hours: 2 })
  await run(low)
  const { id: orderId, state, version } = await newest()
  assert.equal(state, 'created')
  assert.equal(bank.sends.length, 0)
  const approve = { orderId, result: 'APPROVE', reason: 'looks right', version } as const
  const proposal = await decidePayout(contextOf(app), ana, approve)
  assert.equal(proposal.state, 'proposed')
  await assert.rejects(decidePayout(contextOf(app), bia, approve), { code: 'desk_proposal_open' })
  const answer = { proposalId: proposal.id, approve: true, reason: 'agreed' }
  await assert.rejects(answerProposal(contextOf(app), ana, answer), { code: 'desk_four_eyes' })
  const answers = await Promise.allSettled([
    answerProposal(contextOf(app), bia, answer),
    answerProposal(contextOf(app), bia, answer),
  ])
  assert.deepEqual(answers.map(each => each.status).sort(), ['fulfilled', 'rejected'])
  await run(low)
  assert.ok((await transferOf(purchase.id)).transferedAt)
})

test('one person may decline an order that was not sent: it is owed as before', async () => {
  const { purchase } = await openPurchase(app)
  await run({ payoutApprovalLimitCentavos: 100 })
  const { id: orderId, version } = await newest()
  const decline = { orderId, result: 'DECLINE', reason: 'not this one', version } as const
  assert.equal((await decidePayout(contextOf(app), ana, decline)).state, 'done')
  assert.equal((await newest()).state, 'canceled')
  assert.deepEqual(await group(), [-(purchase.transferCentavos ?? 0), 0, 0])
  const successor = (await correct(orderId)) ?? assert.fail()
  assert.equal(await approve(successor), 'done')
  await run()
  assert.deepEqual(await group(), [0, 0, 0])
})

test('within 48 hours of a change of the account a person approves, and a suspended retailer waits', async () => {
  const { database, services, clock } = app
  const change = (changes: Parameters<typeof changeTerms>[3]) =>
    changeTerms(database, services.secrets, DEMO_RETAILER, changes, { by: 'test', at: clock.now() })
  await change({ account: { pixKey: '11222333000181' } })
  const first = await openPurchase(app)
  await run()
  const waiting = await newest()
  assert.deepEqual([waiting.state, waiting.needsApproval], ['created', true])
  clock.advance({ days: 3 })
  await change({ suspension: 'under review' })
  await decidePayout(contextOf(app), ana, {
    orderId: waiting.id,
    result: 'APPROVE',
    reason: 'the account is right',
    version: waiting.version,
  }).then(({ id }) =>
    answerProposal(contextOf(app), bia, { proposalId: id, approve: true, reason: 'agreed' }),
  )
  await run()
  assert.equal((await newest()).state, 'approved')
  assert.equal(bank.sends.length, 0)
  await change({ suspension: null })
  await runLater()
  assert.ok((await transferOf(first.purchase.id)).transferedAt)
  const second = await openPurchase(app)
  await run()
  assert.ok((await transferOf(second.purchase.id)).transferedAt)
})

test('the books are sound after all of it', () => expectSoundBooks(app))
