import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { StoreOrders } from '../../../src/contract/store.ts'
import { HostedVisit } from '../../links/hosted-visit.ts'
import { call, listLinks } from '../../links/link-calls.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../../support/app.ts'
import { expectError } from '../../support/expect-error.ts'
import { newPerson } from '../../support/people.ts'
import { FRIDGE, SOFA, StoreVisit } from './store-visit.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app?.stop())

async function getLinkOf(orderId: string) {
  const { data } = await listLinks(app, `orderId=${orderId}`)
  return data[0] ?? assert.fail('the order has no payment link')
}

test('every page of the shop holds the lender’s tag and the publishable key, and none the secret one', async () => {
  for (const path of ['', '/carrinho', '/pagamento', '/pedidos', '/sandbox', '/produto/sofa-3-lugares']) {
    const response = await fetch(`${app.url}/store${path}`)
    const html = await response.text()
    assert.equal(response.status, 200, path)
    assert.match(
      html,
      /<script type="module" crossorigin src="\/storefront\/element-[0-9a-f]{16}\.js" integrity="sha384-/,
    )
    assert.match(html, /pk_homolog_demo/)
    assert.doesNotMatch(html, /sk_homolog/)
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /default-src 'none'; script-src 'self'; style-src 'self' 'sha256-/,
    )
  }
})

test('an order is a payment link at the shop’s own prices, which leads back to the order’s page', async () => {
  const visit = new StoreVisit(app)
  const id = await visit.order({
    items: [
      { sku: 'geladeira-375-l.220.inox', quantity: 2, unitCentavos: 1, price: 0.01 },
      { sku: SOFA, quantity: 1 },
    ],
  })
  const link = await getLinkOf(id)
  assert.deepEqual(
    { amount: link.amount, shipping: link.shipping, source: link.source, status: link.status },
    { amount: 2 * 2_499.9 + 2_490 + 49.9, shipping: 49.9, source: 'checkout', status: 'ACTIVE' },
  )
  assert.equal(link.products?.[0]?.name, 'Geladeira Frost Free 375 L, 220 V, Inox')
  const page = await new HostedVisit(app, link).do('state')
  assert.equal(page.shopUrl, `${app.url}/store/pedido/${id}`)
  const order = await visit.read(id)
  assert.equal(order.state, 'waiting')
  assert.equal(order.totalCentavos, 753_970)
  const way = await fetch(`${app.url}/store/pedido/${id}/pagar`, { redirect: 'manual' })
  assert.equal(way.status, 303)
  assert.equal(way.headers.get('location'), new URL(link.url).pathname)
})

test('a browser finds its own orders, and no other ones', async () => {
  const visit = new StoreVisit(app)
  const other = new StoreVisit(app)
  const first = await visit.order({ delivery: 'pickup' })
  const second = await visit.order()
  await other.order()
  const { body } = await visit.get<StoreOrders>('orders')
  assert.deepEqual(body.orders.map(({ id }) => id).toSorted(), [first, second].toSorted())
  assert.deepEqual((await new StoreVisit(app).get<StoreOrders>('orders')).body.orders, [])
})

test('what the customer said goes to the link and is kept nowhere in the shop', async () => {
  const person = newPerson()
  const id = await new StoreVisit(app).order({ customer: { name: 'Zuleica Quitéria', ...person } })
  const page = await new HostedVisit(app, await getLinkOf(id)).do('state')
  assert.match(String(page.given?.cpf), /\*/)
  const [row] = await query<{ text: string }>(
    app,
    'SELECT o::text AS text FROM store_orders o WHERE id = $1',
    [id],
  )
  assert.doesNotMatch(row?.text ?? assert.fail(), new RegExp(`Zuleica|${person.cpf}|${person.phone}|exemplo`))
})

