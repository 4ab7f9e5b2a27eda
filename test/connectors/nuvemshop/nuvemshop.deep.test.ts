import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../../support/app.ts'
import { giveUp, readStatus } from '../../support/purchase-http.ts'
import { waitFor } from '../../support/wait-for.ts'
import { beginPurchase, buyByLink } from '../vtex/buy-by-link.ts'
import { addOrder, type FakeNuvemshop, startFakeNuvemshop } from './fake-nuvemshop.ts'

let app: TestApp
let fake: FakeNuvemshop
let accountId: string
before(async () => {
  fake = await startFakeNuvemshop()
  app = await startTestApp({
    env: {
      NUVEMSHOP_APP_ID: '4321',
      NUVEMSHOP_CLIENT_SECRET: 'app-secret',
      NUVEMSHOP_CONTACT: 'parcerias@crediario.example',
      NUVEMSHOP_API_URL: `${fake.url}/v1`,
      NUVEMSHOP_TOKEN_URL: `${fake.url}/token`,
    },
  })
  const shop = { platform: 'nuvemshop', retailerId: DEMO_RETAILER, account: fake.storeId, settings: {} }
  accountId = (await app.services.connectors.enable({ ...shop, keys: { apiKey: DEMO_KEY } })).id
  app.clock.advance({ minutes: 2 })
  await waitFor('the connector listens', async () => {
    const rows = await query(app, 'SELECT FROM connector_endpoints WHERE endpoint_id IS NOT NULL')
    return rows.length > 0
  })
})
after(async () => {
  await app?.stop()
  await fake?.stop()
})

const install = (code: string) => fetch(`${app.url}/connectors/nuvemshop/install?code=${code}`)

async function checkOut(orderId: string) {
  return app.post<{ redirect?: string; error?: string }>(`/connectors/nuvemshop/${accountId}/checkouts`, {
    orderId,
    returnUrl: 'https://lojademo.example/checkout/success',
  })
}

async function tell(body: object, secret = 'app-secret'): Promise<number> {
  const text = JSON.stringify(body)
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-linkedstore-hmac-sha256': signature }
  const url = `${app.url}/connectors/nuvemshop/webhooks`
  return (await fetch(url, { method: 'POST', headers, body: text })).status
}

const awaitEvents = (orderId: string, count: number) =>
  waitFor(`${count} events of ${orderId}`, () => {
    app.clock.advance({ ms: 1_000 })
    return fake.listEvents(orderId).length >= count
  })

const refundUrl = (orderId: string): string => {
  const info = fake.transactions.get(orderId)?.[0]?.info
  return new URL(info?.refund_url ?? assert.fail('no refund_url')).pathname
}

test('an installation brings token, payment provider and webhooks, once; a wrong code and a strange shop bring nothing', async () => {
  assert.equal((await install('bad-code')).status, 409)
  assert.equal((await checkOut(addOrder(fake))).status, 404)
  for (let again = 0; again < 2; again++) assert.equal((await install('good-code')).status, 200)
  assert.equal(fake.providers.length, 1)
  const options = fake.providers[0]?.checkout_payment_options as Record<string, unknown>[] | undefined
  assert.equal(options?.[0]?.integration_type, 'redirect')
  assert.deepEqual(
    fake.webhooks.map(({ event }) => event),
    ['order/cancelled', 'app/uninstalled'],
  )
  assert.deepEqual(fake.refused, [])
  const script = await fetch(`${app.url}/connectors/nuvemshop/${accountId}/checkout.js`)
  assert.match(await script.text(), /LoadCheckoutPaymentContext/)
  const doctor = await app.services.connectors.examine(DEMO_RETAILER, accountId)
  assert.deepEqual(
    doctor?.filter(({ isFine }) => !isFine).map(({ code }) => code),
    [],
  )
})

test('an order is one link and one transaction, however often it is asked for; the total is Nuvemshop’s own', async () => {
  const orderId = addOrder(fake)
  const first = await checkOut(orderId)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual((await checkOut(orderId)).body, first.body)
  assert.deepEqual(fake.listEvents(orderId), ['sale pending 2020.00'])
  const links = await query<{ amount: number }>(
    app,
    'SELECT amount_centavos AS amount FROM payment_links WHERE order_id = $1',
    [orderId],
  )
  assert.deepEqual(links, [{ amount: 202_000 }])
  for (const strange of ['999', '../x']) assert.ok((await checkOut(strange)).status >= 404)
})

test('a transaction whose creation was not answered is found again, not made twice', async () => {
  const orderId = addOrder(fake)
  // The order is read, the list is read, the creation fails.
  fake.failures.push(...([undefined, undefined, 500] as unknown as number[]))
  assert.equal((await checkOut(orderId)).status, 503)
  assert.equal((await checkOut(orderId)).status, 200)
  assert.equal(fake.transactions.get(orderId)?.length, 1)
})

