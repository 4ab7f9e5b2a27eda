import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  DEFAULT_EVENT_TYPES,
  DeletedAnswer,
  DeliveryAnswer,
  EndpointsAnswer,
  ReplayAnswer,
} from '../../src/contract/webhooks.ts'
import {
  type Answer,
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { checkAnswer, moveClock, UNKNOWN_ID } from '../support/purchase-http.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import {
  composeEvent,
  createEndpoint,
  emit,
  findEndpoint,
  get,
  listDeliveries,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let receiver: WebhookReceiver

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  receiver = await startReceiver()
})
after(async () => {
  await receiver.stop()
  await app.stop()
})

const remove = (id: string, key = DEMO_KEY): Promise<Answer> =>
  get(app, `/webhooks/endpoints/${id}`, key, 'DELETE')
const post = (path: string, body: object = {}, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post(`/webhooks/${path}`, { apiKey, ...body })

test('an endpoint is created, listed without its secret, and deleted', async () => {
  const made = await createEndpoint(app, receiver.url)
  assert.deepEqual(made.events, DEFAULT_EVENT_TYPES)
  assert.equal(made.status, 'enabled')
  const list = await get(app, '/webhooks/endpoints')
  const { data, next } = checkAnswer(EndpointsAnswer, list)
  assert.deepEqual([data.map(({ id }) => id), next], [[made.id], null])
  assert.ok(!list.text.includes('whsec_'))
  assert.deepEqual(checkAnswer(DeletedAnswer, await remove(made.id)), { id: made.id, deleted: true })
  assert.deepEqual(checkAnswer(EndpointsAnswer, await get(app, '/webhooks/endpoints')).data, [])
  expectError(await remove(made.id), { code: 'endpoint_not_found' })
})

test('a secret is stored sealed, shown once and never logged', async () => {
  const made = await createEndpoint(app, receiver.url)
  const rotated = await post(`endpoints/${made.id}/rotate`)
  const rows = await query<{ row: string; secret: Buffer }>(
    app,
    'SELECT e::text AS row, secret FROM webhook_endpoints e',
  )
  for (const secret of [made.secret, String(rotated.body.secret)]) {
    assert.match(secret, /^whsec_/)
    const raw = Buffer.from(secret.slice(6), 'base64')
    for (const { row, secret: box } of rows)
      assert.ok(!row.includes(secret) && !row.includes(raw.toString('hex')) && !box.includes(raw))
    assert.ok(!app.logged().includes(secret.slice(6)))
  }
  assert.notEqual(made.secret, rotated.body.secret)
  assert.ok((await findEndpoint(app, made.id)).previousSecretUntil)
  await remove(made.id)
})

test('event types are chosen by name; an unknown type is refused and named', async () => {
  const made = await createEndpoint(app, receiver.url, [
    'transaction.closed',
    'transaction.closed',
    'transaction.canceled',
  ])
  assert.deepEqual(made.events, ['transaction.canceled', 'transaction.closed'])
  await remove(made.id)
  const { url } = receiver
  const cases: readonly (readonly [object, string])[] = [
    [{ url, events: [] }, 'events'],
    [{ url, events: 'transaction.closed' }, 'events'],
    [{ url, events: ['transaction.paid'] }, 'events[0]'],
    [{ url, events: ['test.ping'] }, 'events[0]'],
    [{ url: 7 }, 'url'],
  ]
  for (const [body, field] of cases) {
    const answer = await post('endpoints', body)
    assert.deepEqual(
      [answer.status, (answer.body.details as { field: string }[])[0]?.field],
      [400, field],
      answer.text,
    )
  }
  expectError(await post('endpoints'), {
    code: 'missing_parameters',
    message: 'Missing parameters: url',
    fields: ['url'],
  })
})

test('a retailer has at most 20 endpoints, also when it asks for many at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => post('endpoints', { url: receiver.url })),
  )
  const made = answers.filter(({ status }) => status === 200)
  assert.equal(made.length, 20)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(answer, { code: 'too_many_endpoints' })
  assert.equal((await post('endpoints', { url: receiver.url }, PLAIN_KEY)).status, 200)
  for (const { body } of made) await remove(String(body.id))
})

test('wrong, missing and publishable keys are refused', async () => {
  const paths = ['/webhooks/endpoints', '/webhooks/deliveries', '/events']
  for (const path of paths) {
    expectError(await get(app, path, ''), { code: 'invalid_api_key' })
    expectError(await get(app, path, 'sk_homolog_wrong'), { code: 'invalid_api_key' })
    expectError(await get(app, path, PUBLISHABLE_KEY), { code: 'scope_missing' })
  }
  expectError(await remove(UNKNOWN_ID, ''), { code: 'invalid_api_key' })
  for (const path of [
    'endpoints',
    `endpoints/${UNKNOWN_ID}/rotate`,
    `endpoints/${UNKNOWN_ID}/test`,
    'replay',
  ]) {
    expectError(await post(path, {}, 'sk_homolog_wrong'), { code: 'invalid_api_key' })
    expectError(await post(path, {}, PUBLISHABLE_KEY), { code: 'scope_missing' })
    expectError(await app.post(`/webhooks/${path}`, {}), {
      code: 'missing_parameters',
      message: 'Missing parameters: apiKey',
      fields: ['apiKey'],
    })
  }
})

