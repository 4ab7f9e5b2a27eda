import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { listAudit } from '../support/desk.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import {
  composeEvent,
  createEndpoint,
  emit,
  get,
  type HandDeliverer,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let receiver: WebhookReceiver
let deliverer: HandDeliverer
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  deliverer = openDeliverer(app)
  receiver = await startReceiver()
})
after(async () => {
  await deliverer.stop()
  await receiver.stop()
  await app.stop()
})

test('nothing is sent to an address, or of a retailer, that SQL wrote into an endpoint', async () => {
  for (const change of [
    'url = $2',
    `events = '{transaction.completed}', url = coalesce(url, $2)`,
    'secret = $2::bytea',
  ]) {
    const endpoint = await createEndpoint(app, receiver.url)
    await emit(app, [composeEvent(newTransactionId(), 1)])
    await query(app, `UPDATE webhook_endpoints SET ${change} WHERE id = $1`, [
      endpoint.id,
      `${receiver.url}/elsewhere`,
    ])
    await deliverer.deliverDue(1_000)
    assert.equal(receiver.received.length, 0, change)
    const reports = (await listAudit(app)).filter(({ subject }) => subject === endpoint.id)
    assert.deepEqual(
      reports.map(({ action, details }) => [action, details.table]),
      [['refused.forged-row', 'webhook_endpoints']],
      change,
    )
    await get(app, `/webhooks/endpoints/${endpoint.id}`, DEMO_KEY, 'DELETE')
  }
})