const BAD_CARTS: [name: string, body: object, field: string][] = [
  ['no item', { items: [] }, 'items'],
  ['no list', { items: 'geladeira' }, 'items'],
  ['21 items', { items: Array.from({ length: 21 }, () => ({ sku: FRIDGE, quantity: 1 })) }, 'items'],
  ['an unknown product', { items: [{ sku: 'foguete', quantity: 1 }] }, 'items[0].sku'],
  ['a product without its options', { items: [{ sku: 'geladeira-375-l', quantity: 1 }] }, 'items[0].sku'],
  ['an unknown option', { items: [{ sku: 'geladeira-375-l.380.branca', quantity: 1 }] }, 'items[0].sku'],
  ['an inherited name', { items: [{ sku: 'geladeira-375-l.toString.branca', quantity: 1 }] }, 'items[0].sku'],
  ['the same twice', { items: [FRIDGE, FRIDGE].map(sku => ({ sku, quantity: 1 })) }, 'items[1].sku'],
  ['no piece', { items: [{ sku: FRIDGE, quantity: 0 }] }, 'items[0].quantity'],
  ['minus one', { items: [{ sku: FRIDGE, quantity: -1 }] }, 'items[0].quantity'],
  ['half a piece', { items: [{ sku: FRIDGE, quantity: 0.5 }] }, 'items[0].quantity'],
  ['eleven', { items: [{ sku: FRIDGE, quantity: 11 }] }, 'items[0].quantity'],
  ['more than all there is', { items: [{ sku: FRIDGE, quantity: 1e308 }] }, 'items[0].quantity'],
  ['a quantity in words', { items: [{ sku: FRIDGE, quantity: '1' }] }, 'items[0].quantity'],
  ['an unknown delivery', { delivery: 'drone' }, 'delivery'],
  ['a CPF that is none', { customer: { cpf: '123' } }, 'customer.cpf'],
  ['a phone that is none', { customer: { phone: 'ligue' } }, 'customer.phone'],
]

test('a cart that makes no sense is refused, and the answer names the field', async () => {
  const visit = new StoreVisit(app)
  for (const [name, body, field] of BAD_CARTS) {
    const answer = await visit.post('orders', {
      items: [{ sku: SOFA, quantity: 1 }],
      delivery: 'home',
      ...body,
    })
    assert.equal(answer.status, 400, `${name}: ${answer.text}`)
    const [detail] = answer.body.details as { field: string }[]
    assert.equal(detail?.field, field, name)
  }
  expectError(await visit.post('orders', {}), {
    code: 'missing_parameters',
    message: 'Missing parameters: items, delivery',
    fields: ['items', 'delivery'],
  })
})

test('an order that nobody made is not found, on its page and behind it', async () => {
  const visit = new StoreVisit(app)
  for (const id of ['LD000000000000', 'x', "LD'; --", '%00', '..%2f..']) {
    for (const path of [`orders/${id}`, `sandbox/orders/${id}`])
      expectError(await visit.get(path), { code: 'store_order_not_found' })
    for (const path of [`orders/${id}/cancel`, `sandbox/orders/${id}/pay`, `sandbox/orders/${id}/pictures`])
      expectError(await visit.post(path), { code: 'store_order_not_found' })
    for (const page of [`/store/pedido/${id}`, `/store/pedido/${id}/pagar`])
      assert.equal((await fetch(app.url + page, { redirect: 'manual' })).status, 404, page)
  }
  assert.equal((await fetch(`${app.url}/store/produto/foguete`)).status, 404)
})

test('another site cannot make an order or touch the sandbox', async () => {
  const visit = new StoreVisit(app)
  const cart = { items: [{ sku: FRIDGE, quantity: 1 }], delivery: 'home' }
  for (const headers of [
    {},
    { 'x-store': '1', origin: 'https://evil.example' },
    { 'x-store': '1', 'sec-fetch-site': 'cross-site' },
  ]) {
    expectError(await visit.post('orders', cart, headers), { code: 'cross_site_request' })
    expectError(await visit.post('sandbox/reset', {}, headers), {
      code: 'cross_site_request',
    })
  }
})

test('an order that is canceled in the shop deletes its link, and turns when the lender tells so', async () => {
  const visit = new StoreVisit(app)
  const id = await visit.order()
  const answer = await visit.post(`orders/${id}/cancel`)
  assert.equal(answer.status, 200, answer.text)
  const order = await visit.waitFor(id, 'canceled')
  assert.equal(order.canPay, false)
  assert.equal((await getLinkOf(id)).status, 'DELETED')
})