test('a key made before webhooks existed may use them if it may see purchases, and a key for less may not', async () => {
  const { retailers } = app.services
  const some = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', scopes: ['checkout'] })
  expectError(await get(app, '/webhooks/endpoints', some.key), { code: 'scope_missing' })
  assert.equal((await get(app, '/webhooks/endpoints', DEMO_KEY)).status, 200)
})

test('a test event returns the receiver’s answer', async () => {
  const worker = openDeliverer(app)
  worker.start()
  const made = await createEndpoint(app, receiver.url, ['transaction.closed'])
  const { eventId, status, type, attempts } = checkAnswer(
    DeliveryAnswer,
    await post(`endpoints/${made.id}/test`),
  )
  const [received] = await receiver.wait(1)
  assert.equal(received?.id, eventId)
  assert.deepEqual([type, JSON.parse(received?.body ?? '').type], ['test.ping', 'test.ping'])
  // On a busy machine the one-second wait may end before the attempt.
  if (attempts.length > 0) assert.deepEqual([status, attempts[0]?.status], ['delivered', 204])
  assert.ok(!(await get(app, '/events?limit=100')).text.includes('test.ping'))
  await worker.stop()
  await remove(made.id)
})

test('a test event that no worker delivers is answered within two seconds, as pending', async () => {
  const made = await createEndpoint(app, receiver.url)
  const startedAt = performance.now()
  const { status, attempts } = checkAnswer(DeliveryAnswer, await post(`endpoints/${made.id}/test`))
  assert.deepEqual([status, attempts], ['pending', []])
  assert.ok(performance.now() - startedAt < 10_000)
  await remove(made.id)
})

test('deliveries are listed newest first, page by page, by endpoint, event and status', async () => {
  const worker = openDeliverer(app)
  const strict = await startReceiver(({ body }, response) =>
    response.writeHead(JSON.parse(body).sequence === 1 ? 200 : 500).end('seen'),
  )
  const made = await createEndpoint(app, strict.url)
  for (let count = 0; count < 6; count++) {
    await emit(app, [composeEvent(newTransactionId(), (count % 2) + 1)])
    app.clock.advance({ ms: 1 })
  }
  await worker.deliver()
  const all = await listDeliveries(app, `endpointId=${made.id}`)
  assert.equal(all.data.length, 6)
  assert.equal(all.next, null)
  const times = all.data.map(({ createdAt }) => createdAt)
  assert.deepEqual(times, times.toSorted().toReversed())
  const pages = [await listDeliveries(app, `endpointId=${made.id}&limit=4`)]
  pages.push(await listDeliveries(app, `endpointId=${made.id}&limit=4&after=${pages[0]?.next}`))
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    all.data,
  )
  assert.equal(pages[1]?.next, null)
  const delivered = await listDeliveries(app, `endpointId=${made.id}&status=delivered`)
  const pending = await listDeliveries(app, `status=pending&limit=100`)
  assert.deepEqual([delivered.data.length, pending.data.length], [3, 3])
  for (const { attempts } of delivered.data)
    assert.deepEqual([attempts[0]?.status, attempts[0]?.answer], [200, 'seen'])
  for (const { attempts, nextAttemptAt } of pending.data)
    assert.ok(attempts[0]?.error === 'answered 500' && nextAttemptAt)
  const [one] = all.data
  assert.deepEqual((await listDeliveries(app, `eventId=${one?.eventId}`)).data, [one])
  expectError(await get(app, `/webhooks/deliveries?endpointId=${made.id}`, PLAIN_KEY), {
    code: 'endpoint_not_found',
  })
  expectError(await get(app, `/webhooks/deliveries?eventId=${one?.eventId}`, PLAIN_KEY), {
    code: 'event_not_found',
  })
  expectError(await get(app, '/webhooks/deliveries?after=x'), {
    code: 'invalid_parameters',
    message: 'after must be the `next` of a page before',
    fields: ['after'],
  })
  await worker.stop()
  await strict.stop()
  await remove(made.id)
})

