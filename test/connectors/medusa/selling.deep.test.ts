import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../../support/app.ts'
import { launchBrowser, openVisit, PHONE } from '../../support/browser.ts'
import { findFreePort } from '../../support/child-service.ts'
import { takeBlocks } from '../../support/documented-blocks.ts'
import { newPerson } from '../../support/people.ts'
import { waitFor } from '../../support/wait-for.ts'
import { buyInBrowser } from './buy-in-browser.ts'
import { createLenderSide, type LenderSide } from './lender-side.ts'
import { createShop, type MedusaShop } from './medusa-shop.ts'
import { openShopfront, type Shopfront, type ShopOrder } from './shopfront.ts'

let app: TestApp
let shop: MedusaShop
let front: Shopfront
let lender: LenderSide
let browser: Browser
let ticking: NodeJS.Timeout
let secret: string
let pasted: string[]

before(async () => {
  const port = await findFreePort()
  app = await startTestApp({ port, env: { PORT: String(port) } })
  ticking = keepTime(app)
  await app.services.retailers.allowOrigin(DEMO_RETAILER, 'http://127.0.0.1:8000')
  const [config = ''] = takeBlocks('connectors/medusa/README.md', 'js', 'Settings')
  shop = await createShop(config, {
    DISABLE_ADMIN: 'true',
    JWT_SECRET: 'jwt',
    COOKIE_SECRET: 'cookie',
    CREDIARIO_URL: app.url,
    CREDIARIO_KEY: DEMO_KEY,
    CREDIARIO_COMPARE_SCHEDULE: '* * * * * *',
  })
  const [printed = ''] = await shop.paste(...takeBlocks('connectors/medusa/README.md', 'sh', 'Settings'))
  secret = /CREDIARIO_WEBHOOK_SECRET=(whsec_\S+)/.exec(printed)?.[1] ?? assert.fail(printed)
  await shop.start({ CREDIARIO_WEBHOOK_SECRET: secret })
  pasted = await shop.paste(...takeBlocks('connectors/medusa/README.md', 'sh', 'The first purchase'))
  front = await openShopfront(shop)
  lender = createLenderSide(app)
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await shop?.stop()
  clearInterval(ticking)
  await app?.stop()
})

/** Medusa has no clock to move: the lender's goes with the machine's. */
function keepTime({ clock }: TestApp): NodeJS.Timeout {
  const tick = (): void => clock.advance({ ms: Math.max(0, Date.now() - clock.now().getTime()) })
  tick()
  return setInterval(tick, 200)
}

const waitForOrder = (orderId: string, what: string, isSo: (order: ShopOrder) => boolean): Promise<void> =>
  waitFor(`${what}: ${orderId}`, async () => isSo(await front.readOrder(orderId)))
const waitUntilPaid = (orderId: string): Promise<void> =>
  waitForOrder(orderId, 'the order is paid', order => order.payment_status === 'captured')

function getPayment(order: ShopOrder): ShopOrder['payment_collections'][number]['payments'][number] {
  const payments = order.payment_collections.flatMap(each => each.payments)
  assert.equal(payments.length, 1)
  return payments[0] ?? assert.fail()
}

/** Placed, signed and paid. */
async function sell(variants: readonly string[]): Promise<{ orderId: string; transactionId: string }> {
  const { id: orderId } = await front.placeOrder(variants)
  const transactionId = await lender.buy(await front.followPayPath(orderId))
  await waitUntilPaid(orderId)
  return { orderId, transactionId }
}

test('the README leads from an empty Medusa to an order that waits for its purchase, and the doctor finds nothing wrong', async () => {
  const [, path = '', state = ''] = pasted
  const orderId = /\/crediario\/pay\/(order_\w+)$/m.exec(path)?.[1] ?? assert.fail(path)
  assert.deepEqual(JSON.parse(state), { state: 'waiting', pay_path: `/crediario/pay/${orderId}` })
  await lender.buy(await front.followPayPath(orderId))
  await waitUntilPaid(orderId)
  const { findings } = await front.admin.get<{ findings: { isFine: boolean; message: string }[] }>(
    '/admin/crediario/doctor',
  )
  assert.deepEqual(
    findings.filter(({ isFine }) => !isFine),
    [],
  )
  assert.equal(findings.length, 6)
})

test('somebody goes from the shop to the lender and back in a browser, and the order, which was placed first, is paid', async () => {
  const person = newPerson()
  const order = await front.placeOrder([front.table], { phone: person.phone })
  const session = order.payment_collections[0]?.payment_sessions[0]
  assert.equal(session?.status, 'pending_authorization')
  assert.equal(order.payment_status, 'awaiting')
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(front.payPath(order.id))
  assert.match(page.url(), /\/pay\/[\w-]{32}$/)
  await buyInBrowser(page, app, lender, person)
  const back = page.getByRole('link', { name: 'Voltar para a loja' })
  assert.equal(await back.getAttribute('href'), `http://127.0.0.1:8000/pedido/${order.id}`)
  assert.deepEqual(complaints, [])
  await close()
  await waitUntilPaid(order.id)
  assert.equal(getPayment(await front.readOrder(order.id)).captures[0]?.amount, 899.9)
})

