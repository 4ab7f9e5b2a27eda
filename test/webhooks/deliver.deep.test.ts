import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, cancel } from '../support/purchase-http.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import {
  composeEvent,
  createEndpoint,
  emit,
  findEndpoint,
  get,
  type HandDeliverer,
  listDeliveries,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let deliverer: HandDeliverer
/** A short time-out, for tests that wait for it. */
let hasty: HandDeliverer
let receiver: WebhookReceiver

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  deliverer = openDeliverer(app)
  hasty = openDeliverer(app, { totalMs: 3_000 })
})
after(async () => {
  await deliverer.stop()
  await hasty.stop()
  await app.stop()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  const { body } = await get(app, '/webhooks/endpoints')
  for (const { id } of body.data as { id: string }[])
    await get(app, `/webhooks/endpoints/${id}`, DEMO_KEY, 'DELETE')
  await receiver.stop()
})

const MINUTE_MS = 60_000
const bodies = (): Record<string, unknown>[] => receiver.received.map(({ body }) => JSON.parse(body))

/** Moves the clock to the next attempt of the endpoint's only pending delivery; returns how far. */
async function advanceToNext(endpointId: string): Promise<number> {
  const { data } = await listDeliveries(app, `endpointId=${endpointId}&status=pending`)
  const next = Math.min(...data.map(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt)))
  const byMs = next - app.clock.now().getTime()
  app.clock.advance({ ms: byMs })
  return byMs
}

test('the events of a purchase arrive in order, with the bytes of the log, and another implementation verifies their signatures', async () => {
  const endpoint = await createEndpoint(app, receiver.url)
  const { transactionId, orderId } = await buyOpen(app)
  await deliverer.deliver()
  const { body } = await get(app, '/events?limit=100')
  const logged = (body.data as { transactionId: string }[]).filter(
    each => each.transactionId === transactionId,
  )
  assert.deepEqual(bodies(), logged)
  assert.deepEqual(
    bodies().map(({ sequence, step, action }) => [sequence, step ?? action]),
    [
      'WAITING',
      'CONFIRMATION',
      'FRONTDOC',
      'BACKDOC',
      'SELFIE',
      'ASYNC_ANALYSE',
      'INSURANCE',
      'SIGNATURE',
      'COMPLETE',
      'APPROVED',
    ].map((name, index) => [index + 1, name]),
  )
  for (const told of bodies()) assert.equal(told.orderId, orderId)
  const [step, ...rest] = bodies()
  assert.deepEqual(Object.keys(rest.at(-1) ?? {}).sort(), [
    'action',
    'cancelReason',
    'createdAt',
    'eventId',
    'orderId',
    'sequence',
    'status',
    'transactionId',
    'type',
  ])
  assert.deepEqual(Object.keys(step ?? {}).sort(), [
    'action',
    'createdAt',
    'downPaymentValue',
    'eventId',
    'financedAmount',
    'hasInsurance',
    'interestRatePA',
    'interestRatePM',
    'numberOfInstallments',
    'orderId',
    'paymentInstallments',
    'sequence',
    'step',
    'totalAmount',
    'transactionId',
    'type',
  ])
  const webhook = new Webhook(endpoint.secret)
  for (const { body, headers, id } of receiver.received) {
    webhook.verify(body, headers as Record<string, string>)
    assert.equal(id, JSON.parse(body).eventId)
    assert.equal(headers['content-type'], 'application/json')
  }
})

