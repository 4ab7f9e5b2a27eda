import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  giveBackLane,
  LaneLease,
  renewLanes,
  takeAskedAt,
  takeLanes,
} from '../../src/domains/webhooks/lane-store.ts'
import { postponeDeliveries, recordOutcomes } from '../../src/domains/webhooks/queue-store.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { composeEvent, createEndpoint, emit, newTransactionId } from '../support/webhooks.ts'

const LONG_MS = 60_000
const SHORT_MS = 20
let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function newLane(): Promise<string> {
  return (await createEndpoint(app, 'http://127.0.0.1:9/never')).id
}

async function take(endpointId: string, holder: string, leaseMs = LONG_MS) {
  const [lane] = await takeLanes(app.database, [endpointId], { holder, leaseMs })
  return lane === undefined ? undefined : { endpointId, holder, epoch: lane.epoch }
}

test('a lane that is held is taken by nobody, and one whose lease has ended is renewed by nobody', async () => {
  const endpointId = await newLane()
  const first = await take(endpointId, 'first', SHORT_MS)
  assert.ok(first)
  await delay(2 * SHORT_MS)
  const lease = { holder: 'first', leaseMs: LONG_MS }
  assert.deepEqual(
    await renewLanes(app.database, [first], lease),
    [],
    'not even while no other worker wants it',
  )
  const second = await take(endpointId, 'second')
  assert.ok(second && second.epoch > first.epoch)
  assert.equal(await take(endpointId, 'second'), undefined, 'not even by its holder')
  assert.deepEqual(await renewLanes(app.database, [first], lease), [])
  assert.equal((await renewLanes(app.database, [second], { holder: 'second', leaseMs: LONG_MS })).length, 1)
  await giveBackLane(app.database, first)
  assert.equal(await take(endpointId, 'third'), undefined, 'the earlier holder gives nothing back')
  await giveBackLane(app.database, second)
  assert.ok(await take(endpointId, 'third'))
})

test('outcomes of a worker that lost its lane are not stored, nor is anything postponed', async () => {
  const endpointId = await newLane()
  const transactionId = newTransactionId()
  await emit(app, [composeEvent(transactionId, 1)])
  const [row] = await query<{ id: string; dueAt: Date }>(
    app,
    'SELECT event_id AS id, due_at AS "dueAt" FROM webhook_deliveries WHERE endpoint_id = $1',
    [endpointId],
  )
  assert.ok(row)
  const outcome = {
    eventId: row.id,
    status: 'delivered',
    dueAt: undefined,
    attemptedAt: app.clock.now(),
    durationMs: 1,
    httpStatus: 204,
    error: undefined,
    answer: undefined,
    headersBox: Buffer.from('headers'),
  } as const
  const read = () =>
    query<{ status: string; dueAt: Date; attempts: number }>(
      app,
      'SELECT status, due_at AS "dueAt", attempts FROM webhook_deliveries WHERE endpoint_id = $1',
      [endpointId],
    )
  const stale = await take(endpointId, 'stale', SHORT_MS)
  assert.ok(stale)
  await delay(2 * SHORT_MS)
  const until = new Date(app.clock.now().getTime() + LONG_MS)
  const tryAll = async (): Promise<void> => {
    await assert.rejects(
      recordOutcomes(app.database, stale, [outcome]),
      /the lease of a delivery lane has ended/,
    )
    await postponeDeliveries(app.database, stale, [{ eventId: row.id, until }])
    assert.deepEqual(await read(), [{ status: 'pending', dueAt: row.dueAt, attempts: 0 }])
  }
  await tryAll()
  const held = await take(endpointId, 'held')
  assert.ok(held)
  await tryAll()
  await recordOutcomes(app.database, held, [outcome])
  assert.equal((await read())[0]?.status, 'delivered')
})

test('a lease is over by the clocks of this process before it is over in the database', async () => {
  const lease = new LaneLease(1, 200, takeAskedAt())
  assert.ok(lease.isLive)
  await delay(160)
  assert.equal(lease.isLive, false)
  lease.renew(takeAskedAt())
  assert.ok(lease.isLive)
  const { monotonicMs, wallMs } = takeAskedAt()
  lease.renew({ monotonicMs, wallMs: wallMs - 1_000 })
  assert.equal(lease.isLive, false, 'after the machine was suspended, when the monotonic clock stood still')
})
