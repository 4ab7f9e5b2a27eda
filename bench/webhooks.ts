import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '../src/app/app.ts'
import { parseConfig } from '../src/app/config/config.ts'
import type { NewWebhookEvent } from '../src/contract/webhooks.ts'
import { appendEvents } from '../src/domains/webhooks/event-store.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { type ServerProcess, startServer } from './http/server-process.ts'
import { openPurchaseStage, type PurchaseStage, writeUrl } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'
import {
  addBacklog,
  type ReceiverProcess,
  runBareLoop,
  SAMPLE_BODY,
  startReceiverProcess,
} from './webhooks/stage.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 20_000)
/** Enough for the heap to stabilize, which takes the first 150,000 deliveries. */
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 200_000)
const EVENTS_PER_SECOND = 50
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 20)

/** One worker against a bare loop with the same client; the latency of an event; and a backlog larger than memory. */
export async function benchWebhooks(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  const receiver = await startReceiverProcess()
  try {
    const endpointId = await register(stage, receiver.url)
    const results = [
      await compareRates(stage, receiver, endpointId),
      await measureDelay(stage, receiver),
      await compareBacklogs(stage, receiver, endpointId),
    ]
    return results
  } finally {
    await receiver.stop()
    await stage.close()
  }
}

const openServices = (stage: PurchaseStage) => {
  const { connection } = stage
  const database = openDatabase({ connection, poolSize: 4, applicationName: 'bench', onError: () => {} })
  return { database, services: createApp({ config: parseConfig({}), database }) }
}

async function register(stage: PurchaseStage, url: string): Promise<string> {
  const { database, services } = openServices(stage)
  const { retailerId } = stage
  const { endpoint } = await services.webhooks.createEndpoint({ retailerId, url, events: undefined })
  await services.close()
  await database.close()
  return endpoint.id
}

function startWorker({ folder, connection }: PurchaseStage): Promise<ServerProcess> {
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: writeUrl(connection),
    ROLE: 'worker',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  return startServer('worker', join(import.meta.dirname, '..', 'src', 'main.ts'), env)
}

async function compareRates(
  stage: PurchaseStage,
  receiver: ReceiverProcess,
  endpointId: string,
): Promise<BenchResult> {
  const ours: number[] = []
  const floor: number[] = []
  const worker = await startWorker(stage)
  for (let round = 0; round < ROUNDS; round++) {
    await receiver.reset()
    floor.push(await runBareLoop(receiver.url, DELIVERIES, SAMPLE_BODY))
    await receiver.reset()
    await addBacklog(stage, endpointId, DELIVERIES)
    const { firstAtMs, lastAtMs, count } = await receiver.wait(DELIVERIES)
    ours.push(count / ((lastAtMs - firstAtMs) / 1000))
    await waitUntilSettled(stage)
  }
  await worker.stop()
  const [perSecond, barePerSecond] = [getMiddle(ours), getMiddle(floor)]
  const ratio = barePerSecond / perSecond
  return {
    claim: 'one worker delivers, signs, orders and stores attempts',
    ratio,
    goal: 'at least 60 % of the rate of a bare loop with the same client: at most 1.67',
    ok: ratio <= 1 / 0.6,
    figures: { 'deliveries/s': perSecond, 'bare loop/s': barePerSecond, share: perSecond / barePerSecond },
  }
}

async function measureDelay(stage: PurchaseStage, receiver: ReceiverProcess): Promise<BenchResult> {
  const { database, services } = openServices(stage)
  const worker = await startWorker(stage)
  await delay(1_000)
  await receiver.reset()
  const committedAtMs = new Map<string, number>()
  const total = EVENTS_PER_SECOND * STEADY_SECONDS
  const startedAt = performance.now()
  for (let n = 0; n < total; n++) {
    const dueMs = startedAt + (n * 1000) / EVENTS_PER_SECOND - performance.now()
    if (dueMs > 0) await delay(dueMs)
    const transactionId = `fff${n.toString(16).padStart(21, '0')}`
    const event: NewWebhookEvent = {
      retailerId: stage.retailerId,
      transactionId,
      sequence: 1,
      type: 'onboarding.step',
      fields: { transactionId, orderId: 'pedido', action: 'STEP' },
    }
    await database.transaction(async tx => appendEvents(tx, [event], services.clock.now()))
    committedAtMs.set(transactionId, Date.now())
  }
  await receiver.wait(total)
  const arrivals = await receiver.listArrivals()
  const rows = (await stage.run(
    `SELECT id, transaction_id AS "transactionId" FROM events WHERE transaction_id LIKE 'fff%'`,
  )) as { id: string; transactionId: string }[]
  const transactionOf = new Map(rows.map(({ id, transactionId }) => [id, transactionId]))
  const delays = arrivals
    .map(([id, atMs]) => atMs - (committedAtMs.get(transactionOf.get(id) ?? '') ?? Number.NaN))
    .sort((a, b) => a - b)
  const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN
  await worker.stop()
  await services.close()
  await database.close()
  return {
    claim: `first attempt after the commit, at ${EVENTS_PER_SECOND} events a second`,
    ratio: at(0.99) / 2_000,
    goal: 'p99 within 2 s: at most 1',
    ok: at(0.99) <= 2_000,
    figures: { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(0.9999) },
  }
}

async function compareBacklogs(
  stage: PurchaseStage,
  receiver: ReceiverProcess,
  endpointId: string,
): Promise<BenchResult> {
  const drain = async (deliveries: number) => {
    await receiver.reset()
    for (let added = 0; added < deliveries; added += 10_000) await addBacklog(stage, endpointId, 10_000)
    const worker = await startWorker(stage)
    let megabytes = 0
    const { firstAtMs, lastAtMs } = await receiver.wait(deliveries, () => {
      megabytes = Math.max(megabytes, worker.residentMegabytes)
    })
    await waitUntilSettled(stage)
    await worker.stop()
    return { megabytes, perSecond: deliveries / ((lastAtMs - firstAtMs) / 1000) }
  }
  const once = await drain(BACKLOG)
  const thrice = await drain(3 * BACKLOG)
  const ratio = thrice.megabytes / once.megabytes
  return {
    claim: `a backlog of ${BACKLOG.toLocaleString('en')} deliveries, and one three times as long`,
    ratio,
    // The size of a heap varies a little; a worker that loaded its backlog into memory would need three times as much.
    goal: 'at most 1.2 × the resident memory at its peak',
    ok: ratio <= 1.2,
    figures: {
      MB: once.megabytes,
      'MB, thrice': thrice.megabytes,
      'deliveries/s': once.perSecond,
      'deliveries/s, thrice': thrice.perSecond,
    },
  }
}

async function waitUntilSettled(stage: PurchaseStage): Promise<void> {
  for (;;) {
    const rows = await stage.run('SELECT 1 FROM webhook_deliveries WHERE settled_at IS NULL LIMIT 1')
    if (rows.length === 0) return
    await delay(50)
  }
}

function getMiddle(rates: readonly number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? Number.NaN
}
