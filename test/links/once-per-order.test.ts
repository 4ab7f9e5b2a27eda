import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PaymentLinkAnswer } from '../../src/contract/payment-links.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson } from '../support/people.ts'
import { cancel, checkAnswer } from '../support/purchase-http.ts'
import { pay, play } from '../support/purchases.ts'
import { askDelete, askNewLink, claim, type LinkBody, newLink, readLink } from './link-calls.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const DAY_MS = 86_400_000
const BODY = { amount: 2_000, description: 'Geladeira' }
let orders = 0
const newOrder = () => ({ ...BODY, orderId: `once-${++orders}`, oncePerOrder: true })

async function countLinks(orderId: string): Promise<number> {
  return (await query(app, 'SELECT id FROM payment_links WHERE order_id = $1', [orderId])).length
}

async function expectSame(body: object, link: LinkBody): Promise<void> {
  assert.equal((await newLink(app, body)).id, link.id)
}

test('an order that has a link gets that link again, byte for byte, and nothing is sent twice', async () => {
  const body = { ...newOrder(), customer: { phone: '11987651234' }, notify: ['SMS'] }
  const first = await askNewLink(app, body)
  const link = checkAnswer(PaymentLinkAnswer, first)
  app.clock.advance({ ms: DAY_MS })
  const again = await askNewLink(app, body)
  assert.deepEqual([again.status, again.text], [200, first.text])
  const later = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
  await expectSame({ ...body, expiresAt: later, notify: undefined }, link)
  assert.equal((await readLink(app, link.id)).notifications.length, 1)
})

test('products are the same in whatever order their members are written', async () => {
  const order = { ...newOrder(), amount: undefined, description: undefined, shipping: 10 }
  const products = [{ id: 'sku-1', name: 'Copo', amount: 2, value: 10 }]
  const link = checkAnswer(PaymentLinkAnswer, await askNewLink(app, { ...order, products }))
  await expectSame(
    {
      ...order,
      amount: undefined,
      description: undefined,
      products: [{ value: 10, amount: 2, name: 'Copo', id: 'sku-1' }],
    },
    link,
  )
})

test('another content for the same order is a 409 that names the link and what differs, and writes nothing', async () => {
  const body = { ...newOrder(), customer: { name: 'Maria da Silva' } }
  const link = await newLink(app, body)
  const cases: [object, string[]][] = [
    [{ amount: 2_000.01 }, ['amount']],
    [{ description: 'Geladeira nova', customer: undefined }, ['customer', 'description']],
    [{ source: 'site' }, ['source']],
    [
      { seller: 'Ana', sellerCpf: '000.001.000-64', sellerPhone: '11987651234' },
      ['seller', 'sellerCpf', 'sellerPhone'],
    ],
    [{ returnUrl: 'http://localhost:3000/' }, ['returnUrl']],
    [{ cancelUrl: 'http://localhost:3000/' }, ['cancelUrl']],
    [
      {
        amount: undefined,
        description: undefined,
        shipping: 5,
        products: [{ id: '1', name: 'Copo', amount: 1, value: 1_995 }],
      },
      ['description', 'products', 'shipping'],
    ],
  ]
  for (const [change, fields] of cases) {
    const answer = await askNewLink(app, { ...body, ...change })
    expectError(answer, { code: 'order_already_linked', fields: ['orderId', ...fields] })
    assert.match(answer.text, new RegExp(`orderId already has the payment link ${link.id}`))
  }
  assert.equal(await countLinks(body.orderId), 1)
})

test('of many calls for one order at once one writes the link, and all answer it', async () => {
  const body = newOrder()
  const links = await Promise.all(Array.from({ length: 10 }, () => newLink(app, body)))
  assert.equal(new Set(links.map(({ id }) => id)).size, 1)
  assert.equal(await countLinks(body.orderId), 1)
})

test('of two different calls for one order at once one gets its link and the other a 409', async () => {
  const body = newOrder()
  const answers = await Promise.all([10, 20].map(amount => askNewLink(app, { ...body, amount })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal(await countLinks(body.orderId), 1)
})

test('a link that was deleted or has expired is not answered: the order gets a new one', async () => {
  const body = newOrder()
  const deleted = await newLink(app, body)
  await askDelete(app, deleted.id)
  const second = await newLink(app, { ...body, amount: 10 })
  assert.notEqual(second.id, deleted.id)
  app.clock.advance({ ms: 8 * DAY_MS })
  const third = await newLink(app, body)
  assert.ok(third.id !== second.id && third.id !== deleted.id)
})

test('a link that sold is answered for its order, until its purchase is canceled', async () => {
  const body = newOrder()
  const link = await newLink(app, body)
  const { purchase, downPaymentBillet } = await claim(app, link, { person: newPerson() })
  const claimed = await newLink(app, body)
  assert.deepEqual([claimed.id, claimed.status, claimed.transactionId], [link.id, 'CLAIMED', purchase.id])
  await play(app, purchase.id)
  await pay(app, downPaymentBillet)
  const sold = await newLink(app, body)
  assert.deepEqual([sold.id, sold.status], [link.id, 'COMPLETED'])
  await cancel(app, purchase.id)
  assert.notEqual((await newLink(app, { ...body, amount: 10 })).id, link.id)
})

test('links made without oncePerOrder count, and calls without it make another one as ever', async () => {
  const { oncePerOrder: _, ...plain } = newOrder()
  const first = await newLink(app, plain)
  const second = await newLink(app, plain)
  assert.notEqual(first.id, second.id)
  app.clock.advance({ ms: 1 })
  const other = await newLink(app, { ...plain, amount: 10 })
  await expectSame({ ...plain, amount: 10, oncePerOrder: true }, other)
  assert.ok([first.id, second.id].includes((await newLink(app, { ...plain, oncePerOrder: true })).id))
  assert.notEqual((await newLink(app, { ...plain, oncePerOrder: false })).id, first.id)
})

test('orders of another retailer are other orders', async () => {
  const body = newOrder()
  const link = await newLink(app, body)
  const theirs = checkAnswer(PaymentLinkAnswer, await askNewLink(app, { ...body, amount: 10 }, PLAIN_KEY))
  assert.notEqual(theirs.id, link.id)
})

test('it needs an order, and is a boolean', async () => {
  expectError(await askNewLink(app, { ...BODY, oncePerOrder: true }), {
    code: 'missing_parameters',
    message: 'Missing parameters: orderId',
    fields: ['orderId'],
  })
  expectError(await askNewLink(app, { ...newOrder(), oncePerOrder: 'yes' }), {
    code: 'invalid_parameters',
    message: 'oncePerOrder must be a boolean',
    fields: ['oncePerOrder'],
  })
})
