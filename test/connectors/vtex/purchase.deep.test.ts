import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../../support/app.ts'
import { cancel, giveUp, readStatus } from '../../support/purchase-http.ts'
import { waitFor } from '../../support/wait-for.ts'
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { beginPurchase, buyByLink, finishPurchase } from './buy-by-link.ts'
import { type PaymentAnswer, VtexShop, writePayment } from './vtex-shop.ts'

let app: TestApp
let shop: VtexShop
let gateway: WebhookReceiver
before(async () => {
  app = await startTestApp({
    env: { VTEX_APP_KEY: 'vtexappkey-partner', VTEX_APP_TOKEN: 'partner-token-secret' },
  })
  shop = await VtexShop.open(app)
  gateway = await startReceiver((_, response) => response.writeHead(200).end())
  app.clock.advance({ minutes: 2 })
  await waitFor(
    'the connector listens',
    async () =>
      (await query(app, 'SELECT FROM connector_endpoints WHERE endpoint_id IS NOT NULL')).length > 0,
  )
})
after(async () => {
  await app?.stop()
  await gateway?.stop()
})

async function ask(change: Record<string, unknown> = {}) {
  const request = writePayment(change)
  const path = `/callback/${String(request.paymentId)}?accountName=lojademo`
  Object.assign(request, { callbackUrl: `${gateway.url}${path}`, ...change })
  const answer = await shop.pay(request)
  return { request, paymentId: String(request.paymentId), orderId: String(request.orderId), answer }
}

const listCallbacks = (paymentId: string) => gateway.received.filter(({ body }) => body.includes(paymentId))

async function awaitCallback(paymentId: string): Promise<PaymentAnswer> {
  await waitFor(`a callback about ${paymentId}`, () => listCallbacks(paymentId).length > 0)
  return JSON.parse(listCallbacks(paymentId)[0]?.body ?? '') as PaymentAnswer
}

async function awaitStatus(request: Record<string, unknown>, status: string): Promise<PaymentAnswer> {
  let answer = await shop.pay(request)
  await waitFor(`the payment is ${status}`, async () => {
    answer = await shop.pay(request)
    return answer.status === status
  })
  return answer
}

test('a purchase by the link approves the payment: one callback with the partner’s keys, then settled and refunded', async () => {
  const { request, paymentId, orderId, answer } = await ask()
  const transactionId = await buyByLink(app, orderId)
  const told = await awaitCallback(paymentId)
  assert.deepEqual([told.status, told.tid, told.authorizationId], ['approved', answer.tid, transactionId])
  const [callback] = listCallbacks(paymentId)
  assert.equal(callback?.headers['x-vtex-api-appkey'], 'vtexappkey-partner')
  assert.equal(callback?.headers['x-vtex-api-apptoken'], 'partner-token-secret')
  // What VTEX already knows is answered again, for as long as it asks.
  for (const member of ['delayToAutoSettle', 'delayToAutoSettleAfterAntifraud', 'delayToCancel'])
    assert.equal(told[member], answer[member])
  assert.equal((await shop.pay(request)).status, 'approved')

  const settle = { value: 1_020, requestId: 'settle-1' }
  const settled = await shop.operate('settlements', paymentId, settle)
  assert.deepEqual((await shop.operate('settlements', paymentId, settle)).body, settled.body)
  assert.equal((await shop.operate('settlements', paymentId, { value: '1.000,00' })).status, 200)
  const tooMuch = await shop.operate('settlements', paymentId, { value: 0.01 })
  assert.deepEqual([tooMuch.status, tooMuch.body.settleId, tooMuch.body.code], [500, null, 'AMOUNT_TOO_HIGH'])

  const refund = { value: 2_020, requestId: 'refund-1' }
  const refunded = await shop.operate('refunds', paymentId, refund)
  assert.equal(refunded.status, 200, refunded.text)
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  assert.deepEqual((await shop.operate('refunds', paymentId, refund)).body, refunded.body)
  const again = await shop.operate('refunds', paymentId, { value: 2_020 })
  assert.deepEqual([again.status, again.body.refundId, again.body.value], [500, null, 0])
  assert.equal(listCallbacks(paymentId).length, 1)
})

