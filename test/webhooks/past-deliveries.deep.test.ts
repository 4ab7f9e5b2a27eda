import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removePastDeliveries } from '../../src/domains/webhooks/delivery-store.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
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

const DAY_MS = 86_400_000
let app: TestApp
let deliverer: HandDeliverer
let receiver: WebhookReceiver

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  // The database decides by its own clock what is past.
  app.clock.advance({ ms: Date.now() - app.clock.now().getTime() })
  deliverer = openDeliverer(app)
  receiver = await startReceiver()
})
after(async () => {
  await deliverer.stop()
  await receiver.stop()
  await app.stop()
})

/** As the sandbox moves it, without the chores that would follow. */
async function moveDays(days: number): Promise<void> {
  await query(
    app,
    `INSERT INTO deployment_clock (offset_ms) VALUES ($1)
      ON CONFLICT (singleton) DO UPDATE SET offset_ms = deployment_clock.offset_ms + excluded.offset_ms`,
    [days * DAY_MS],
  )
  await app.services.deploymentClock.refresh()
}
const now = (): Date => app.services.clock.now()
const countRows = async (table: 'webhook_deliveries' | 'webhook_attempts', id: string): Promise<number> =>
  Number(
    (await query<{ n: number }>(app, `SELECT count(*) AS n FROM ${table} WHERE endpoint_id = $1`, [id]))[0]
      ?.n,
  )
const emitMany = async (count: number): Promise<string> => {
  const transactionId = newTransactionId()
  await emit(
    app,
    Array.from({ length: count }, (_, index) => composeEvent(transactionId, index + 1)),
  )
  return transactionId
}

test('deliveries that were settled 31 days ago are removed with their attempts, in steps that go on where one was cut off', async () => {
  const endpoint = await createEndpoint(app, receiver.url)
  await emitMany(7)
  await deliverer.deliver()
  assert.equal(await countRows('webhook_attempts', endpoint.id), 7)
  await moveDays(30)
  await emitMany(2)
  await deliverer.deliver()
  assert.equal(await removePastDeliveries(app.database, now()), 0, 'nothing is past after 30 days')
  await moveDays(2)
  assert.equal(
    await removePastDeliveries(app.database, now(), { step: 2, longestMs: 0 }),
    0,
    'no time was left',
  )
  const [first] = await query<{ removed: number; last: string }>(
    app,
    `SELECT removed, last_event AS last FROM remove_past_deliveries($1, '', 3)`,
    [endpoint.id],
  )
  assert.equal(first?.removed, 3)
  assert.equal(await removePastDeliveries(app.database, now(), { step: 2 }), 4)
  assert.equal(await countRows('webhook_deliveries', endpoint.id), 2)
  assert.equal(await countRows('webhook_attempts', endpoint.id), 2)
  assert.equal((await listDeliveries(app, `endpointId=${endpoint.id}`)).data.length, 2)
  await get(app, `/webhooks/endpoints/${endpoint.id}`, DEMO_KEY, 'DELETE')
})

test('an event whose delivery was removed stays in the log and can be replayed', async () => {
  const endpoint = await createEndpoint(app, receiver.url)
  const transactionId = await emitMany(1)
  await deliverer.deliver()
  await moveDays(32)
  await removePastDeliveries(app.database, now())
  assert.equal(await countRows('webhook_deliveries', endpoint.id), 0)
  const { body } = await get(app, '/events?limit=100')
  const event = (body.data as { transactionId: string; eventId: string }[]).find(
    each => each.transactionId === transactionId,
  )
  assert.ok(event)
  const replay = { apiKey: DEMO_KEY, endpointId: endpoint.id, eventId: event.eventId }
  assert.equal((await app.post('/webhooks/replay', replay)).status, 200)
  const before = receiver.received.length
  await deliverer.deliver()
  assert.deepEqual(JSON.parse(receiver.received[before]?.body ?? ''), event)
  // It was settled now, however old its event is.
  assert.equal(await removePastDeliveries(app.database, now()), 0)
  const { data } = await listDeliveries(app, `endpointId=${endpoint.id}`)
  assert.deepEqual(
    data.map(({ status, attempts }) => [status, attempts.length]),
    [['delivered', 1]],
  )
  await get(app, `/webhooks/endpoints/${endpoint.id}`, DEMO_KEY, 'DELETE')
})

test('what waits for its receiver is never removed, however long', async () => {
  const endpoint = await createEndpoint(app, receiver.url)
  await emitMany(3)
  await moveDays(70)
  await removePastDeliveries(app.database, now(), { step: 2 })
  assert.equal(await countRows('webhook_deliveries', endpoint.id), 3)
  await deliverer.deliver()
  assert.equal(await countRows('webhook_attempts', endpoint.id), 3)
  await get(app, `/webhooks/endpoints/${endpoint.id}`, DEMO_KEY, 'DELETE')
})

test('an attempt that is not past cannot be removed, not even by the owner of the tables', async () => {
  const before = await query<{ n: number }>(app, 'SELECT count(*) AS n FROM webhook_attempts')
  for (const text of ['DELETE FROM webhook_attempts', 'TRUNCATE webhook_attempts'])
    await assert.rejects(query(app, text), /permission denied|append-only/, text)
  assert.deepEqual(await query(app, 'SELECT count(*) AS n FROM webhook_attempts'), before)
})

test('an event is listed as it was sent', async () => {
  const endpoint = await createEndpoint(app, receiver.url)
  const purchase = await emitMany(1)
  const from = receiver.received.length
  await deliverer.deliver()
  const sent = receiver.received.slice(from).map(({ body }) => JSON.parse(body))
  const { body } = await get(app, '/events?limit=100')
  const listed = (body.data as { transactionId: string; step: string }[]).filter(
    ({ transactionId }) => transactionId === purchase,
  )
  assert.deepEqual(sent, listed)
  assert.deepEqual(
    listed.map(({ step }) => step),
    ['SELFIE'],
  )
  await get(app, `/webhooks/endpoints/${endpoint.id}`, DEMO_KEY, 'DELETE')
})