test('what a browser reads of the session holds no CPF and no key, and what it planted there is gone', async () => {
  const order = await front.placeOrder([front.chair], {
    data: { cpf: '00000100064', link_id: 'planted', centavos: 1, transaction_id: 'planted' },
  })
  const link = await front.followPayPath(order.id)
  const { order: seen } = await front.store.get<{ order: ShopOrder }>(
    `/store/orders/${order.id}?fields=*payment_collections.payment_sessions`,
  )
  const data = seen.payment_collections[0]?.payment_sessions[0]?.data ?? {}
  assert.deepEqual(Object.keys(data).sort(), [
    'centavos',
    'link_id',
    'order_id',
    'pay_url',
    'refunds',
    'session_id',
    'transaction_id',
  ])
  assert.equal(data.pay_url, link)
  assert.equal(data.centavos, 40_000)
  assert.equal(data.transaction_id, null)
  assert.deepEqual(await front.store.get(`/store/crediario/orders/${order.id}`), {
    state: 'waiting',
    pay_path: `/crediario/pay/${order.id}`,
  })
})

test('two completions at once, two tabs and any number of comparisons are one order, one link, one payment', async () => {
  const cartId = await front.fillCart([front.chair])
  await front.startSession(cartId)
  const answers = await Promise.allSettled([front.complete(cartId), front.complete(cartId)])
  const orders = new Set(answers.flatMap(each => (each.status === 'fulfilled' ? [each.value.order.id] : [])))
  assert.equal(orders.size, 1)
  const [orderId = ''] = orders
  const tabs = await Promise.all([1, 2, 3].map(() => front.followPayPath(orderId)))
  assert.equal(new Set(tabs).size, 1)
  assert.equal((await lender.credit.listPaymentLinks({ orderId })).data.length, 1)
  const transactionId = await lender.choose(tabs[0] ?? '')
  // Back before anything was signed: the page of the order decides nothing.
  assert.equal(await front.followPayPath(orderId), tabs[0])
  await lender.finish(transactionId)
  await Promise.all([1, 2, 3].map(() => front.admin.post(`/admin/crediario/orders/${orderId}`)))
  await waitUntilPaid(orderId)
  const order = await front.readOrder(orderId)
  assert.deepEqual(
    getPayment(order).captures.map(({ amount }) => amount),
    [400],
  )
  assert.equal(await front.followPayPath(orderId), `http://127.0.0.1:8000/pedido/${orderId}`)
  assert.equal((await lender.credit.getTransactions({ orderId })).data.length, 1)
})

test('a partial refund takes whole products out of the purchase, any other amount is refused, and the rest cancels it', async () => {
  const { orderId, transactionId } = await sell([front.chair, front.table])
  const { id } = getPayment(await front.readOrder(orderId))
  const refused = await front.admin
    .post(`/admin/payments/${id}/refund`, { amount: 123.45 })
    .then(String, error => error.message as string)
  assert.match(refused, /produtos inteiros.*CADEIRA: R\$ 400,00/)
  assert.deepEqual(getPayment(await front.readOrder(orderId)).refunds, [])
  await front.admin.post(`/admin/payments/${id}/refund`, { amount: 400 })
  assert.equal(await lender.readStatus(transactionId), 'CANCELED')
  const [rest] = (await lender.credit.getTransactions({ orderId, status: 'OPEN' })).data
  assert.equal((rest?.financedAmount ?? 0) + (rest?.downPaymentValue ?? 0), 899.9)
  await front.admin.post(`/admin/payments/${id}/refund`, { amount: 899.9 })
  assert.equal(await lender.readStatus(rest?.transactionId ?? ''), 'CANCELED')
  await waitForOrder(orderId, 'all is refunded', order => order.payment_status === 'refunded')
  const { refunds } = getPayment(await front.readOrder(orderId))
  assert.deepEqual(refunds.map(({ amount }) => amount).sort(), [400, 899.9])
})