test('a purchase that ends early ends its link first, and the payment is denied by one callback', async () => {
  const { paymentId, orderId } = await ask()
  await giveUp(app, await beginPurchase(app, orderId))
  const told = await awaitCallback(paymentId)
  assert.deepEqual([told.status, told.code, told.authorizationId], ['denied', 'PURCHASE_ENDED', null])
  const links = await query<{ status: string }>(app, 'SELECT status FROM payment_links WHERE order_id = $1', [
    orderId,
  ])
  assert.deepEqual(
    links.map(({ status }) => status),
    ['DELETED'],
  )
})

test('84 identical questions in fourteen days are one link and one answer; then the link expires and the payment is denied', async () => {
  const { request, paymentId, answer } = await ask()
  for (let hours = 0; hours < 332; hours += 4) {
    app.clock.advance({ hours: 4 })
    assert.deepEqual(await shop.pay(request), answer)
  }
  app.clock.advance({ hours: 5 })
  assert.equal((await awaitStatus(request, 'denied')).code, 'LINK_ENDED')
  assert.equal((await awaitCallback(paymentId)).status, 'denied')
})

test('a cancellation before the purchase ends the link, after it the purchase; again it says the same; a settlement is refused', async () => {
  const early = await ask()
  const first = await shop.operate('cancellations', early.paymentId, { requestId: 'c1' })
  assert.equal(first.status, 200)
  assert.ok(first.body.cancellationId !== null)
  assert.deepEqual(
    (await shop.operate('cancellations', early.paymentId, { requestId: 'c1' })).body,
    first.body,
  )
  assert.equal((await shop.pay(early.request)).status, 'denied')

  const late = await ask()
  const transactionId = await buyByLink(app, late.orderId)
  await awaitCallback(late.paymentId)
  // Without an authorization, as the checkout of VTEX cancels what it has just created; and by the other spelling of the path.
  const canceled = await shop.post(`/payments/${late.paymentId}/cancelations`, { requestId: 'c2' })
  assert.equal(canceled.status, 200, canceled.text)
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  const settled = await shop.operate('settlements', late.paymentId, { value: 2_020 })
  assert.deepEqual([settled.status, settled.body.settleId], [500, null])
  assert.notEqual(settled.body.code, 'refund-manually')
})

test('a partial refund removes the only products that are worth it; any other is for people, never with a settle id', async () => {
  const { paymentId, orderId } = await ask({
    value: 1_720,
    miniCart: {
      ...(writePayment().miniCart as object),
      items: [
        { id: 'a', name: 'Geladeira', price: 1_000, quantity: 1, discount: 0 },
        { id: 'b', name: 'Fogão', price: 700, quantity: 1, discount: 0 },
      ],
    },
  })
  const transactionId = await buyByLinkOf(orderId)
  await awaitCallback(paymentId)
  const odd = await shop.operate('refunds', paymentId, { value: 123.45 })
  assert.deepEqual([odd.status, odd.body.refundId, odd.body.code], [501, null, 'refund-manually'])
  const part = await shop.operate('refunds', paymentId, { value: 700, requestId: 'part' })
  assert.equal(part.status, 200, part.text)
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  const rest = await shop.operate('refunds', paymentId, { value: 1_020 })
  assert.equal(rest.status, 200, rest.text)
})

/** With the products of the link itself. */
async function buyByLinkOf(orderId: string): Promise<string> {
  return buyByLink(app, orderId, [
    { id: 'a', name: 'Geladeira', amount: 1, value: 1_000 },
    { id: 'b', name: 'Fogão', amount: 1, value: 700 },
  ])
}