test('one event is sent again under its id, also one that the endpoint never subscribed to', async () => {
  const worker = openDeliverer(app)
  const made = await createEndpoint(app, receiver.url, ['transaction.closed'])
  const transactionId = newTransactionId()
  await emit(app, [composeEvent(transactionId, 1)])
  const [row] = await query<{ id: string }>(app, 'SELECT id FROM events WHERE transaction_id = $1', [
    transactionId,
  ])
  const eventId = row?.id ?? ''
  const before = receiver.received.length
  for (let count = 1; count <= 2; count++) {
    assert.deepEqual(checkAnswer(ReplayAnswer, await post('replay', { endpointId: made.id, eventId })), {
      replayed: 1,
    })
    await worker.deliver()
    assert.deepEqual(
      receiver.received.slice(before).map(({ id }) => id),
      Array(count).fill(eventId),
    )
  }
  const [delivery] = (await listDeliveries(app, `endpointId=${made.id}`)).data
  assert.deepEqual(
    delivery?.attempts.map(({ number }) => number),
    [1, 2],
  )
  for (const body of [
    { endpointId: made.id, eventId: UNKNOWN_ID },
    { endpointId: made.id, eventId: 'x' },
  ])
    expectError(await post('replay', body), { code: 'event_not_found' })
  expectError(await post('replay', { endpointId: UNKNOWN_ID, eventId }), { code: 'endpoint_not_found' })
  expectError(await post('replay', { endpointId: made.id, eventId }, PLAIN_KEY), {
    code: 'endpoint_not_found',
  })
  await worker.stop()
  await remove(made.id)
})

test('a replay of a period sends all its events, however many, and none before or after', async () => {
  const worker = openDeliverer(app)
  const own = await startReceiver()
  app.clock.advance({ hours: 1 })
  await emit(app, [composeEvent(newTransactionId(), 1)])
  app.clock.advance({ hours: 1 })
  const since = app.services.clock.now().toISOString()
  const transactions = Array.from({ length: 370 }, newTransactionId)
  for (const sequence of [1, 2, 3])
    await emit(
      app,
      transactions.map(id => composeEvent(id, sequence)),
    )
  await emit(app, [composeEvent(newTransactionId(), 1, { type: 'payment_link.opened' })])
  const until = app.services.clock.now().toISOString()
  app.clock.advance({ hours: 1 })
  await emit(app, [composeEvent(newTransactionId(), 1)])
  const made = await createEndpoint(app, own.url)
  const answer = await post('replay', { endpointId: made.id, since, until })
  assert.deepEqual(checkAnswer(ReplayAnswer, answer), { replayed: 1_110 })
  // Events beyond the first thousand are replayed by a job; moving the clock runs it.
  await moveClock(app, 'PT1S')
  await worker.deliver()
  assert.equal(own.received.length, 1_110)
  assert.equal(new Set(own.received.map(({ id }) => id)).size, 1_110)
  const told = Map.groupBy(
    own.received.map(({ body }) => JSON.parse(body)),
    each => each.transactionId,
  )
  assert.deepEqual(new Set(told.keys()), new Set(transactions))
  const bad = [
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2026-03-10' }, 'since'],
    [{ since, until: '2026-13-01T00:00:00Z' }, 'until'],
    [{ since: until, until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ since, eventId: UNKNOWN_ID }, 'eventId'],
  ] as const
  for (const [body, field] of bad) {
    const refused = await post('replay', { endpointId: made.id, ...body })
    assert.deepEqual([refused.status, (refused.body.details as { field: string }[])[0]?.field], [400, field])
  }
  expectError(await post('replay', { endpointId: made.id }), {
    code: 'missing_parameters',
    message: 'Missing parameters: eventId',
    fields: ['eventId'],
  })
  await worker.stop()
  await own.stop()
  await remove(made.id)
})

test('moving the clock delivers what fell due before it answers, and does not wait for a receiver that hangs', async () => {
  let isDown = true
  const own = await startReceiver((_, response) => response.writeHead(isDown ? 503 : 204).end())
  const made = await createEndpoint(app, own.url)
  await emit(app, [composeEvent(newTransactionId(), 1)])
  while (own.received.length === 0) await moveClock(app, 'PT1S')
  isDown = false
  while (own.received.length === 1) await moveClock(app, 'PT10S')
  own.respond = () => {}
  await emit(app, [composeEvent(newTransactionId(), 1)])
  const startedAt = performance.now()
  await moveClock(app, 'PT1S')
  assert.ok(performance.now() - startedAt < 12_000)
  await remove(made.id)
  await own.stop()
})

test('pending deliveries of a deleted endpoint are canceled', async () => {
  const made = await createEndpoint(app, receiver.url)
  await emit(app, [composeEvent(newTransactionId(), 1)])
  await remove(made.id)
  await moveClock(app, 'PT1M')
  const rows = await query(app, 'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1', [made.id])
  assert.deepEqual(rows, [{ status: 'canceled' }])
})
