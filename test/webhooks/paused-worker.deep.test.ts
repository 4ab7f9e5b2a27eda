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
const PURCHASES = 120
const EVENTS = 5
const WAIT_MS = 120_000
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

async function waitFor(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`)
    await delay(20)
  }
}

/** First arrivals of each purchase that came before one with a smaller number. */
function listDisorder({ received }: WebhookReceiver): string[] {
  const last = new Map<string, number>()
  const seen = new Set<string>()
  return received.flatMap(({ id, body }) => {
    if (seen.has(id)) return []
    seen.add(id)
    const { transactionId, sequence } = JSON.parse(body) as { transactionId: string; sequence: number }
    const before = last.get(transactionId) ?? 0
    last.set(transactionId, sequence)
    return sequence === before + 1 ? [] : [`${transactionId}: ${sequence} after ${before}`]
  })
}

test('a worker that was stopped beyond its lease sends and stores nothing of what it had read', async () => {
  const app = await startTestApp({ env: { ROLE: 'api', ENCRYPTION_KEY: KEY.toString('hex') } })
  const receiver = await startReceiver(async (_, response) => {
    await delay(30)
    response.writeHead(204).end()
  })
  const countAttempts = async (): Promise<number> =>
    (await query<{ n: number }>(app, 'SELECT count(*) AS n FROM webhook_attempts'))[0]?.n ?? 0
  const countPending = async (): Promise<number> =>
    (
      await query<{ n: number }>(app, `SELECT count(*) AS n FROM webhook_deliveries WHERE status = 'pending'`)
    )[0]?.n ?? -1
  const workers: ChildProcess[] = []
  try {
    await createEndpoint(app, receiver.url)
    const purchases = Array.from({ length: PURCHASES }, newTransactionId)
    for (let sequence = 1; sequence <= EVENTS; sequence += 1)
      await emit(
        app,
        purchases.map(id => composeEvent(id, sequence)),
      )
    const paused = startWorker(app)
    workers.push(paused)
    await waitFor('the first deliveries', () => receiver.received.length >= 40)
    paused.kill('SIGSTOP')
    await delay(LEASE_MS)
    assert.ok((await countPending()) > PURCHASES, 'it was stopped in the middle')
    const other = startWorker(app)
    workers.push(other)
    await waitFor('all deliveries', async () => (await countPending()) === 0)
    // Long enough for the other worker to give the lane back.
    await delay(500)
    const [requests, attempts] = [receiver.received.length, await countAttempts()]
    paused.kill('SIGCONT')
    await delay(2 * LEASE_MS)
    assert.equal(receiver.received.length - requests, 0, 'stale deliveries sent')
    assert.equal((await countAttempts()) - attempts, 0, 'stale deliveries recorded')
    assert.deepEqual(listDisorder(receiver), [])
    // Both are well: what comes now is delivered once, in order.
    await emit(
      app,
      purchases.map(id => composeEvent(id, EVENTS + 1)),
    )
    await receiver.wait(requests + PURCHASES)
    await waitFor('the last deliveries', async () => (await countPending()) === 0)
    assert.equal(receiver.received.length, requests + PURCHASES)
    assert.deepEqual(listDisorder(receiver), [])
  } finally {
    for (const worker of workers) {
      const ended = once(worker, 'exit')
      worker.kill('SIGKILL')
      await ended
    }
    await app.stop()
    await receiver.stop()
  }
})