test('CANCELED reaches endpoints without a selection and those that select it, with status and reason, and is in the log', async () => {
  const [other, third] = [await startReceiver(), await startReceiver()]
  await createEndpoint(app, receiver.url)
  await createEndpoint(app, other.url, ['transaction.canceled'])
  await createEndpoint(app, third.url, ['transaction.approved'])
  const { transactionId } = await buyOpen(app)
  await cancel(app, transactionId)
  await deliverer.deliver()
  assert.ok(receiver.received.length >= 10)
  assert.equal(bodies().at(-1)?.action, 'CANCELED')
  assert.deepEqual(
    other.received.map(({ body }) => {
      const { action, status, cancelReason } = JSON.parse(body)
      return { action, status, cancelReason }
    }),
    [{ action: 'CANCELED', status: 'CANCELED', cancelReason: 'RETAILER_CANCELED' }],
  )
  assert.deepEqual(
    third.received.map(({ body }) => JSON.parse(body).action),
    ['APPROVED'],
  )
  const [{ count } = { count: 0 }] = await query<{ count: number }>(
    app,
    `SELECT count(*) AS count FROM events WHERE transaction_id = $1 AND type = 'transaction.canceled'`,
    [transactionId],
  )
  assert.equal(count, 1)
  await Promise.all([other.stop(), third.stop()])
})

test('a failing delivery is tried ten times over 75 hours, always under the same id, and is then shown as failed', async () => {
  receiver.respond = (_, response) => response.writeHead(500).end('out of order')
  const { id } = await createEndpoint(app, receiver.url)
  await emit(app, [composeEvent(newTransactionId(), 1)])
  const startedAt = app.clock.now().getTime()
  const waits: number[] = []
  await deliverer.deliver()
  for (let count = 1; count < 10; count++) {
    waits.push(await advanceToNext(id))
    await deliverer.deliver()
  }
  const [delivery] = (await listDeliveries(app, `endpointId=${id}`)).data
  assert.equal(delivery?.status, 'failed')
  assert.equal(delivery.nextAttemptAt, undefined)
  assert.deepEqual(
    delivery.attempts.map(({ number, status, answer }) => [number, status, answer]),
    Array.from({ length: 10 }, (_, index) => [index + 1, 500, 'out of order']),
  )
  assert.equal(receiver.received.length, 10)
  assert.equal(new Set(receiver.received.map(each => each.id)).size, 1)
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  const usual = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [index, seconds] of usual.entries()) {
    const share = (waits[index] ?? 0) / 1000 / seconds
    assert.ok(share >= 0.9 && share <= 1.1, `wait ${index} was ${share} of its usual length`)
  }
  const hours = (app.clock.now().getTime() - startedAt) / 3_600_000
  assert.ok(hours > 68 && hours < 84)
})

test('a failing event holds back the later ones of its transaction for ten minutes, and of no other', async () => {
  const [held, free] = [newTransactionId(), newTransactionId()]
  receiver.respond = ({ body }, response) => {
    const { transactionId, sequence } = JSON.parse(body)
    response.writeHead(transactionId === held && sequence === 1 ? 503 : 204).end()
  }
  const { id } = await createEndpoint(app, receiver.url)
  const startedAt = app.clock.now().getTime()
  const both = (sequence: number) => [composeEvent(held, sequence), composeEvent(free, sequence)]
  await emit(app, both(1))
  await emit(app, both(2))
  await deliverer.deliver()
  // An event that is written while the first one fails waits like the others.
  await emit(app, both(3))
  await deliverer.deliver()
  const seen = (transactionId: string): unknown[] =>
    bodies()
      .filter(each => each.transactionId === transactionId)
      .map(({ sequence }) => sequence)
  assert.deepEqual(seen(free), [1, 2, 3])
  assert.deepEqual(seen(held), [1])
  while (seen(held).includes(2) === false) {
    await advanceToNext(id)
    await deliverer.deliver()
  }
  const waitedMs = app.clock.now().getTime() - startedAt
  assert.equal(waitedMs, 10 * MINUTE_MS)
  assert.deepEqual(seen(held).slice(-2), [2, 3])
})