test('a whole purchase turns the order by real webhooks, from waiting to approved', async () => {
  const visit = new StoreVisit(app)
  const person = newPerson()
  const id = await visit.order({ customer: { name: 'Maria da Silva', ...person } })
  const link = await getLinkOf(id)
  const hosted = new HostedVisit(app, link)
  await hosted.do('open', {})
  await visit.waitFor(id, 'choosing')
  const { groups = [] } = await hosted.identify(person)
  const option =
    groups.find(group => group.downPayment > 0)?.options[0] ?? assert.fail('no option with a down payment')
  await hosted.do('choose', { optionId: option.optionId, hasInsurance: false })
  await visit.waitFor(id, 'identification')
  await visit.post(`sandbox/orders/${id}/pictures`)
  await visit.waitFor(id, 'contract')
  const { transactionId } = await getLinkOf(id)
  const played = await app.post(`/sandbox/transaction/${transactionId}/onboarding`, {
    apiKey: DEMO_KEY,
    until: 'ENTRY',
  })
  assert.equal(played.status, 200, played.text)
  await visit.waitFor(id, 'down-payment')
  const paid = await visit.post(`sandbox/orders/${id}/pay`)
  assert.equal(paid.status, 200, paid.text)
  assert.equal((await visit.waitFor(id, 'approved')).canPay, false)
  const { data } = (await call(app, 'GET', '/webhooks/endpoints')).body as { data: { url: string }[] }
  assert.deepEqual(
    data.map(({ url }) => url),
    [`${app.url}/store/webhook`],
  )
})

test('the panel gives a fresh person, plays the desk, and starts over', async () => {
  const visit = new StoreVisit(app)
  const given = await visit.post('sandbox/people', { persona: '011' })
  assert.equal(given.status, 200, given.text)
  const { persona, name, cpf, phone, ...rest } = given.body
  assert.equal(persona, '011')
  assert.match(String(cpf), /^000011/)
  const person = { ...newPerson('011'), ...rest, cpf: String(cpf), phone: String(phone) }
  const id = await visit.order({ customer: { name, cpf, phone, ...rest } })
  const hosted = new HostedVisit(app, await getLinkOf(id))
  const { groups = [] } = await hosted.identify(person, { name: String(name) })
  const { body } = await visit.get<{ messages: { code?: string }[] }>(`sandbox/messages?phone=${phone}`)
  assert.match(String(body.messages[0]?.code), /^\d{6}$/)
  const optionId = groups[0]?.options[0]?.optionId
  await hosted.do('choose', { optionId, hasInsurance: false })
  await visit.waitFor(id, 'identification')
  await visit.post(`sandbox/orders/${id}/pictures`)
  await visit.waitFor(id, 'analysis')
  expectError(await visit.post(`sandbox/orders/${id}/desk`, { result: 'MAYBE' }), {
    code: 'invalid_parameters',
    message: 'result must be one of VALIDATED, REFUSED, ASK_AGAIN',
    fields: ['result'],
  })
  await waitForDesk(visit, id)
  const asked = await visit.post(`sandbox/orders/${id}/desk`, { result: 'ASK_AGAIN' })
  assert.equal(asked.body.step, 'SELFIE', asked.text)
  await visit.waitFor(id, 'identification')
  const reset = await visit.post('sandbox/reset')
  assert.equal(reset.status, 200, reset.text)
  await visit.waitFor(id, 'canceled')
})

async function waitForDesk(visit: StoreVisit, id: string): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  while ((await visit.get(`sandbox/orders/${id}`)).body.step !== 'DESK')
    assert.ok(performance.now() < giveUpAt, 'the pictures did not get to the desk')
}

test('without the demonstration retailer the shop says so in one sentence', async () => {
  const bare = await startTestApp({ withoutSeed: true })
  try {
    const answer = await new StoreVisit(bare).post('orders', {
      items: [{ sku: FRIDGE, quantity: 1 }],
      delivery: 'home',
    })
    expectError(answer, {
      code: 'service_unavailable',
      message: 'This deployment has no demonstration retailer, so that its shop cannot sell',
    })
  } finally {
    await bare.stop()
  }
})

test('in production there is no shop', async () => {
  const env = {
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('hex'),
    DATABASE_URL: 'postgres://db/crediario?sslmode=verify-full',
    PUBLIC_URL: 'https://credito.example',
    TRUSTED_PROXIES: 'none',
  }
  const production = await startTestApp({ env, withoutSeed: true })
  try {
    for (const path of ['', '/carrinho', '/sandbox', '/api/orders', '/webhook'])
      assert.equal((await fetch(`${production.url}/store${path}`)).status, 404, path)
  } finally {
    await production.stop()
  }
})
