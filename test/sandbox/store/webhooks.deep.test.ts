import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call, listLinks } from '../../links/link-calls.ts'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { deliver, getSecret, openEndpoint, StoreVisit, type Tampering } from './store-visit.ts'

let app: TestApp
let visit: StoreVisit
let secret: string

before(async () => {
  app = await startTestApp()
  visit = new StoreVisit(app)
  await visit.order()
  secret = await getSecret(app)
})
after(() => app?.stop())

let made = 0

/** An order, and its lender's events one by one, as this test wants them. */
async function stage() {
  const orderId = await visit.order()
  const { data } = await listLinks(app, `orderId=${orderId}`)
  const paymentLinkId = data[0]?.id ?? assert.fail('the order has no payment link')
  made += 1
  const purchase = (number: number) => `${String(made).padStart(12, '0')}${String(number).padStart(12, '0')}`
  const common = { createdAt: '2026-03-10T15:00:00.000Z', orderId }
  return {
    orderId,
    step: (sequence: number, step: string, number = 1) => ({
      ...common,
      eventId: `s${sequence}`,
      type: 'onboarding.step',
      action: 'STEP',
      step,
      sequence,
      transactionId: purchase(number),
    }),
    end: (sequence: number, action: string, number = 1) => ({
      ...common,
      eventId: `e${sequence}`,
      type: `transaction.${action.toLowerCase()}`,
      action,
      sequence,
      transactionId: purchase(number),
    }),
    link: (sequence: number, action: string, number?: number) => ({
      ...common,
      eventId: `l${sequence}`,
      type: `payment_link.${action.toLowerCase()}`,
      action,
      sequence,
      paymentLinkId,
      ...(number === undefined ? {} : { transactionId: purchase(number) }),
    }),
    async tell(...events: readonly object[]) {
      for (const event of events) assert.equal((await deliver(app, event, secret)).status, 204)
      return (await visit.read(orderId)).state
    },
  }
}

const FORGERIES: [name: string, tampering: Tampering][] = [
  ['another secret', { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }],
  ['an old message', { ageSeconds: 301 }],
  ['a message from the future', { ageSeconds: -301 }],
  ['another body', { body: '{"type":"transaction.approved"}' }],
  ['an empty body', { body: '' }],
  ['another id', { headers: { 'webhook-id': 'event-2' } }],
  ['no signature', { headers: { 'webhook-signature': '' } }],
  ['a signature of nothing', { headers: { 'webhook-signature': 'v1,' } }],
  ['a signature of another kind', { headers: { 'webhook-signature': 'v2,AAAA' } }],
  ['a time in words', { headers: { 'webhook-timestamp': 'now' } }],
]

test('a message that the endpoint’s secret did not sign is refused, and the order stays as it was', async () => {
  const { orderId, end } = await stage()
  for (const [name, tampering] of FORGERIES) {
    const response = await deliver(app, end(1, 'APPROVED'), secret, tampering)
    assert.equal(response.status, 401, name)
    const { code } = (await response.json()) as { code: string }
    assert.equal(code, 'store_signature_refused', name)
  }
  assert.equal((await visit.read(orderId)).state, 'waiting')
})

test('an event that comes again, or after a later one, changes nothing', async () => {
  const { step, end, link, tell } = await stage()
  assert.equal(await tell(link(1, 'OPENED')), 'choosing')
  assert.equal(await tell(link(2, 'CLAIMED', 1)), 'identification')
  assert.equal(await tell(step(6, 'ASYNC_ANALYSE')), 'analysis')
  assert.equal(await tell(step(3, 'FRONTDOC'), step(4, 'BACKDOC'), step(6, 'ASYNC_ANALYSE')), 'analysis')
  assert.equal(await tell(end(9, 'APPROVED')), 'approved')
  assert.equal(await tell(step(8, 'ENTRY'), step(10, 'COMPLETE'), end(9, 'APPROVED')), 'approved')
  assert.equal(await tell(link(1, 'OPENED'), link(2, 'CLAIMED', 1)), 'approved')
})

test('the desk may ask for a picture again: the later event counts, although its step is an earlier one', async () => {
  const { step, tell } = await stage()
  assert.equal(await tell(step(6, 'DESK')), 'analysis')
  assert.equal(await tell(step(7, 'SELFIE')), 'identification')
})

test('every order of arrival of a purchase’s events ends in the same state', async () => {
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
    [3, 0, 4, 1, 2],
  ]) {
    const { step, end, link, tell } = await stage()
    const events = [
      link(1, 'OPENED'),
      link(2, 'CLAIMED', 1),
      step(1, 'FRONTDOC'),
      step(2, 'ENTRY'),
      end(3, 'DENIED'),
    ]
    assert.equal(await tell(...order.map(at => events[at] ?? assert.fail())), 'denied')
  }
})

