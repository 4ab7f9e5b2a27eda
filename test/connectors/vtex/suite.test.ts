import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { waitFor } from '../../support/wait-for.ts'
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { type PaymentAnswer, VtexShop, writePayment } from './vtex-shop.ts'

let app: TestApp
let shop: VtexShop
let gateway: WebhookReceiver
const suite = (): Record<string, string> => ({ ...shop.headers, 'x-vtex-api-is-testsuite': 'true' })
before(async () => {
  app = await startTestApp()
  shop = await VtexShop.open(app)
  gateway = await startReceiver((_, response) => response.writeHead(200).end())
})
after(async () => {
  await app?.stop()
  await gateway?.stop()
})

async function play(card: string | undefined, change: Record<string, unknown> = {}) {
  const request = writePayment({
    callbackUrl: `${gateway.url}/callback?accountName=lojademo&X-VTEX-signature=R0TEQm+5/e|1'`,
    ...(card && { card: { number: card } }),
    ...change,
  })
  const answer = await shop.post<PaymentAnswer>('/payments', request, suite())
  assert.equal(answer.status, 200, answer.text)
  return { request, paymentId: String(request.paymentId), answer: answer.body }
}

async function awaitCallback(paymentId: string): Promise<string> {
  // The suite waits for fifteen seconds.
  app.clock.advance({ ms: 5_000 })
  const find = () => gateway.received.filter(({ body }) => body.includes(paymentId))
  await waitFor(`a callback about ${paymentId}`, () => find().length > 0)
  const [callback, ...more] = find()
  assert.deepEqual(more, [])
  return String((JSON.parse(callback?.body ?? '{}') as PaymentAnswer).status)
}

test('manifest and methods name the type, never the shop’s label, with whole hours as texts', async () => {
  const { body } = await shop.get('/manifest')
  assert.deepEqual(body.autoSettleDelay, { minimum: '168', maximum: '168' })
  assert.ok((body.paymentMethods as { name: string }[]).some(({ name }) => name === 'Promissories'))
  assert.ok(!('version' in body))
  assert.equal((await shop.get('/payment-methods')).status, 200)
})

test('suite, Approved: approved, settled, refunded', async () => {
  const { paymentId, answer } = await play('4444333322221111')
  assert.equal(answer.status, 'approved')
  assert.ok(answer.authorizationId !== null && answer.paymentUrl === undefined)
  const settled = await shop.operate('settlements', paymentId, { value: 2_020 })
  assert.equal(settled.status, 200, settled.text)
  assert.ok(settled.body.settleId !== null && settled.body.value === 2_020)
  const refunded = await shop.operate('refunds', paymentId, { value: 2_020, settleId: settled.body.settleId })
  assert.equal(refunded.status, 200, refunded.text)
  assert.ok(refunded.body.refundId !== null && refunded.body.value === 2_020)
})

test('suite, Denied: denied, without an authorization', async () => {
  const { answer } = await play('4444333322221112')
  assert.deepEqual([answer.status, answer.authorizationId], ['denied', null])
})

test('suite, Cancellation: approved, and canceled with an id', async () => {
  const { paymentId, answer } = await play('4444333322221111')
  assert.equal(answer.status, 'approved')
  const canceled = await shop.operate('cancellations', paymentId, { authorizationId: answer.authorizationId })
  assert.equal(canceled.status, 200)
  assert.ok(canceled.body.cancellationId !== null)
})

test('suite, Async Approved and Async Denied: undefined, and the verdict by one callback', async () => {
  for (const [card, verdict] of [
    ['4222222222222224', 'approved'],
    ['4222222222222225', 'denied'],
  ] as const) {
    const { paymentId, answer } = await play(card)
    assert.equal(answer.status, 'undefined')
    assert.equal(await awaitCallback(paymentId), verdict)
  }
})

test('suite, Boleto and Redirect: undefined with an address under all its names, approved by one callback', async () => {
  for (const paymentMethod of ['BankInvoice', 'Promissories']) {
    const { paymentId, answer } = await play(undefined, { paymentMethod })
    assert.equal(answer.status, 'undefined')
    for (const name of ['paymentUrl', 'redirectUrl', 'bankIssueUrl'])
      assert.ok(URL.canParse(String(answer[name])))
    assert.equal(await awaitCallback(paymentId), 'approved')
  }
})

test('the suite may send its credentials as empty texts; nobody else may', async () => {
  const empty = { 'x-vtex-api-appkey': '', 'x-vtex-api-apptoken': '' }
  const request = writePayment({ card: { number: '4444333322221111' } })
  const played = await shop.post('/payments', request, { ...empty, 'x-vtex-api-is-testsuite': 'true' })
  assert.equal(played.status, 200, played.text)
  assert.equal((await shop.post('/payments', writePayment(), empty)).status, 401)
})

test('in production the suite’s header means nothing, and a sandbox payment is denied with its code', async () => {
  const context = app.services.connectorContext as { isProduction: boolean }
  context.isProduction = true
  try {
    const played = await shop.post<PaymentAnswer>(
      '/payments',
      writePayment({ card: { number: '4444333322221111' } }),
      suite(),
    )
    assert.equal(played.body.status, 'undefined')
    const request = writePayment({ sandBoxMode: true })
    const { body } = await shop.post<PaymentAnswer>('/payments', request)
    assert.deepEqual([body.status, body.code], ['denied', 'SANDBOX'])
    const links = await query(app, 'SELECT FROM payment_links WHERE order_id = $1', [request.orderId])
    assert.equal(links.length, 0)
  } finally {
    context.isProduction = false
  }
})
