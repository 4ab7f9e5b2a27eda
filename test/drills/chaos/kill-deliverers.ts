import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from '../../../src/app/app.ts'
import { parseConfig } from '../../../src/app/config/config.ts'
import type { NewWebhookEvent } from '../../../src/contract/webhooks.ts'
import { appendEvents } from '../../../src/domains/webhooks/event-store.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createRandom, type SeededRandom } from './seeded-random.ts'
import { startUnreliableReceiver, type UnreliableReceiver } from './unreliable-receiver.ts'

export interface DelivererPlan {
  readonly events: number
  readonly kills: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface DelivererReport {
  readonly defects: readonly string[]
  readonly emitted: number
  readonly requests: number
  readonly kills: number
  readonly seconds: number
}

const EVENTS_PER_PURCHASE = 5
const PURCHASES_AT_ONCE = 20
const WORKERS = 2
const LEASE_MS = 1_500
/** Long enough for a receiver on a busy machine to see what was sent. */
const TOTAL_MS = 1_500
/** When nothing is due any more the clock moves a little beyond the next retry, so that several come together. */
const BEYOND_MS = 20 * 60_000
const TICK_MS = 50
const LONGEST_LIFE_MS = 1_200
const DEADLINE_MS = 20 * 60_000
const KILL_DEADLINE_MS = 60_000

/** Kills workers while they deliver to a receiver that often fails: in the end every event must have arrived. */
export async function killDeliverers({ events, kills, seed, log }: DelivererPlan): Promise<DelivererReport> {
  log(`seed ${seed}: ${events} events, ${kills} kills`)
  const startedAt = performance.now()
  const random = createRandom(seed)
  const db = await openTestDatabase()
  const key = randomBytes(32)
  const config = parseConfig({ ENCRYPTION_KEY: key.toString('hex') })
  const services = createApp({ config, database: db.database })
  const receiver = await startUnreliableReceiver(random.derive(1))
  const workers = keepWorkers(db, key, { random: random.derive(2), receiver, kills, log })
  try {
    await services.deploymentClock.refresh()
    const retailerId = await addRetailer(services, receiver.url)
    // One share of the events per worker process, so that every kill has something to interrupt.
    for (let part = 0; part <= kills; part++) {
      await emit(services, retailerId, Math.ceil(events / (kills + 1) / EVENTS_PER_PURCHASE))
      await workers.waitForKills(part)
    }
    const emitted = await listEmitted(db)
    log(`${emitted.size} events emitted`)
    const deadline = performance.now() + DEADLINE_MS
    for (;;) {
      const next = await findNextDue(db)
      if (next === undefined && workers.isDone()) break
      if (performance.now() > deadline) throw new Error('not everything was delivered in time')
      const waitMs = (next?.getTime() ?? 0) - services.clock.now().getTime()
      if (waitMs > 0) await services.deploymentClock.advance(waitMs + BEYOND_MS)
      await delay(TICK_MS)
    }
    const defects = [
      ...receiver.defects,
      ...listDefects(emitted, receiver),
      ...(await listDisorder(db, receiver)),
      ...(await listContradictions(db)),
    ]
    const seconds = (performance.now() - startedAt) / 1000
    return {
      defects,
      emitted: emitted.size,
      requests: receiver.requestCount,
      kills: workers.killed(),
      seconds,
    }
  } finally {
    await workers.stop()
    await services.close()
    await receiver.stop()
    await db.close()
  }
}

async function addRetailer({ retailers, webhooks }: App, url: string): Promise<string> {
  const id = randomBytes(12).toString('hex')
  await retailers.createRetailer({
    id,
    name: 'Loja',
    gracePeriodEnabled: false,
    retentionEnabled: false,
    insuranceEnabled: false,
    scriptEnabled: true,
    isPublished: false,
  })
  await webhooks.createEndpoint({ retailerId: id, url, events: undefined })
  return id
}

/** Runs while the workers already deliver. */
async function emit(services: App, retailerId: string, count: number): Promise<void> {
  const { database, clock } = services
  const purchases = Array.from({ length: count }, () => randomBytes(12).toString('hex'))
  for (let at = 0; at < purchases.length; at += PURCHASES_AT_ONCE) {
    const some = purchases.slice(at, at + PURCHASES_AT_ONCE)
    for (let sequence = 1; sequence <= EVENTS_PER_PURCHASE; sequence++) {
      const events = some.map(
        (transactionId): NewWebhookEvent => ({
          retailerId,
          transactionId,
          sequence,
          type: 'onboarding.step',
          fields: { transactionId, orderId: 'pedido', action: 'STEP', step: 'SELFIE' },
        }),
      )
      await database.transaction(async tx => appendEvents(tx, events, clock.now()))
    }
  }
}

/** Every id that was committed. */
async function listEmitted({ database }: TestDatabase): Promise<Set<string>> {
  const rows = await database.run<{ id: string }>({ name: '', text: 'SELECT id FROM events' }, [])
  return new Set(rows.map(({ id }) => id))
}

function keepWorkers(
  db: TestDatabase,
  key: Buffer,
  plan: {
    readonly random: SeededRandom
    readonly receiver: UnreliableReceiver
    readonly kills: number
    readonly log: (line: string) => void
  },
) {
  const { random, receiver, kills, log } = plan
  const state = { killed: 0, isStopping: false }
  const children = new Set<ChildProcess>()

  function start(): ChildProcess {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-worker.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        WORKER_CONNECTION: JSON.stringify(db.connection),
        WORKER_KEY: key.toString('hex'),
        WORKER_LEASE_MS: String(LEASE_MS),
        WORKER_TOTAL_MS: String(TOTAL_MS),
      },
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  /** A kill counts only when there was something to interrupt. */
  async function waitForTraffic(): Promise<void> {
    const before = receiver.requestCount
    const deadline = performance.now() + KILL_DEADLINE_MS
    while (receiver.requestCount === before && performance.now() < deadline && !state.isStopping)
      await delay(10)
  }

  async function live(): Promise<void> {
    while (!state.isStopping) {
      const child = start()
      const exited = once(child, 'exit')
      await waitForTraffic()
      await delay(random.below(LONGEST_LIFE_MS))
      if (state.killed >= kills || state.isStopping) return
      state.killed += 1
      child.kill('SIGKILL')
      await exited
      log(`${state.killed} killed after ${receiver.requestCount} requests`)
    }
  }

  const lives = Array.from({ length: WORKERS }, live)
  return {
    killed: () => state.killed,
    isDone: () => state.killed >= kills,
    async waitForKills(count: number): Promise<void> {
      const deadline = performance.now() + KILL_DEADLINE_MS
      while (state.killed < count && performance.now() < deadline) await delay(10)
    },
    async stop() {
      state.isStopping = true
      await Promise.all(lives)
      const ended = [...children].map(child => once(child, 'exit'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

/** Undefined when everything is settled. */
async function findNextDue({ database }: TestDatabase): Promise<Date | undefined> {
  const text = 'SELECT min(due_at) AS "dueAt" FROM webhook_deliveries WHERE settled_at IS NULL'
  const [row] = await database.run<{ dueAt: Date | null }>({ name: '', text }, [])
  return row?.dueAt ?? undefined
}

function listDefects(emitted: ReadonlySet<string>, { accepted }: UnreliableReceiver): string[] {
  const lost = [...emitted].filter(id => !accepted.has(id)).map(id => `${id} was never accepted`)
  const invented = [...accepted].filter(id => !emitted.has(id)).map(id => `${id} was never emitted`)
  return [...lost, ...invented]
}

/**
 * First arrivals come in order. One may be missing only where an attempt got no answer: it was sent in sequence, never
 * reached the receiver, and held back the others for its ten minutes.
 */
async function listDisorder(db: TestDatabase, { firstArrivals }: UnreliableReceiver): Promise<string[]> {
  const unanswered = await listUnanswered(db)
  const seen = new Map<string, Set<number>>()
  return firstArrivals.flatMap(({ id, body }) => {
    const { transactionId, sequence } = JSON.parse(body) as { transactionId: string; sequence: number }
    const before = seen.get(transactionId) ?? new Set()
    seen.set(transactionId, before.add(sequence))
    const earlier = Array.from({ length: sequence - 1 }, (_, index) => index + 1)
    const missing = earlier.filter(each => !before.has(each) && !unanswered.has(`${transactionId} ${each}`))
    return missing.length === 0 ? [] : [`${id}, number ${sequence}, came before ${missing.join(', ')}`]
  })
}

async function listUnanswered({ database }: TestDatabase): Promise<Set<string>> {
  const text = `SELECT d.transaction_id || ' ' || d.sequence AS name FROM webhook_deliveries d
    WHERE EXISTS (SELECT FROM webhook_attempts a
      WHERE a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id AND a.http_status IS NULL)`
  const rows = await database.run<{ name: string }>({ name: '', text }, [])
  return new Set(rows.map(({ name }) => name))
}

/** The database must agree with the receiver: a delivery is "delivered" only if a success was recorded. */
async function listContradictions({ database }: TestDatabase): Promise<string[]> {
  const text = `SELECT d.event_id AS id, d.status, d.tries FROM webhook_deliveries d
    WHERE d.status <> 'delivered' OR d.attempts <> (SELECT count(*) FROM webhook_attempts a WHERE a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id)
      OR NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id AND a.http_status BETWEEN 200 AND 299)`
  const rows = await database.run<{ id: string; status: string; tries: number }>({ name: '', text }, [])
  return rows.map(({ id, status, tries }) => `${id} is stored as ${status} after ${tries} tries`)
}