test('of two tabs the newer takes over what somebody is buying already; a paid order is not sold twice', async () => {
  const first = await ask()
  const transactionId = await beginPurchase(app, first.orderId)
  await waitFor('the purchase is known', async () => {
    const [row] = await query<{ transactionId: string | null }>(
      app,
      'SELECT transaction_id FROM connector_payments WHERE foreign_id = $1',
      [first.paymentId],
    )
    return row?.transactionId === transactionId
  })
  const second = await ask({ orderId: first.orderId })
  assert.equal(second.answer.paymentUrl, first.answer.paymentUrl)
  assert.equal((await shop.pay(first.request)).status, 'denied')
  await finishPurchase(app, transactionId)
  assert.equal((await awaitCallback(second.paymentId)).status, 'approved')
  const third = await ask({ orderId: first.orderId })
  assert.deepEqual([third.answer.status, third.answer.code], ['denied', 'ORDER_PAID'])
  const purchases = await query(app, `SELECT FROM transactions WHERE order_id = $1 AND status = 'OPEN'`, [
    first.orderId,
  ])
  assert.equal(purchases.length, 1)
})

test('a total that changed by a centavo is the same payment; by more it is refused, unless it was paid', async () => {
  const one = await ask()
  assert.equal((await shop.pay({ ...one.request, value: 2_020.01 })).paymentUrl, one.answer.paymentUrl)
  const refused = await shop.pay({ ...one.request, value: 2_000 })
  assert.deepEqual([refused.status, refused.code], ['denied', 'TOTAL_CHANGED'])
  const paid = await ask()
  await buyByLink(app, paid.orderId)
  await awaitCallback(paid.paymentId)
  assert.equal((await shop.pay({ ...paid.request, value: 1 })).status, 'approved')
  const lines = await app.services.connectors.readLog('000000000000000000000001', shop.id)
  assert.ok(lines?.some(({ code, orderId }) => code === 'TOTAL_CHANGED' && orderId === paid.orderId))
})

