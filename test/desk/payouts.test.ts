import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import type { CorrectedPayout, PayoutList, PayoutView } from '../../src/contract/desk-payouts.ts'
import { findOrder } from '../../src/domains/payouts/orders.ts'
import { findPayee } from '../../src/domains/retailers/change-terms.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { askCancel, buyOpen, moveClock, read } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
let second: DeskUser
before(async () => {
  app = await startTestApp()
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
  second = await newDeskUser(app, 'approver')
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

const REASON = 'o cliente informou outra conta'

const correct = (user: DeskUser, orderId: string, payee: object | undefined) =>
  user.post<CorrectedPayout & Record<string, unknown>>(`/payouts/${orderId}/correction`, {
    reason: REASON,
    ...(payee && { payee }),
  })
const answer = (user: DeskUser, { proposal }: PayoutView) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/proposals/${proposal?.id}/answer`, {
    approve: true,
    reason: 'conferido com o cliente',
  })

test('a refund that the bank refused is corrected by one person, approved by an approver, and paid', async () => {
  const { transactionId, order, cpf } = await failRefund()
  assert.deepEqual([order.state, order.isCorrectable, order.isWaiting], ['failed', true, false])
  assert.ok(!JSON.stringify(order).includes(cpf))
  const payee = { name: 'Maria da Silva', document: cpf, pixKey: 'maria@example.com' }
  const corrected = await correct(approver, order.orderId, payee)
  assert.equal(corrected.status, 200, corrected.text)
  const successor = await readOrder(String(corrected.body.orderId))
  assert.deepEqual(
    [successor.replaces, successor.state, successor.isWaiting],
    [order.orderId, 'created', true],
  )
  assert.deepEqual(
    [successor.proposal?.decidedBy.id, successor.proposal?.fourEyesReason, successor.proposal?.reason],
    [approver.id, 'PAYOUT', REASON],
  )
  expectError(await answer(approver, successor), { code: 'desk_four_eyes' })
  expectError(await decide(analyst, successor, 'APPROVE', successor.version + 7), {
    code: 'desk_case_changed',
  })
  await moveClock(app, 'PT1M')
  assert.equal((await read(app, transactionId)).refundStatus, 'DUE')
  assert.equal((await answer(second, successor)).body.outcome, 'done')
  await untilRefund(transactionId, 'PAID')
  assert.equal((await readOrder(successor.orderId)).state, 'paid')
  const again = await correct(approver, order.orderId, payee)
  assert.equal(again.status, 409)
  assert.match(String(again.body.message), /this debt has an order that is not failed, canceled or returned/)
  const actions = (await listAudit(app)).map(({ action }) => action)
  for (const action of ['payout.list', 'payout.view', 'payout.correct', 'payout.propose', 'proposal.answer'])
    assert.ok(actions.includes(action), action)
  await expectSoundBooks(app)
})

test('two analysts cannot send a refund that one of them corrected: an approver answers, who did not make it', async () => {
  const { transactionId, order, cpf } = await failRefund()
  const payee = { name: 'Maria da Silva', document: cpf, pixKey: 'maria@example.com' }
  const { body } = await correct(analyst, order.orderId, payee)
  const successor = await readOrder(String(body.orderId))
  const accomplice = await newDeskUser(app, 'analyst')
  expectError(await decide(accomplice, successor), { code: 'desk_proposal_open' })
  expectError(await answer(accomplice, successor), { code: 'desk_forbidden' })
  const declined = await approver.post(`/proposals/${successor.proposal?.id}/answer`, {
    approve: false,
    reason: 'não reconheço a conta',
  })
  assert.equal(declined.status, 200, declined.text)
  const proposed = await decide(accomplice, successor)
  assert.equal(proposed.body.outcome, 'proposed', 'an order of a person is proposed as any other')
  await moveClock(app, 'PT1M')
  assert.deepEqual(
    [(await readOrder(successor.orderId)).state, (await read(app, transactionId)).refundStatus],
    ['created', 'DUE'],
  )
})

test('whoever made an order does not approve it, also when somebody else proposes it', async () => {
  const { order, cpf } = await failRefund()
  const { body } = await correct(approver, order.orderId, {
    name: 'Maria da Silva',
    document: cpf,
    pixKey: 'maria@example.com',
  })
  const successor = await readOrder(String(body.orderId))
  const declined = { approve: false, reason: 'quero ver de novo' }
  assert.equal((await second.post(`/proposals/${successor.proposal?.id}/answer`, declined)).status, 200)
  assert.equal((await decide(analyst, successor)).body.outcome, 'proposed')
  const again = await readOrder(successor.orderId)
  expectError(await answer(approver, again), { code: 'desk_four_eyes' })
  assert.equal((await answer(second, again)).body.outcome, 'done')
})

test('a refund of a known customer goes to nobody else when SQL calls its payer unknown', async () => {
  const { transactionId } = await failRefund()
  const [refund] = await query<{ id: string }>(
    app,
    `UPDATE refunds SET state = 'DUE', order_id = NULL, way = NULL, end_to_end_id = NULL, waits_for = 'PAYER_UNKNOWN'
     WHERE transaction_id = $1 RETURNING id`,
    [transactionId],
  )
  assert.ok(refund)
  const payee = { name: 'Outra Pessoa', document: '52998224725', pixKey: '52998224725' }
  const answered = await analyst.post(`/refunds/${refund.id}/account`, { payee, reason: REASON })
  expectError(answered, { code: 'desk_resolution_refused', message: 'The payer of this refund is known' })
  for (const change of [`id = '${newId()}'`, 'transaction_id = NULL', `reference = 'refund:case:none'`])
    await assert.rejects(
      query(app, `UPDATE refunds SET ${change} WHERE id = $1`, [refund.id]),
      /cannot change what it is for/,
    )
})

test('a refund goes to no other CPF, whoever corrects it', async () => {
  const { order, cpf } = await failRefund()
  const stranger = '52998224725'
  assert.notEqual(cpf, stranger)
  const account = { bankCode: '237', agency: '1172', number: '0403005', digit: '2', type: 'CHECKING' }
  for (const payee of [
    { name: 'João da Silva', document: stranger, pixKey: 'joao@example.com' },
    { name: 'João da Silva', document: stranger, pixKey: stranger },
    { name: 'João da Silva', document: stranger, account },
    { name: 'Maria da Silva', document: cpf, pixKey: stranger },
    { name: 'Loja Simples', document: '11444777000161', account },
  ])
    for (const user of [analyst, approver])
      expectError(await correct(user, order.orderId, payee), { code: 'desk_payee_refused' })
  assert.deepEqual(await query(app, 'SELECT id FROM payout_orders WHERE replaces = $1', [order.orderId]), [])
  const own = await correct(analyst, order.orderId, { name: 'Maria da Silva', document: cpf, account })
  assert.equal(own.status, 200, own.text)
})

test('a transfer that failed goes to the account that its retailer has registered, never to one that is typed', async () => {
  await setPayouts('fail')
  const { transactionId } = await buyOpen(app)
  const failed = await untilTransferFailed(transactionId)
  await setPayouts('confirm')
  const typed = { name: 'Loja', document: '11444777000161', pixKey: 'loja@example.com' }
  expectError(await correct(approver, failed.orderId, typed), { code: 'desk_payee_refused' })
  const corrected = await correct(analyst, failed.orderId, undefined)
  assert.equal(corrected.status, 200, corrected.text)
  const orderId = String(corrected.body.orderId)
  const { database, services } = app
  const order = await findOrder(database, services.secrets, orderId)
  const registered = await findPayee(database, services.secrets, DEMO_RETAILER)
  assert.deepEqual(order?.payee, registered.payee)
  assert.equal((await answer(approver, await readOrder(orderId))).body.outcome, 'done')
})

async function untilTransferFailed(transactionId: string): Promise<PayoutView> {
  for (let round = 0; round < 60; round++) {
    const { orders } = (await analyst.get<PayoutList>('/payouts?state=failed&kind=RETAILER')).body
    for (const { orderId } of orders) {
      const order = await readOrder(orderId)
      if (order.lines.some(line => line.transactionId === transactionId)) return order
    }
    await moveClock(app, 'PT12H')
  }
  return assert.fail('no transfer of the purchase failed')
}

test('a correction names the wrong field, and a payee has one place', async () => {
  const { order, cpf } = await failRefund()
  const named = { name: 'Maria', document: cpf }
  expectError(await analyst.post(`/payouts/${order.orderId}/correction`, { payee: named }), {
    code: 'missing_parameters',
    message: 'Missing parameters: reason',
  })
  expectError(await correct(analyst, order.orderId, named), {
    code: 'invalid_parameters',
    message: 'payee.pixKey or account must be given, and not both',
    fields: ['payee.pixKey'],
  })
  expectError(
    await correct(analyst, order.orderId, { ...named, document: '11111111111', pixKey: 'a@b.example' }),
    {
      code: 'invalid_parameters',
      message: 'payee.document cannot be paid: check its digits',
      fields: ['payee.document'],
    },
  )
  expectError(await correct(analyst, order.orderId, { ...named, pixKey: 'no key' }), {
    code: 'invalid_parameters',
    message: 'payee.to.key cannot be paid: check its digits',
    fields: ['payee.to.key'],
  })
  assert.equal((await readOrder(order.orderId)).isCorrectable, true)
})
