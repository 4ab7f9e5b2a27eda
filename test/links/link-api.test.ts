import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forgetPerson } from '../../src/app/upkeep/forget-person.ts'
import { PaymentLinkAnswer } from '../../src/contract/payment-links.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson } from '../support/people.ts'
import { checkAnswer, UNKNOWN_ID } from '../support/purchase-http.ts'
import { askDelete, askNewLink, call, listLinks, newLink, readLink } from './link-calls.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const DAY_MS = 86_400_000
const person = newPerson()
const PRODUCTS = [
  { id: 'sku-1', name: 'Geladeira', amount: 1, value: 1_199.9 },
  { id: 'sku-2', name: 'Copo', amount: 2, value: 10 },
]
const SELLER = {
  source: 'guide',
  seller: 'Ana Souza',
  sellerCpf: '000.001.000-64',
  sellerPhone: '11987651234',
}

test('a link of an amount has an address, a picture of it, and seven days', async () => {
  const link = await newLink(app)
  assert.deepEqual(
    [link.status, link.source, link.amount, link.description, link.orderId],
    ['ACTIVE', 'tdv', 2_000, 'Geladeira', link.id],
  )
  assert.match(link.url, /\/pay\/[\w-]{32}$/)
  assert.match(link.qrCode, /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  assert.equal(Date.parse(link.expiresAt) - Date.parse(link.createdAt), 7 * DAY_MS)
  assert.deepEqual(link.notifications, [])
  assert.ok(!('products' in link) && !('shipping' in link) && !('transactionId' in link))
  assert.deepEqual(await readLink(app, link.id), link)
})

test('a link of products adds them up with their delivery', async () => {
  const body = { products: PRODUCTS, shipping: 40.1, orderId: 'pedido 7', source: 'app' }
  const link = checkAnswer(PaymentLinkAnswer, await askNewLink(app, body))
  assert.deepEqual([link.amount, link.shipping, link.orderId, link.source], [1_260, 40.1, 'pedido 7', 'app'])
  assert.deepEqual(link.products, PRODUCTS)
  assert.ok(!('description' in link))
})

test('products and an amount, half of either, or neither is refused, naming the field', async () => {
  const cases: [object, 'missing_parameters' | 'invalid_parameters', string][] = [
    [{}, 'missing_parameters', 'products'],
    [{ amount: 10 }, 'missing_parameters', 'description'],
    [{ description: 'x' }, 'missing_parameters', 'amount'],
    [{ products: PRODUCTS }, 'missing_parameters', 'shipping'],
    [{ shipping: 0 }, 'missing_parameters', 'products'],
    [{ products: PRODUCTS, shipping: 0, amount: 10 }, 'invalid_parameters', 'amount'],
    [{ products: PRODUCTS, shipping: 0, description: 'x' }, 'invalid_parameters', 'description'],
  ]
  for (const [body, code, field] of cases) {
    const answer = await askNewLink(app, body)
    assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text)
    assert.deepEqual(
      (answer.body.details as { field: string }[]).map(each => each.field),
      [field],
    )
  }
})

test('hostile input is a 400 that names its field', async () => {
  const now = app.clock.now().getTime()
  const cases: [string, unknown][] = [
    ['amount', 0],
    ['amount', -1],
    ['amount', '10'],
    ['amount', 1e15],
    ['description', ''],
    ['description', 'x'.repeat(201)],
    ['source', 'fax'],
    ['orderId', ''],
    ['orderId', 'x'.repeat(65)],
    ['orderId', 'a\u202eb'],
    ['expiresAt', new Date(now - 1).toISOString()],
    ['expiresAt', new Date(now + 60 * DAY_MS + 1).toISOString()],
    ['expiresAt', 'tomorrow'],
    ['expiresAt', '2026-03-11'],
    ['customer.cpf', '00000000000'],
    ['customer.phone', '123'],
    ['customer.email', 'nobody'],
    ['customer.zipCode', '1'],
    ['customer.state', 'XX'],
    ['customer.name', '\u200b'],
    ['sellerCpf', '1'],
    ['sellerPhone', '1'],
    ['notify', ['SMS']],
    ['notify', ['EMAIL']],
    ['returnUrl', 'javascript:alert(1)'],
    ['returnUrl', 'http://shop.example/'],
    ['returnUrl', 'https://other.example/'],
    ['returnUrl', 'loja://pedido'],
    ['returnUrl', `https://shop.example/${'x'.repeat(2_048)}`],
    ['returnUrl', 7],
    ['returnUrl', 'https://user:secret@shop.example/'],
    ['cancelUrl', 'http://127.0.0.1.shop.example/'],
    ['cancelUrl', 'ftp://shop.example/'],
    ['cancelUrl', 'data:text/html,x'],
  ]
  for (const [field, value] of cases) {
    const [outer = '', inner] = field.split('.')
    const body = { amount: 10, description: 'x', [outer]: inner === undefined ? value : { [inner]: value } }
    const answer = await askNewLink(app, body)
    assert.equal(answer.status, 400, `${field} ${String(value)}: ${answer.text}`)
    const fields = (answer.body.details as { field: string }[]).map(each => each.field)
    assert.deepEqual(fields, [field], answer.text)
  }
  for (const expiresAt of [new Date(now + 60 * DAY_MS).toISOString(), new Date(now + 1_000).toISOString()])
    assert.equal((await newLink(app, { expiresAt })).expiresAt, expiresAt)
})

