import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  EndpointAnswer,
  EndpointHealthAnswer,
  FullDeliveryAnswer,
  WEBHOOK_EVENT_TYPES,
} from '../../src/contract/webhooks.ts'
import { removePastDays } from '../../src/domains/webhooks/day-store.ts'
import { describeWebhooks } from '../../src/http/reference/describe-webhooks.ts'
import { addDays, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import {
  type Answer,
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
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
  get,
  type HandDeliverer,
  listDeliveries,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let receiver: WebhookReceiver
let other: WebhookReceiver
let deliverer: HandDeliverer

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  receiver = await startReceiver()
  other = await startReceiver()
  deliverer = openDeliverer(app)
})
after(async () => {
  await deliverer.stop()
  await receiver.stop()
  await other.stop()
  await app.stop()
})

const post = (path: string, body: object = {}, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post(`/webhooks/endpoints/${path}`, { apiKey, ...body })
const today = () => calendarDateAt(app.services.clock.now())
const readHealth = async (id: string) =>
  checkAnswer(EndpointHealthAnswer, await get(app, `/webhooks/endpoints/${id}/health`))
const readDelivery = async (id: string, eventId: string) =>
  checkAnswer(FullDeliveryAnswer, await get(app, `/webhooks/endpoints/${id}/events/${eventId}`))

test('a changed endpoint keeps its id and secret, and what waits goes to the new address', async () => {
  const made = await createEndpoint(app, other.url, ['transaction.approved'])
  const transactionId = newTransactionId()
  await emit(app, [composeEvent(transactionId, 1, { type: 'transaction.approved' })])
  const changed = checkAnswer(
    EndpointAnswer,
    await post(`${made.id}/change`, { url: receiver.url, events: ['transaction.denied', 'invoice.refused'] }),
  )
  const { secret, ...expected } = made
  assert.deepEqual(changed, {
    ...expected,
    url: receiver.url,
    events: ['transaction.denied', 'invoice.refused'],
  })
  await emit(app, [
    composeEvent(transactionId, 2, { type: 'transaction.canceled' }),
    composeEvent(transactionId, 3, { type: 'transaction.denied' }),
  ])
  await deliverer.deliver()
  const [first, last, ...more] = receiver.received
  assert.deepEqual([other.received.length, more.length], [0, 0])
  assert.deepEqual(
    [first, last].map(each => JSON.parse(each?.body ?? '{}').sequence),
    [1, 3],
  )
  const { headers, body } = first ?? assert.fail()
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  const onlyUrl = checkAnswer(EndpointAnswer, await post(`${made.id}/change`, { url: other.url }))
  assert.deepEqual([onlyUrl.url, onlyUrl.events], [other.url, changed.events])
  await get(app, `/webhooks/endpoints/${made.id}`, DEMO_KEY, 'DELETE')
})

test('400, 404 and 409 of a change, a reading and a typed test', async () => {
  const { id } = await createEndpoint(app, receiver.url)
  expectError(await post(`${id}/change`), { code: 'missing_parameters', message: 'Missing parameters: url' })
  expectError(await post(`${id}/change`, { url: 'ftp://shop.example' }), { code: 'url_not_allowed' })
  expectError(await post(`${id}/change`, { events: [] }), {
    code: 'invalid_parameters',
    message: 'events must have 1 to 50 items',
  })
  expectError(await post(`${id}/test`, { type: 'nothing' }), {
    code: 'invalid_parameters',
    message: `type must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}`,
    fields: ['type'],
  })
  for (const [foreign, key] of [
    [id, PLAIN_KEY],
    [UNKNOWN_ID, DEMO_KEY],
  ] as const) {
    expectError(await post(`${foreign}/change`, { url: receiver.url }, key), { code: 'endpoint_not_found' })
    expectError(await post(`${foreign}/test`, { type: 'invoice.refused' }, key), {
      code: 'endpoint_not_found',
    })
    for (const path of ['health', `events/${UNKNOWN_ID}`])
      expectError(await get(app, `/webhooks/endpoints/${foreign}/${path}`, key), {
        code: 'endpoint_not_found',
      })
  }
  expectError(await get(app, `/webhooks/endpoints/${id}/events/${UNKNOWN_ID}`), { code: 'event_not_found' })
  await query(
    app,
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_at = now(), disabled_reason = 'gone' WHERE id = $1`,
    [id],
  )
  expectError(await post(`${id}/test`, { type: 'invoice.refused' }), { code: 'endpoint_disabled' })
  await get(app, `/webhooks/endpoints/${id}`, DEMO_KEY, 'DELETE')
})

test('a delivery shows each attempt as it was sent and answered, an answer up to 4,096 bytes; lists show 1,024', async () => {
  const { id } = await createEndpoint(app, receiver.url)
  const long = 'x'.repeat(10_000)
  receiver.respond = (_, response) =>
    response.writeHead(500, { 'x-request-id': 'abc', 'x-long': 'y'.repeat(2_000) }).end(long)
  await emit(app, [composeEvent(newTransactionId(), 1)])
  const from = receiver.received.length
  await deliverer.deliver()
  receiver.respond = (_, response) => response.writeHead(204).end()
  await moveClock(app, 'PT10S')
  await deliverer.deliver()
  const [sent, again] = receiver.received.slice(from)
  const delivery = await readDelivery(id, sent?.id ?? '')
  assert.deepEqual([delivery.status, delivery.attempts.length], ['delivered', 2])
  assert.equal(delivery.body, sent?.body)
  for (const [at, received] of [sent, again].entries())
    for (const { name, value } of delivery.attempts[at]?.requestHeaders ?? assert.fail())
      assert.equal(received?.headers[name], value, name)
  assert.deepEqual(
    delivery.attempts[0]?.requestHeaders?.map(({ name }) => name),
    ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
  )
  const answered = new Map(delivery.attempts[0]?.answerHeaders?.map(({ name, value }) => [name, value]))
  assert.deepEqual([answered.get('x-request-id'), answered.has('x-long')], ['abc', false])
  assert.equal(delivery.attempts[0]?.answer, long.slice(0, 4_096))
  const { data } = await listDeliveries(app, `endpointId=${id}`)
  assert.equal(data[0]?.attempts[0]?.answer, long.slice(0, 1_024))
  assert.equal('body' in (data[0] ?? {}), false)
  const rows = await query<{ row: string }>(
    app,
    'SELECT t::text AS row FROM webhook_attempts t WHERE endpoint_id = $1',
    [id],
  )
  for (const { row } of rows) assert.ok(!row.includes(Buffer.from('x-request-id').toString('hex')))
  await get(app, `/webhooks/endpoints/${id}`, DEMO_KEY, 'DELETE')
})

test('a test of every type goes to one endpoint only, signed, says that it is a test, and has the members of a real one', async () => {
  const made = await createEndpoint(app, receiver.url, ['transaction.approved'])
  const bystander = await createEndpoint(app, other.url, WEBHOOK_EVENT_TYPES)
  const [from, before] = [receiver.received.length, other.received.length]
  const [first, ...types] = WEBHOOK_EVENT_TYPES
  assert.equal((await post(`${made.id}/test`, { type: first })).status, 200)
  // The route would wait a second for each attempt.
  for (const type of types) await app.services.webhooks.sendTest(DEMO_RETAILER, made.id, { type })
  await deliverer.deliver()
  assert.equal(other.received.length, before)
  const bodies = receiver.received.slice(from).map(({ body }) => JSON.parse(body))
  assert.deepEqual(new Set(bodies.map(({ type }) => type)), new Set(WEBHOOK_EVENT_TYPES))
  const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64')
  for (const { headers, body } of receiver.received.slice(from)) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${signature}`)
  }
  for (const body of bodies) {
    assert.equal(body.test, true)
    const { post } = describeWebhooks()[body.type as (typeof WEBHOOK_EVENT_TYPES)[number]]
    const { required } = post.requestBody.content['application/json'].schema
    const missing = required.filter(name => !(name in body))
    assert.deepEqual(missing, [], body.type)
  }
  assert.ok(!(await get(app, '/events')).text.includes('"test"'))
  for (const { id } of [made, bystander]) await get(app, `/webhooks/endpoints/${id}`, DEMO_KEY, 'DELETE')
})

test('the days of an endpoint count what it accepted and refused, and outlive the attempts', async () => {
  const { id } = await createEndpoint(app, receiver.url)
  const first = today()
  receiver.respond = (_, response) => response.writeHead(500).end()
  await emit(app, [composeEvent(newTransactionId(), 1), composeEvent(newTransactionId(), 1)])
  await deliverer.deliver()
  assert.equal((await readHealth(id)).pending, 2)
  receiver.respond = (_, response) => response.writeHead(204).end()
  await moveClock(app, 'P1D')
  await deliverer.deliver()
  const health = await readHealth(id)
  assert.equal(health.pending, 0)
  assert.deepEqual(health.days.slice(-2), [
    { day: first, delivered: 0, failed: 2 },
    { day: today(), delivered: 2, failed: 0 },
  ])
  assert.deepEqual([health.days.length, health.days[0]?.day], [90, addDays(today(), -89)])
  await query(app, 'DELETE FROM webhook_days WHERE endpoint_id <> $1', [id])
  assert.equal(await removePastDays(app.database, addDays(today(), 89)), 1)
  assert.equal(await removePastDays(app.database, addDays(today(), 90)), 1)
  await get(app, `/webhooks/endpoints/${id}`, DEMO_KEY, 'DELETE')
})
