import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import type { CorrectedPayout, PayoutList, PayoutView } from '../../src/contract/desk-payouts.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { askCancel, buyOpen, moveClock, read } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp()
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(() => app.stop())

const setPayouts = (payouts: string) => app.post('/sandbox/bank', { apiKey: DEMO_KEY, payouts })
const readOrder = async (id: string) => (await analyst.get<PayoutView>(`/payouts/${id}`)).body
const decide = (user: DeskUser, order: PayoutView, result = 'APPROVE', version = order.version) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/payouts/${order.orderId}/decision`, {
    result,
    reason: 'conferido com o cliente',
    version,
  })

async function untilRefund(transactionId: string, status: string): Promise<void> {
  for (let round = 0; round < 40; round++) {
    if ((await read(app, transactionId)).refundStatus === status) return
    await moveClock(app, 'PT10S')
  }
  assert.fail(`the refund is not ${status}`)
}

/** A refund that the bank refused. */
async function failRefund(): Promise<{ transactionId: string; order: PayoutView; cpf: string }> {
  await setPayouts('fail')
  const { transactionId, person } = await buyOpen(app)
  await askCancel(app, transactionId)
  await untilRefund(transactionId, 'FAILED')
  await setPayouts('confirm')
  const { orders } = (await analyst.get<PayoutList>('/payouts?state=failed&kind=REFUND')).body
  for (const { orderId } of orders) {
    const order = await readOrder(orderId)
    if (order.transactionId === transactionId) return { transactionId, order, cpf: person.cpf }
  }
  return assert.fail('the failed order is not listed')
}

test('a refund that the bank refused is corrected by one person, approved by another, and paid', async () => {
  const { transactionId, order, cpf } = await failRefund()
  assert.deepEqual([order.state, order.isCorrectable, order.isWaiting], ['failed', true, false])
  assert.ok(!JSON.stringify(order).includes(cpf))
  const payee = { name: 'Maria da Silva', document: cpf, pixKey: 'maria@example.com' }
  const corrected = await approver.post<CorrectedPayout & Record<string, unknown>>(
    `/payouts/${order.orderId}/correction`,
    payee,
  )
  assert.equal(corrected.status, 200, corrected.text)
  const successor = await readOrder(String(corrected.body.orderId))
  assert.deepEqual(
    [successor.replaces, successor.state, successor.isWaiting],
    [order.orderId, 'created', true],
  )
  expectError(await decide(approver, successor), { code: 'desk_four_eyes' })
  await moveClock(app, 'PT1M')
  assert.equal((await read(app, transactionId)).refundStatus, 'DUE')
  expectError(await decide(analyst, successor, 'APPROVE', successor.version + 7), {
    code: 'desk_case_changed',
  })
  assert.equal((await decide(analyst, successor)).body.outcome, 'done')
  await untilRefund(transactionId, 'PAID')
  assert.equal((await readOrder(successor.orderId)).state, 'paid')
  const again = await approver.post(`/payouts/${order.orderId}/correction`, payee)
  assert.equal(again.status, 409)
  assert.match(String(again.body.message), /this debt has an order that is not failed, canceled or returned/)
  const actions = (await listAudit(app)).map(({ action }) => action)
  for (const action of ['payout.list', 'payout.view', 'payout.correct', 'payout.decide'])
    assert.ok(actions.includes(action), action)
  await expectSoundBooks(app)
})

test('a correction names the wrong field, and a payee has one place', async () => {
  const { order, cpf } = await failRefund()
  const correct = (body: object) => analyst.post(`/payouts/${order.orderId}/correction`, body)
  const named = { name: 'Maria', document: cpf }
  expectError(await correct(named), {
    code: 'invalid_parameters',
    message: 'pixKey or account must be given, and not both',
    fields: ['pixKey'],
  })
  expectError(await correct({ ...named, document: '11111111111', pixKey: 'a@b.example' }), {
    code: 'invalid_parameters',
    message: 'payee.document cannot be paid: check its digits',
    fields: ['payee.document'],
  })
  expectError(await correct({ ...named, pixKey: 'no key' }), {
    code: 'invalid_parameters',
    message: 'payee.to.key cannot be paid: check its digits',
    fields: ['payee.to.key'],
  })
  assert.equal((await readOrder(order.orderId)).isCorrectable, true)
})