test('a link leads back to origins and app schemes that are allowed for its own retailer, and to this machine in homologation', async () => {
  const { retailers } = app.services
  await retailers.allowOrigin(DEMO_RETAILER, 'https://shop.example')
  await retailers.allowScheme(DEMO_RETAILER, 'loja')
  const web = { returnUrl: 'https://shop.example/ok?x=1', cancelUrl: 'http://localhost:3000/' }
  const inApp = { returnUrl: 'loja://pedido/1', source: 'app' }
  await newLink(app, web)
  await newLink(app, inApp)
  await newLink(app, { cancelUrl: `${app.services.publicUrl}/store/pedido` })
  for (const [key, body] of [
    [PLAIN_KEY, web],
    [PLAIN_KEY, inApp],
    [DEMO_KEY, { ...inApp, source: 'site' }],
  ] as const)
    await expectNoReturn(body, key)
  await retailers.removeOrigin(DEMO_RETAILER, 'https://shop.example')
  await expectNoReturn(web, DEMO_KEY)
})

async function expectNoReturn(
  body: { readonly returnUrl: string; readonly source?: string },
  key: string,
): Promise<void> {
  const web =
    'returnUrl must be an https link without credentials, of an origin that is allowed for the retailer'
  const inApp = body.source === 'app' ? ', or a link of an app whose scheme is allowed' : ''
  expectError(await askNewLink(app, { amount: 10, description: 'x', ...body }, key), {
    code: 'invalid_parameters',
    message: `${web}${inApp}`,
    fields: ['returnUrl'],
  })
}

test('an assisted sale names its seller, who is found again and stays sealed', async () => {
  const answer = await askNewLink(app, { amount: 10, description: 'x', source: 'guide' })
  expectError(answer, {
    code: 'missing_parameters',
    message: 'Missing parameters: seller, sellerCpf, sellerPhone',
    fields: ['seller', 'sellerCpf', 'sellerPhone'],
  })
  const mine = await newLink(app, SELLER)
  await newLink(app, { ...SELLER, seller: 'Rui' })
  assert.equal(mine.seller, 'Ana Souza')
  const found = await listLinks(app, `seller=${encodeURIComponent('ANA souza')}`)
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [mine.id],
  )
})

test('lists go from the newest to the oldest, page by page, by status and by order', async () => {
  const made: string[] = []
  for (let at = 0; at < 5; at++) {
    made.unshift((await newLink(app, { orderId: 'lista' })).id)
    app.clock.advance({ ms: 1 })
  }
  const seen: string[] = []
  let after = ''
  do {
    const page = await listLinks(app, `orderId=lista&limit=2${after}`)
    seen.push(...page.data.map(({ id }) => id))
    after = page.next === null ? '' : `&after=${page.next}`
  } while (after !== '')
  assert.deepEqual(seen, made)
  await askDelete(app, made[0] ?? '')
  const deleted = await listLinks(app, 'orderId=lista&status=DELETED')
  assert.deepEqual(
    deleted.data.map(({ id }) => id),
    [made[0]],
  )
  assert.equal((await listLinks(app, 'orderId=lista&status=ACTIVE')).data.length, 4)
  for (const search of ['limit=0', 'limit=101', 'limit=x', 'after=x', 'status=LOST'])
    assert.equal((await call(app, 'GET', `/payment-links?${search}`)).status, 400, search)
})

test('another retailer’s link is as unknown as one that never was', async () => {
  const { id } = await newLink(app)
  for (const each of [id, UNKNOWN_ID, 'x']) {
    for (const [method, path] of [
      ['GET', `/payment-links/${each}`],
      ['DELETE', `/payment-links/${each}`],
    ] as const)
      expectError(await call(app, method, path, PLAIN_KEY), { code: 'link_not_found' })
    const sent = await app.post(`/payment-links/${each}/send`, {
      apiKey: PLAIN_KEY,
      channel: 'SMS',
      to: '11987651234',
    })
    expectError(sent, { code: 'link_not_found' })
  }
  assert.deepEqual((await call(app, 'GET', '/payment-links', PLAIN_KEY)).body.data, [])
})