test('when a failing event is finally delivered, the later ones follow at once and in order', async () => {
  const transactionId = newTransactionId()
  receiver.respond = (_, response) => response.writeHead(receiver.received.length === 1 ? 500 : 204).end()
  const { id } = await createEndpoint(app, receiver.url)
  await emit(
    app,
    [1, 2, 3].map(sequence => composeEvent(transactionId, sequence)),
  )
  await deliverer.deliver()
  await advanceToNext(id)
  await deliverer.deliver()
  assert.deepEqual(
    bodies().map(({ sequence }) => sequence),
    [1, 1, 2, 3],
  )
})

test('a receiver may ask for more time, in seconds or by a date, and for no more than a day', async () => {
  const { id } = await createEndpoint(app, receiver.url)
  const cases: readonly (readonly [string, number, number])[] = [
    ['3600', 3_600_000, 3_600_000],
    [new Date(Date.now() + 7_200_000).toUTCString(), 7_100_000, 7_200_000],
    ['99999999', 86_400_000, 86_400_000],
    ['soon', 4_500, 5_500],
    ['-5', 4_500, 5_500],
    ['0', 4_500, 5_500],
  ]
  for (const [retryAfter, least, most] of cases) {
    receiver.respond = (_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end()
    await emit(app, [composeEvent(newTransactionId(), 1)])
    await deliverer.deliver()
    const waitMs = await advanceToNext(id)
    assert.ok(waitMs >= least && waitMs <= most, `${retryAfter}: ${waitMs}`)
    receiver.respond = (_, response) => response.writeHead(204).end()
    await deliverer.deliver()
  }
})

test('410 disables an endpoint; its owner sees the reason, gets an event at another endpoint, and can enable it again', async () => {
  const other = await startReceiver()
  receiver.respond = (_, response) => response.writeHead(410).end()
  const endpoint = await createEndpoint(app, receiver.url)
  await createEndpoint(app, other.url, ['transaction.closed'])
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  const listed = await findEndpoint(app, endpoint.id)
  assert.deepEqual([listed.status, listed.disabledReason], ['disabled', 'gone'])
  await other.wait(1)
  const notice = JSON.parse(other.received[0]?.body ?? '')
  assert.deepEqual(
    [notice.type, notice.endpointId, notice.reason],
    ['endpoint.disabled', endpoint.id, 'gone'],
  )
  const pulled = await get(app, `/events?after=${receiver.received[0]?.id}`)
  assert.deepEqual(pulled.body.data, [notice])
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  assert.equal(receiver.received.length, 1)
  for (const path of [`endpoints/${endpoint.id}/test`, 'replay']) {
    const body = { apiKey: DEMO_KEY, endpointId: endpoint.id, eventId: receiver.received[0]?.id }
    assert.equal((await app.post(`/webhooks/${path}`, body)).body.code, 'endpoint_disabled')
  }
  receiver.respond = (_, response) => response.writeHead(204).end()
  const enabled = await app.post(`/webhooks/endpoints/${endpoint.id}/enable`, { apiKey: DEMO_KEY })
  assert.equal(enabled.body.status, 'enabled')
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  assert.equal(receiver.received.length, 2)
  await other.stop()
})

test('an endpoint that does nothing but fail for five days is disabled, and one that answers in between is not', async () => {
  let isDown = true
  receiver.respond = (_, response) => response.writeHead(isDown ? 500 : 204).end()
  const { id } = await createEndpoint(app, receiver.url)
  const failOnce = async (): Promise<void> => {
    await emit(app, [composeEvent(newTransactionId(), 1)])
    await deliverer.deliver()
  }
  await failOnce()
  assert.ok((await findEndpoint(app, id)).failingSince)
  app.clock.advance({ days: 4 })
  isDown = false
  await failOnce()
  assert.equal((await findEndpoint(app, id)).failingSince, undefined)
  isDown = true
  await failOnce()
  app.clock.advance({ days: 4, hours: 23 })
  await failOnce()
  assert.equal((await findEndpoint(app, id)).status, 'enabled')
  app.clock.advance({ hours: 1 })
  await failOnce()
  const { status, disabledReason } = await findEndpoint(app, id)
  assert.deepEqual([status, disabledReason], ['disabled', 'failing'])
})

test('a receiver that hangs does not delay other endpoints', async () => {
  const other = await startReceiver()
  receiver.respond = () => {}
  await createEndpoint(app, receiver.url)
  await createEndpoint(app, other.url)
  await emit(
    app,
    Array.from({ length: 50 }, () => composeEvent(newTransactionId(), 1)),
  )
  const delivering = hasty.deliver()
  await other.wait(50)
  assert.ok(receiver.received.length < 50)
  receiver.respond = (_, response) => response.writeHead(204).end()
  await delivering
  await other.stop()
})

test('redirects are not followed, long answers are truncated, and a time-out is a failure with its reason', async () => {
  const other = await startReceiver()
  const answers: Record<string, typeof receiver.respond> = {
    'redirects are not followed': (_, response) => response.writeHead(307, { location: other.url }).end(),
    'timed out': (_, response) => response.writeHead(200).write('drip'),
    'connection reset': (_, response) => response.socket?.resetAndDestroy(),
    'answer not understood': (_, response) => response.socket?.end('SMTP ready\r\n'),
  }
  const { id } = await createEndpoint(app, receiver.url)
  for (const [error, respond] of Object.entries(answers)) {
    receiver.respond = respond
    await emit(app, [composeEvent(newTransactionId(), 1)])
    await hasty.deliver()
    const [delivery] = (await listDeliveries(app, `endpointId=${id}&eventId=${receiver.received.at(-1)?.id}`))
      .data
    assert.equal(delivery?.attempts[0]?.error, error)
    assert.equal(delivery?.status, 'pending')
  }
  assert.equal(other.received.length, 0)
  receiver.respond = (_, response) => response.writeHead(200).end('x'.repeat(1_000_000))
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await hasty.deliver()
  const [long] = (await listDeliveries(app, `endpointId=${id}&eventId=${receiver.received.at(-1)?.id}`)).data
  assert.equal(long?.status, 'delivered')
  assert.equal(long?.attempts[0]?.answer, 'x'.repeat(1_024))
  await other.stop()
})

test('after a rotation both secrets sign, a day later only the new one', async () => {
  const first = await createEndpoint(app, receiver.url)
  const { body } = await app.post(`/webhooks/endpoints/${first.id}/rotate`, { apiKey: DEMO_KEY })
  const [old, young] = [new Webhook(first.secret), new Webhook(String(body.secret))]
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  const during = receiver.received.at(-1)
  for (const webhook of [old, young])
    webhook.verify(during?.body ?? '', during?.headers as Record<string, string>)
  app.clock.advance({ days: 1 })
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  const later = receiver.received.at(-1)
  young.verify(later?.body ?? '', later?.headers as Record<string, string>)
  assert.throws(() => old.verify(later?.body ?? '', later?.headers as Record<string, string>))
})

test('several workers share the endpoints: everything arrives, in order, and nothing twice', async () => {
  const others = [openDeliverer(app), openDeliverer(app)]
  const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver()))
  for (const { url } of receivers) await createEndpoint(app, url)
  const transactions = Array.from({ length: 20 }, newTransactionId)
  for (const sequence of [1, 2, 3])
    await emit(
      app,
      transactions.map(id => composeEvent(id, sequence)),
    )
  await Promise.all([deliverer, ...others].map(each => each.deliver()))
  for (const { received } of receivers) {
    assert.equal(received.length, 60)
    assert.equal(new Set(received.map(({ id }) => id)).size, 60)
    for (const id of transactions) {
      const told = received.map(({ body }) => JSON.parse(body)).filter(each => each.transactionId === id)
      assert.deepEqual(
        told.map(({ sequence }) => sequence),
        [1, 2, 3],
      )
    }
  }
  await Promise.all([...others, ...receivers].map(each => each.stop()))
})
