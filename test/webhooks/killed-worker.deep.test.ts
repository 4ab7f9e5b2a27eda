import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { composeEvent, createEndpoint, emit, newTransactionId } from '../support/webhooks.ts'

const LEASE_MS = 1_500
const PURCHASES = 10
const EVENTS = 4
const WAIT_MS = 60_000
const KEY = randomBytes(32)

function startWorker({ testDatabase }: TestApp): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '..', 'drills', 'chaos', 'webhook-worker.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      WORKER_CONNECTION: JSON.stringify(testDatabase.connection),
      WORKER_KEY: KEY.toString('hex'),
      WORKER_LEASE_MS: String(LEASE_MS),
      WORKER_TOTAL_MS: '5000',
    },
  })
}

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`)
    await delay(20)
  }
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

/** Every request that came after one with a greater number, of the same purchase. All were accepted. */
function listOvertaken({ received }: WebhookReceiver): string[] {
  const greatest = new Map<string, number>()
  return received.flatMap(({ body }) => {
    const { transactionId, sequence } = JSON.parse(body) as { transactionId: string; sequence: number }
    const before = greatest.get(transactionId) ?? 0
    greatest.set(transactionId, Math.max(before, sequence))
    return sequence < before ? [`${transactionId}: ${sequence} after ${before}`] : []
  })
}

test('an event that a worker had sent when it was killed, and not stored, comes again before any later one of its purchase', async () => {
  const app = await startTestApp({ env: { ROLE: 'api', ENCRYPTION_KEY: KEY.toString('hex') } })
  const receiver = await startReceiver()
  const workers: ChildProcess[] = []
  const start = (): ChildProcess => {
    const worker = startWorker(app)
    workers.push(worker)
    return worker
  }
  try {
    const { id: endpointId } = await createEndpoint(app, receiver.url)
    const purchases = Array.from({ length: PURCHASES }, newTransactionId)
    for (let sequence = 1; sequence <= EVENTS; sequence += 1)
      await emit(
        app,
        purchases.map(id => composeEvent(id, sequence)),
      )
    // No outcome can be stored while the attempts are locked.
    await app.database.transaction(async tx => {
      await tx.run({ name: '', text: 'LOCK TABLE webhook_attempts IN SHARE MODE' }, [])
      const killed = start()
      await receiver.wait(PURCHASES)
      // Long enough to send the next events, if it would.
      await delay(300)
      await kill(killed)
      // Its statements would go on without it when the lock is released.
      await query(
        app,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'crediario-webhook-worker'`,
      )
    })
    const stored = await query(app, 'SELECT 1 FROM webhook_attempts WHERE endpoint_id = $1', [endpointId])
    assert.equal(stored.length, 0, 'it was killed before anything was stored')
    start()
    await waitFor('all deliveries', async () => {
      const pending = `SELECT 1 FROM webhook_deliveries WHERE endpoint_id = $1 AND settled_at IS NULL LIMIT 1`
      return (await query(app, pending, [endpointId])).length === 0
    })
    assert.ok(receiver.received.length > PURCHASES * EVENTS, 'what was not stored came again')
    assert.deepEqual(listOvertaken(receiver), [])
  } finally {
    for (const worker of workers)
      if (worker.exitCode === null && worker.signalCode === null) await kill(worker)
    await app.stop()
    await receiver.stop()
  }
})