test('a purchase is a successful sale; a refund in part, the rest, and both are told by their events', async () => {
  const orderId = addOrder(fake, {
    total: '1720.00',
    products: [
      { variant_id: 11, name: 'Geladeira', price: '1000.00', quantity: 1 },
      { variant_id: 12, name: 'Fogão', price: '700.00', quantity: 1 },
    ],
  })
  await checkOut(orderId)
  const transactionId = await buyByLink(app, orderId, [
    { id: '11-1', name: 'Geladeira', amount: 1, value: 1_000 },
    { id: '12-2', name: 'Fogão', amount: 1, value: 700 },
  ])
  await awaitEvents(orderId, 2)
  const odd = await app.post(refundUrl(orderId), { amount: '12.34' })
  assert.equal(odd.status, 202)
  await awaitEvents(orderId, 3)
  assert.equal((await app.post(refundUrl(orderId), { amount: '700.00' })).status, 202)
  assert.equal((await app.post(refundUrl(orderId), { amount: '700.00' })).status, 202)
  await awaitEvents(orderId, 4)
  assert.equal((await app.post(refundUrl(orderId), { amount: '1020.00' })).status, 202)
  await awaitEvents(orderId, 5)
  assert.deepEqual(fake.listEvents(orderId), [
    'sale pending 1720.00',
    'sale success 1720.00',
    'refund failure 12.34',
    'refund success 700.00',
    'refund success 1020.00',
  ])
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  const forged = refundUrl(orderId).replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  assert.equal((await app.post(forged, {})).status, 404)
})

test('a purchase that ends early is a failed sale, and the shopper may try the same order again', async () => {
  const orderId = addOrder(fake)
  const first = await checkOut(orderId)
  await giveUp(app, await beginPurchase(app, orderId))
  await awaitEvents(orderId, 2)
  const second = await checkOut(orderId)
  assert.equal(second.status, 200, second.text)
  assert.notEqual(second.body.redirect, first.body.redirect)
  await buyByLink(app, orderId)
  await awaitEvents(orderId, 4)
  assert.deepEqual(fake.listEvents(orderId), [
    'sale pending 2020.00',
    'sale failure 2020.00',
    'sale pending 2020.00',
    'sale success 2020.00',
  ])
  const third = await checkOut(orderId)
  assert.equal(third.status, 409)
})

test('a cancellation in the shop cancels the purchase; webhooks without the app’s signature do nothing', async () => {
  const orderId = addOrder(fake)
  await checkOut(orderId)
  const transactionId = await buyByLink(app, orderId)
  await awaitEvents(orderId, 2)
  const event = { store_id: Number(fake.storeId), event: 'order/cancelled', id: Number(orderId) }
  assert.equal(await tell(event, 'another-secret'), 401)
  assert.equal(await readStatus(app, transactionId), 'OPEN')
  for (let again = 0; again < 2; again++) assert.equal(await tell(event), 200)
  assert.equal(await readStatus(app, transactionId), 'CANCELED')
  await awaitEvents(orderId, 3)
  assert.equal(fake.listEvents(orderId).at(-1), 'refund success 2020.00')
})

test('what Nuvemshop missed while it was silent is a difference, and ends by itself or by one click', async () => {
  const orderId = addOrder(fake)
  await checkOut(orderId)
  await buyByLink(app, orderId)
  await awaitEvents(orderId, 2)
  fake.transactions.get(orderId)?.[0]?.events.pop()
  const { connectors } = app.services
  const found = (await connectors.compare(DEMO_RETAILER, accountId))?.find(each => each.orderId === orderId)
  assert.deepEqual([found?.kind, found?.theirs, found?.ours], ['STATE_DIFFERS', 'sale pending', 'approved'])
  await connectors.fix(DEMO_RETAILER, accountId, found?.id ?? '')
  await awaitEvents(orderId, 2)
  await waitFor('no difference', async () => {
    const left = await connectors.compare(DEMO_RETAILER, accountId)
    return !left?.some(each => each.orderId === orderId)
  })
})

test('no token, no CPF and no name is in what a browser or the log can read, nor in the connector’s tables', async () => {
  const texts = [
    await (await fetch(`${app.url}/connectors/nuvemshop/${accountId}/checkout.js`)).text(),
    JSON.stringify(await app.services.connectors.readLog(DEMO_RETAILER, accountId)),
    JSON.stringify(await app.services.connectors.list(DEMO_RETAILER)),
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
  for (const text of texts)
    for (const secret of [DEMO_KEY, fake.token, 'app-secret', '52998224725', 'maria.souza', 'Maria Souza'])
      assert.ok(!text.includes(secret), secret)
})

test('requests of the data-protection law are answered and noted; an uninstalled shop is off and its token gone', async () => {
  const about = { store_id: Number(fake.storeId) }
  for (const event of ['customers/redact', 'customers/data_request'])
    assert.equal(await tell({ ...about, event }), 200)
  assert.equal(await tell({ ...about, event: 'store/redact' }), 200)
  const [view] = await app.services.connectors.list(DEMO_RETAILER)
  assert.equal(view?.isEnabled, false)
  assert.equal((await checkOut(addOrder(fake))).status, 404)
  const lines = await app.services.connectors.readLog(DEMO_RETAILER, accountId)
  for (const code of ['CUSTOMERS_REDACT', 'CUSTOMERS_DATA_REQUEST', 'STORE_REDACT'])
    assert.ok(
      lines?.some(each => each.code === code),
      code,
    )
})
