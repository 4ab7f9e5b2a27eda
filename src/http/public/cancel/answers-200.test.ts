import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import {
  askCancel,
  buy,
  buyOpen,
  cancel,
  centavos,
  checkAnswer,
  giveUp,
  listPublished,
  pay,
  read,
  readStatus,
} from '../../../../test/support/purchase-http.ts'
import { CancelAnswer } from '../../../contract/cancel.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const ACCOUNT = {
  numeroBanco: '237',
  agencia: '1172',
  numeroConta: '0403005',
  digitoConta: 'x',
  tipoConta: 'CONTACORRENTE',
}

test('an unpaid purchase is canceled with nothing to refund, and a refund date ten business days away', async () => {
  const { transactionId } = await buy(app)
  // Tuesday, 10 March 2026 and ten business days: the last millisecond of Tuesday, 24 March, in Sao Paulo.
  const maxRefundDate = '2026-03-25T02:59:59.999Z'
  const expected = { maxRefundDate, refundValue: 0, status: 'CANCELED', transactionId }
  assert.deepEqual(await cancel(app, transactionId), expected)
  const { status, step, cancelReason, canceledAt } = await read(app, transactionId)
  assert.deepEqual(
    [status, step, cancelReason, canceledAt],
    ['CANCELED', 'WAITING', 'RETAILER_CANCELED', app.clock.now().toISOString()],
  )
})

test('the refund is everything that the customer really paid: down payment, installment, a double and a wrong payment', async () => {
  const { transactionId } = await buyOpen(app)
  const { downPaymentBillet, installments } = await read(app, transactionId)
  const [first, second] = installments ?? []
  assert.ok(downPaymentBillet && first && second)
  await pay(app, first.id)
  await pay(app, first.id)
  await pay(app, second.id, { amount: 0.07 })
  const { refundValue } = await cancel(app, transactionId)
  assert.equal(centavos(refundValue), centavos(downPaymentBillet.value) + 2 * centavos(first.value) + 7)
})

test('repeated fifty times at once and on another day, it gives the same answer, one refund and one event', async () => {
  const { transactionId } = await buyOpen(app)
  const { downPaymentValue } = await read(app, transactionId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => askCancel(app, transactionId)))
  app.clock.advance({ days: 3 })
  answers.push(await askCancel(app, transactionId, ACCOUNT))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  for (const answer of answers) assert.equal(checkAnswer(CancelAnswer, answer).refundValue, downPaymentValue)
  assert.deepEqual((await listPublished(app, transactionId)).slice(-2), ['APPROVED', 'CANCELED'])
  const refunds = await query(
    app,
    "SELECT sum(-amount_centavos)::integer AS due FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id WHERE account = 'refunds-due' AND transaction_id = $1",
    [transactionId],
  )
  assert.deepEqual(refunds, [{ due: centavos(downPaymentValue) }])
})

test('a purchase that the customer gave up is already canceled: same answer, the customer’s reason stays', async () => {
  const { transactionId } = await buy(app)
  assert.equal((await giveUp(app, transactionId)).status, 200)
  assert.equal((await cancel(app, transactionId)).refundValue, 0)
  assert.equal((await read(app, transactionId)).cancelReason, 'CANCELLED_BY_CUSTOMER')
})

test('money that arrives after the cancellation changes no answer and pays no billet', async () => {
  const { transactionId } = await buy(app)
  const { downPaymentBillet } = await read(app, transactionId)
  const before = await cancel(app, transactionId)
  assert.equal((await pay(app, downPaymentBillet?.id ?? '')).paymentStatus, 'PENDING')
  assert.deepEqual(await cancel(app, transactionId), before)
})

test('the refund account is accepted with or without a branch digit, and is readable in no answer, row or log line', async () => {
  for (const digitoAgencia of ['X', null, undefined]) {
    const { transactionId } = await buyOpen(app)
    const answer = await askCancel(app, transactionId, { ...ACCOUNT, digitoAgencia })
    checkAnswer(CancelAnswer, answer)
    assert.doesNotMatch(JSON.stringify(await read(app, transactionId)), /0403005"/)
    const [row] = await query<{ account: Buffer }>(
      app,
      'SELECT refund_account AS account FROM transactions WHERE id = $1',
      [transactionId],
    )
    assert.ok(row && row.account.length > 0 && !row.account.includes('0403005'))
  }
  assert.ok(!app.logged().includes('0403005"'))
})

test('after a cancellation the customer may buy again', async () => {
  const { transactionId, person } = await buy(app)
  await cancel(app, transactionId)
  const again = await buy(app, { person })
  assert.equal(await readStatus(app, again.transactionId), 'PENDING')
})