test('after a denial somebody may try again by the same order, and the new purchase counts', async () => {
  const { orderId, step, end, link, tell } = await stage()
  assert.equal(
    await tell(link(1, 'OPENED'), link(2, 'CLAIMED', 1), step(1, 'FRONTDOC'), end(2, 'DENIED')),
    'denied',
  )
  assert.equal((await visit.read(orderId)).canPay, true)
  assert.equal(await tell(step(1, 'FRONTDOC', 2)), 'identification')
  assert.equal(await tell(link(3, 'CLAIMED', 2)), 'identification')
  // Of the first purchase, late.
  assert.equal(await tell(end(2, 'DENIED', 1), link(2, 'CLAIMED', 1)), 'identification')
  assert.equal(await tell(end(9, 'APPROVED', 2)), 'approved')
})

test('a canceled and an expired order say so, and cannot be paid any more when the link is over', async () => {
  const expired = await stage()
  assert.equal(await expired.tell(expired.link(1, 'EXPIRED')), 'expired')
  assert.equal((await visit.read(expired.orderId)).canPay, false)
  const late = await stage()
  assert.equal(
    await late.tell(late.end(9, 'APPROVED'), late.link(4, 'COMPLETED', 1), late.end(12, 'CANCELED')),
    'canceled',
  )
  assert.equal((await visit.read(late.orderId)).canPay, false)
})

test('events of other orders, of other links and of unknown kinds are taken and ignored', async () => {
  const { orderId, step, link, tell } = await stage()
  const foreign = { ...step(1, 'ENTRY'), orderId: 'pedido-42' }
  const otherLink = { ...link(5, 'DELETED'), paymentLinkId: 'f'.repeat(24) }
  assert.equal(await tell(foreign, otherLink, { type: 'test.ping', eventId: 'x' }, {}), 'waiting')
  const rows = await query(app, 'SELECT FROM store_attempts WHERE order_id IN ($1, $2)', [
    orderId,
    'pedido-42',
  ])
  assert.equal(rows.length, 0)
})

test('the secret is sealed in its table', async () => {
  const rows = await query<{ text: string }>(
    app,
    `SELECT encode(secret_box, 'escape') AS text FROM store_endpoints`,
  )
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0]?.text ?? assert.fail(), /whsec_/)
})

async function listEndpoints(): Promise<{ id: string; url: string; status: string }[]> {
  const { body } = await call(app, 'GET', '/webhooks/endpoints')
  return body.data as { id: string; url: string; status: string }[]
}

test('any number of processes that begin at once register an address once', async () => {
  const fresh = await startTestApp()
  try {
    await Promise.all(Array.from({ length: 8 }, () => openEndpoint(fresh).ensure()))
    const { body } = await call(fresh, 'GET', '/webhooks/endpoints')
    assert.equal((body.data as object[]).length, 1)
    assert.equal((await openEndpoint(fresh).listSecrets()).length, 1)
  } finally {
    await fresh.stop()
  }
})

test('a second process under another address registers its own, and orders of both turn', async () => {
  const second = await startTestApp({ sharing: app })
  try {
    const there = new StoreVisit(second)
    const id = await there.order()
    assert.deepEqual(
      (await listEndpoints()).map(({ url }) => url).toSorted(),
      [`${app.url}/store/webhook`, `${second.url}/store/webhook`].toSorted(),
    )
    await there.post(`orders/${id}/cancel`)
    await visit.waitFor(id, 'canceled')
  } finally {
    await second.stop()
  }
})

test('an endpoint that was deleted at the lender is registered again, with its new secret', async () => {
  const [own] = (await listEndpoints()).filter(({ url }) => url.startsWith(app.url))
  await call(app, 'DELETE', `/webhooks/endpoints/${own?.id}`)
  await openEndpoint(app).ensure()
  const [renewed] = (await listEndpoints()).filter(({ url }) => url.startsWith(app.url))
  assert.ok(renewed !== undefined && renewed.id !== own?.id)
  const id = await visit.order()
  await visit.post(`orders/${id}/cancel`)
  await visit.waitFor(id, 'canceled')
})

test('when earlier addresses have used up the retailer’s endpoints, they make room', async () => {
  const crowded = await startTestApp()
  try {
    for (let port = 5_001; port <= 5_020; port += 1) {
      const url = `http://127.0.0.1:${port}/store/webhook`
      const created = await crowded.post(
        '/webhooks/endpoints',
        { url },
        { 'x-service-apikey': 'sk_homolog_demo_0000000000000000000000000000' },
      )
      assert.equal(created.status, 200, created.text)
      await query(
        crowded,
        `INSERT INTO store_endpoints (url, claimed_until, endpoint_id, secret_box, registered_at) VALUES ($1, now(), $2, '', now())`,
        [url, created.body.id],
      )
    }
    await openEndpoint(crowded).ensure()
    const { body } = await call(crowded, 'GET', '/webhooks/endpoints')
    assert.deepEqual(
      (body.data as { url: string }[]).map(({ url }) => url),
      [`${crowded.url}/store/webhook`],
    )
  } finally {
    await crowded.stop()
  }
})