test('the callback goes to the address byte for byte, until VTEX answers 2xx, and then never again', async () => {
  const lines: string[] = []
  const answers = [500, 403, 302, 204]
  const server = createServer((request, response) => {
    lines.push(request.url ?? '')
    request.resume()
    response.writeHead(answers[lines.length - 1] ?? 200).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  try {
    const target = `/api/pvt/payments/x%2fy/'|{}^\`/callback?accountName=lojademo&X-VTEX-signature=R0TE'Qm+5/e|1=="<>&&x=`
    const { paymentId, orderId } = await ask({ callbackUrl: `http://127.0.0.1:${port}${target}` })
    await buyByLink(app, orderId)
    for (const [at] of answers.entries())
      await waitFor(`attempt ${at + 1}`, () => {
        app.clock.advance({ minutes: 1 })
        return lines.length > at
      })
    await waitFor('it is told', async () => {
      const rows = await query(
        app,
        'SELECT FROM connector_notices n JOIN connector_payments p ON p.id = n.payment_id WHERE p.foreign_id = $1 AND n.is_delivered',
        [paymentId],
      )
      return rows.length === 1
    })
    for (let day = 0; day < 3; day++) {
      app.clock.advance({ days: 1 })
      await app.services.connectors.compare('000000000000000000000001', shop.id)
    }
    assert.deepEqual(
      lines,
      answers.map(() => target),
    )
  } finally {
    server.close()
  }
})

test('a purchase that was canceled here after its approval is a difference, and one click ends it', async () => {
  const { paymentId, orderId } = await ask()
  const transactionId = await buyByLink(app, orderId)
  await awaitCallback(paymentId)
  await cancel(app, transactionId)
  const retailer = '000000000000000000000001'
  const { connectors } = app.services
  const found = (await connectors.compare(retailer, shop.id))?.find(each => each.orderId === orderId)
  assert.deepEqual(
    [found?.kind, found?.ours, found?.fix],
    ['ENDED_HERE', 'canceled', 'Já cancelei na plataforma'],
  )
  assert.equal(await connectors.fix('000000000000000000000002', shop.id, found?.id ?? ''), false)
  assert.equal(await connectors.fix(retailer, shop.id, found?.id ?? ''), true)
  assert.ok(!(await connectors.readDifferences(retailer, shop.id))?.some(each => each.orderId === orderId))
  assert.equal(listCallbacks(paymentId).length, 1)
})

test('credentials are accepted in both spellings and nowhere else; what cannot be read is said in VTEX’s form', async () => {
  const { 'x-vtex-api-appkey': key = '', 'x-vtex-api-apptoken': token = '' } = shop.headers
  const other = { 'x-provider-api-appkey': key, 'x-provider-api-apptoken': token }
  assert.equal((await shop.post('/payments', writePayment(), other)).status, 200)
  for (const wrong of [
    {},
    { ...other, 'x-provider-api-apptoken': 'x' },
    { ...other, 'x-provider-api-appkey': 'crediario-x' },
  ]) {
    const answer = await shop.post('/payments', writePayment(), wrong as Record<string, string>)
    assert.deepEqual([answer.status, answer.body.status, answer.body.code], [401, 'error', 'UNAUTHORIZED'])
  }
  for (const broken of [
    '{',
    '[]',
    { ...writePayment(), value: 'caro' },
    { ...writePayment(), paymentId: '' },
  ]) {
    const answer = await shop.post('/payments', broken)
    assert.deepEqual([answer.status, answer.body.status], [400, 'error'], answer.text)
  }
  const lenient = await ask({ value: '2020,00', installments: '0' })
  assert.equal(lenient.answer.status, 'undefined')
  const wrongStore = await ask({ merchantSettings: [{ name: 'Loja Crediario', value: 'x' }] })
  assert.equal(wrongStore.answer.code, 'WRONG_STORE')
  for (const path of ['inbound-request', 'inbound']) {
    const inbound = await shop.post(`/payments/x/${path}/any`, { requestId: 'i', requestData: { body: '' } })
    assert.equal((inbound.body.responseData as { statusCode: number }).statusCode, 404)
  }
})

test('neither VTEX nor a browser nor the log can read a key, a CPF or what the buyer typed elsewhere', async () => {
  const { request, paymentId, orderId, answer } = await ask()
  await buyByLink(app, orderId)
  await awaitCallback(paymentId)
  const texts = [
    JSON.stringify(answer),
    ...gateway.received.map(({ body }) => body),
    JSON.stringify(await app.services.connectors.readLog('000000000000000000000001', shop.id)),
    JSON.stringify(await app.services.connectors.list('000000000000000000000001')),
    app.logged(),
  ]
  for (const table of [
    'accounts',
    'payments',
    'operations',
    'notices',
    'inbox',
    'log',
    'differences',
    'endpoints',
  ])
    texts.push(JSON.stringify(await query(app, `SELECT * FROM connector_${table}`)))
  const cpf = '52998224725'
  for (const text of texts) {
    const digits = text.replaceAll(/[.\-\s]/g, '')
    assert.ok(!digits.includes(cpf))
    for (const secret of [
      DEMO_KEY,
      'token-of-the-shop',
      'partner-token-secret',
      'maria.souza',
      'Rua das Flores',
    ])
      assert.ok(!text.includes(secret), secret)
  }
  assert.equal(request.paymentId, paymentId)
})

test('without the interface nothing is refused and nothing lost: VTEX is asked to ask again, and gets the same answer later', async () => {
  const known = await ask()
  const { ownAddress } = app.services
  const { ...served } = ownAddress
  delete ownAddress.fetch
  ownAddress.url = 'http://127.0.0.1:9'
  const request = writePayment()
  try {
    const away = await shop.post('/payments', request)
    assert.deepEqual([away.status, away.body.code], [500, 'TRY_AGAIN'])
    assert.deepEqual(await shop.pay(known.request), known.answer)
    const open = await shop.operate('cancellations', known.paymentId, { requestId: 'away' })
    assert.deepEqual([open.status, open.body.cancellationId, open.body.code], [500, null, 'TRY_AGAIN'])
  } finally {
    Object.assign(ownAddress, served)
  }
  assert.equal((await shop.pay(request)).status, 'undefined')
  assert.equal((await shop.operate('cancellations', known.paymentId, { requestId: 'away' })).status, 200)
})
