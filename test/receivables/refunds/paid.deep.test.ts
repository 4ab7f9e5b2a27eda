import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MessagesAnswer } from '../../../src/contract/sandbox.ts'
import { DEMO_KEY, query, readAnswer, startTestApp, type TestApp } from '../../support/app.ts'
import type { Person } from '../../support/people.ts'
import {
  askCancel,
  type Bought,
  buy,
  checkAnswer,
  listPublished,
  moveClock,
  pay,
  playUntil,
  read,
  readStatus,
  type TransactionBody,
} from '../../support/purchase-http.ts'
import { expectSoundBooks } from '../../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(() => app.stop())

const ACCOUNT = {
  numeroBanco: '237',
  agencia: '1172',
  numeroConta: '0403005',
  digitoConta: '2',
  tipoConta: 'POUPANCA',
}

async function setPayouts(payouts: 'confirm' | 'fail' | 'unknown'): Promise<void> {
  const answer = await app.post('/sandbox/bank', { apiKey: DEMO_KEY, payouts })
  assert.equal(answer.status, 200, answer.text)
}

/** An open purchase whose down payment the PSP received. */
async function buyByPix(): Promise<Bought> {
  const bought = await buy(app)
  await moveClock(app, 'PT5S')
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, String(downPaymentBillet?.id), { method: 'PIX' })
  await playUntil(app, bought.transactionId, 'COMPLETE')
  await moveClock(app, 'PT5S')
  assert.equal(await readStatus(app, bought.transactionId), 'OPEN')
  return bought
}

/** Lets the workers go on until the refund is in the state; they look every few seconds of the deployment's clock. */
async function until(
  transactionId: string,
  refundStatus: TransactionBody['refundStatus'],
): Promise<TransactionBody> {
  let seen: TransactionBody | undefined
  for (let round = 0; round < 40; round++) {
    seen = await read(app, transactionId)
    if (seen.refundStatus === refundStatus) return seen
    await moveClock(app, 'PT10S')
  }
  throw new Error(`the refund of ${transactionId} is ${seen?.refundStatus}, not ${refundStatus}`)
}

async function listMessages({ phone }: Person, template: string): Promise<string[]> {
  const response = await fetch(`${app.url}/sandbox/messages?phone=${phone}`, {
    headers: { 'x-service-apikey': DEMO_KEY },
  })
  const { messages } = checkAnswer(MessagesAnswer, await readAnswer(response))
  return messages.filter(each => each.template === template && each.channel === 'SMS').map(({ text }) => text)
}

interface Order {
  readonly way: string
  readonly state: string
  readonly refund: string
  readonly amount: number
}

const listOrders = (transactionId: string): Promise<Order[]> =>
  query<Order>(
    app,
    `SELECT r.way, o.state, r.state AS refund, o.amount_centavos::integer AS amount
      FROM payout_orders o LEFT JOIN refunds r ON r.order_id = o.id WHERE o.transaction_id = $1 ORDER BY o.id`,
    [transactionId],
  )

test('a down payment by Pix is given back by the same way: due, paid, told to retailer and customer', async () => {
  await setPayouts('confirm')
  const { transactionId, person } = await buyByPix()
  const { body } = await askCancel(app, transactionId, ACCOUNT)
  const due = await read(app, transactionId)
  assert.ok(due.refundStatus === 'DUE' || due.refundStatus === 'SENT')
  const paid = await until(transactionId, 'PAID')
  assert.equal(paid.refundValue, body.refundValue)
  assert.ok(paid.refundedAt)
  assert.deepEqual([paid.status, paid.cancelReason], ['CANCELED', 'RETAILER_CANCELED'])
  assert.deepEqual(
    (await listOrders(transactionId)).map(({ way, state, refund }) => [way, state, refund]),
    [['PIX_RETURN', 'paid', 'PAID']],
  )
  assert.deepEqual((await listPublished(app, transactionId)).at(-1), 'REFUNDED')
  const [event] = await query<{ body: { amount: number; refundedAt: string; status: string } }>(
    app,
    `SELECT body::json AS body FROM events WHERE transaction_id = $1 AND type = 'transaction.refunded'`,
    [transactionId],
  )
  assert.deepEqual(
    [event?.body.amount, event?.body.refundedAt, event?.body.status],
    [body.refundValue, paid.refundedAt, 'CANCELED'],
  )
  await moveClock(app, 'PT10S')
  const [sms, ...others] = await listMessages(person, 'refund-sent')
  assert.match(sms ?? '', /^[^:]+: devolvemos R\$ .* para a conta de onde veio o Pix\.$/)
  assert.deepEqual(others, [])
  await expectSoundBooks(app)
})

test('what was paid by billet goes to the account of the cancellation, beside the Pix that goes back', async () => {
  await setPayouts('confirm')
  const { transactionId } = await buyByPix()
  const [installment] = (await read(app, transactionId)).installments ?? []
  await pay(app, installment?.id ?? '')
  const { body } = await askCancel(app, transactionId, ACCOUNT)
  await until(transactionId, 'PAID')
  const orders = await listOrders(transactionId)
  assert.deepEqual(orders.map(({ way }) => way).sort(), ['ACCOUNT', 'PIX_RETURN'])
  assert.equal(orders.reduce((sum, { amount }) => sum + amount, 0) / 100, body.refundValue)
  const published = await listPublished(app, transactionId)
  assert.equal(published.filter(action => action === 'REFUNDED').length, 2)
  await expectSoundBooks(app)
})

test('what the bank refuses is tried at the customer’s own place, then fails, waits for people and is told', async () => {
  await setPayouts('fail')
  const { transactionId, person } = await buyByPix()
  await askCancel(app, transactionId)
  const failed = await until(transactionId, 'FAILED')
  assert.equal(failed.refundedAt, undefined)
  assert.deepEqual(
    (await listOrders(transactionId)).map(({ way, state, refund }) => [way, state, refund]),
    [
      [null, 'failed', null],
      ['CPF_KEY', 'failed', 'FAILED'],
    ],
  )
  await moveClock(app, 'PT10S')
  assert.equal((await listMessages(person, 'refund-failed')).length, 1)
  assert.equal((await listMessages(person, 'refund-sent')).length, 0)
  const [row] = await query<{ waits: string }>(
    app,
    'SELECT waits_for AS waits FROM refunds WHERE transaction_id = $1',
    [transactionId],
  )
  assert.equal(row?.waits, 'REFUSED_BY_BANK')
  await setPayouts('confirm')
  await expectSoundBooks(app)
})

test('while the bank does not say what became of it, a refund is sent; then it is paid once', async () => {
  await setPayouts('unknown')
  const { transactionId } = await buyByPix()
  await askCancel(app, transactionId)
  await until(transactionId, 'SENT')
  await moveClock(app, 'PT1M')
  assert.equal((await read(app, transactionId)).refundStatus, 'SENT')
  await setPayouts('confirm')
  await until(transactionId, 'PAID')
  assert.equal((await listOrders(transactionId)).length, 1)
  await expectSoundBooks(app)
})