test('a key without the scope, an unknown key and none are refused', async () => {
  assert.equal((await askNewLink(app, { amount: 10, description: 'x' }, PUBLISHABLE_KEY)).status, 403)
  assert.equal(
    (await call(app, 'GET', '/payment-links', 'sk_homolog_unknown_00000000000000000000000')).status,
    401,
  )
  assert.equal((await call(app, 'GET', '/payment-links', '')).status, 401)
})

test('the same Idempotency-Key makes one link', async () => {
  const body = { apiKey: DEMO_KEY, amount: 10, description: 'once', orderId: 'once' }
  const headers = { 'idempotency-key': 'link-once' }
  const [first, second] = [
    await app.post('/payment-links', body, headers),
    await app.post('/payment-links', body, headers),
  ]
  assert.equal(first.status, 200, first.text)
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await listLinks(app, 'orderId=once')).data.length, 1)
})

test('messages go to the contact given or named, masked in every answer, five a day by each channel', async () => {
  const customer = { phone: person.phone, email: 'maria@exemplo.com.br' }
  const link = await newLink(app, { customer, notify: ['SMS', 'EMAIL'] })
  assert.deepEqual(
    link.notifications.map(({ channel, to }) => [channel, to]),
    [
      ['SMS', `(11) *****-${person.phone.slice(-4)}`],
      ['EMAIL', 'm***@exemplo.com.br'],
    ],
  )
  const path = `/payment-links/${link.id}/send`
  const send = (channel: string, to?: string) =>
    app.post(path, { apiKey: DEMO_KEY, channel, ...(to && { to }) })
  for (let sent = 1; sent < 5; sent++) checkAnswer(PaymentLinkAnswer, await send('SMS', '(11) 98765-1234'))
  const refused = await send('SMS')
  expectError(refused, { code: 'link_send_limit' })
  assert.equal(refused.headers.get('retry-after'), '86400')
  const again = checkAnswer(PaymentLinkAnswer, await send('EMAIL'))
  assert.equal(again.notifications.length, 7)
  for (const [channel, to] of [
    ['SMS', 'x'],
    ['EMAIL', 'x'],
    ['FAX', undefined],
  ] as const)
    assert.equal((await send(channel, to)).status, 400)
  const messages = await call(app, 'GET', `/sandbox/messages?phone=${person.phone}`)
  assert.match(messages.text, new RegExp(link.url.slice(-32)))
  app.clock.advance({ days: 1 })
  checkAnswer(PaymentLinkAnswer, await send('SMS'))
})

test('twenty sends at once are five messages', async () => {
  const link = await newLink(app)
  const send = () =>
    app.post(`/payment-links/${link.id}/send`, { apiKey: DEMO_KEY, channel: 'SMS', to: '11987651234' })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  // On a busy machine some may wait for the link's lock too long, and are sent again.
  for (const { status } of answers) if (status === 503) answers.push(await send())
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 15)
})

test('nothing personal is readable in the database, nor any address of a page', async () => {
  const customer = {
    ...newPerson(),
    name: 'Zenóbia Quitéria',
    addressStreet: 'Rua Legível',
    city: 'Cidade Legível',
  }
  const link = await newLink(app, { ...SELLER, seller: 'Vendedora Legível', customer, notify: ['SMS'] })
  const rows = await query<{ text: string }>(
    app,
    'SELECT l::text AS text FROM payment_links l UNION ALL SELECT m::text FROM payment_link_messages m',
  )
  const dump = rows.map(({ text }) => text).join('\n')
  const secrets = [
    link.url.slice(-32),
    customer.cpf,
    customer.phone,
    customer.email,
    'Legível',
    'Zenóbia',
    'Geladeira',
  ]
  for (const each of secrets)
    for (const written of [each, Buffer.from(each).toString('hex')]) assert.ok(!dump.includes(written), each)
})

test('a person who is forgotten is forgotten by links too, and the sale stays', async () => {
  const customer = newPerson()
  const link = await newLink(app, { customer, notify: ['SMS'] })
  await forgetPerson(app.services, customer.cpf)
  const [row] = await query<{ customerBox: Buffer | null; cpfIndex: Buffer | null }>(
    app,
    'SELECT customer_box AS "customerBox", cpf_index AS "cpfIndex" FROM payment_links WHERE id = $1',
    [link.id],
  )
  assert.deepEqual(row, { customerBox: null, cpfIndex: null })
  const { notifications, amount } = await readLink(app, link.id)
  assert.deepEqual([notifications[0]?.to, amount], ['***', link.amount])
})