test('what is returned at the lender is refunded in the shop: a product, then the rest; the order itself stays', async () => {
  const { orderId, transactionId } = await sell([front.chair, front.table])
  const { transactionId: rest = '' } = await lender.credit.readTransaction(transactionId, {
    products: ['CADEIRA'],
  })
  await waitForOrder(orderId, 'the product is refunded', order => getPayment(order).refunds.length === 1)
  assert.equal(getPayment(await front.readOrder(orderId)).refunds[0]?.amount, 400)
  await lender.credit.cancel({ transactionId: rest })
  await waitForOrder(orderId, 'the rest is refunded', order => order.payment_status === 'refunded')
  const order = await front.readOrder(orderId)
  assert.equal(order.status, 'pending')
  assert.deepEqual(
    getPayment(order)
      .refunds.map(({ amount }) => amount)
      .sort(),
    [400, 899.9],
  )
})

test('an order that is canceled in the shop cancels its purchase, before and after it is paid', async () => {
  const waiting = await front.placeOrder([front.chair])
  const pending = await lender.choose(await front.followPayPath(waiting.id))
  await front.admin.post(`/admin/orders/${waiting.id}/cancel`)
  await waitFor('the purchase is canceled', async () => (await lender.readStatus(pending)) === 'CANCELED')
  const paid = await sell([front.chair])
  await front.admin.post(`/admin/orders/${paid.orderId}/cancel`)
  await waitFor(
    'the purchase is canceled',
    async () => (await lender.readStatus(paid.transactionId)) === 'CANCELED',
  )
  assert.equal((await front.readOrder(paid.orderId)).status, 'canceled')
})

test('a purchase that the customer gives up or that is refused cancels the waiting order, and nobody can buy it any more', async () => {
  const order = await front.placeOrder([front.chair])
  const link = await front.followPayPath(order.id)
  const transactionId = await lender.choose(link)
  await lender.credit.sandboxPlayCustomer(transactionId, { action: 'CANCEL' })
  await waitForOrder(order.id, 'the order is canceled', ({ status }) => status === 'canceled')
  const [seen] = (await lender.credit.listPaymentLinks({ orderId: order.id })).data
  assert.equal(seen?.status, 'DELETED')
})

test('a webhook with a wrong signature is refused, one that comes again is stored once', async () => {
  const forged = await fetch(`${shop.url}/crediario/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"eventId":"forged","type":"transaction.approved"}',
  })
  assert.equal(forged.status, 401)
  assert.deepEqual(await shop.sql("SELECT FROM crediario_event WHERE id = 'forged'"), [])
  const [event] = await shop.sql<{ id: string }>(
    'SELECT id FROM crediario_event ORDER BY received_at LIMIT 1',
  )
  const [endpoint] = (await lender.credit.listEndpoints()).data
  await lender.credit.replayEvents({ endpointId: endpoint?.id ?? '', eventId: event?.id ?? '' })
  await waitFor('it was delivered again', async () => {
    const { data } = await lender.credit.listDeliveries()
    return data.some(({ eventId, attempts }) => eventId === event?.id && attempts.length > 1)
  })
  assert.equal((await shop.sql('SELECT FROM crediario_event WHERE id = $1', [event?.id])).length, 1)
})

test('Medusa is killed between the stored webhook and its processing, and the comparison mends it after the restart', async t => {
  const order = await front.placeOrder([front.chair])
  const transactionId = await lender.choose(await front.followPayPath(order.id))
  const release = await shop.hold('LOCK TABLE payment_session IN ACCESS EXCLUSIVE MODE')
  t.after(release)
  await lender.finish(transactionId)
  await waitFor('the webhook is stored', async () => {
    const text = `SELECT FROM crediario_event WHERE order_id = $1 AND type = 'transaction.approved'`
    return (await shop.sql(text, [order.id])).length > 0
  })
  await shop.kill()
  await release()
  assert.deepEqual(
    await shop.sql('SELECT FROM payment WHERE payment_session_id = $1', [
      order.payment_collections[0]?.payment_sessions[0]?.id,
    ]),
    [],
  )
  await shop.start({ CREDIARIO_WEBHOOK_SECRET: secret })
  await waitUntilPaid(order.id)
  assert.equal(getPayment(await front.readOrder(order.id)).captures.length, 1)
})

test('an abandoned purchase cancels its order by the comparison alone, where no webhook is believed', async () => {
  const order = await front.placeOrder([front.chair])
  const transactionId = await lender.choose(await front.followPayPath(order.id))
  // Signed by a clock that is weeks ahead of the shop's.
  app.clock.advance({ days: 20 })
  await waitFor('it is abandoned', async () => (await lender.readStatus(transactionId)) === 'ABANDONED')
  const [text = ''] = await shop.paste('npx crediario-medusa drift')
  assert.match(text, /pedidos comparados, 0 precisam de uma decisão/)
  assert.equal((await front.readOrder(order.id)).status, 'canceled')
  const [log = ''] = await shop.paste(`npx crediario-medusa log ${order.id}`)
  assert.match(log, new RegExp(`info ${order.id} `))
  assert.doesNotMatch(log, /sk_|whsec_|\/pay\//)
})
