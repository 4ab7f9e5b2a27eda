import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '../src/app/app.ts'
import { parseConfig } from '../src/app/config/config.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { seedDemonstration } from '../src/sandbox/seed-demonstration.ts'
import { migrate } from '../src/schema/migrate.ts'
import { writePayment } from '../test/connectors/vtex/vtex-shop.ts'
import { DEMO_KEY, DEMO_RETAILER } from '../test/support/app.ts'
import { startServer } from './http/server-process.ts'
import type { BenchResult } from './result.ts'

const PER_SECOND = 50
/** Code that has not run yet is slow: the rate grows while it is compiled. */
const WARM_UP = [5, 10, 20, 35, 50]
const WARM_UP_SECONDS = 3
const SECONDS = 20
const GOAL_MS = 500
const APP_TOKEN = 'token-of-the-bench'
const DATA_DIR = join(import.meta.dirname, '..', '.bench-data')

/** New payments as VTEX's gateway sends them, at a rate that does not wait for answers: each is a payment link. */
export async function benchConnectors(): Promise<BenchResult[]> {
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: () => {} })
  try {
    const accountId = await enable(embedded.connection)
    const server = await startServer('ours', join(import.meta.dirname, '..', 'src', 'main.ts'), { DATA_DIR })
    const send = createSender(server.port, accountId)
    for (const perSecond of WARM_UP) await load(send, perSecond, WARM_UP_SECONDS)
    const before = server.cpuMicroseconds
    const outcomes = await load(send, PER_SECOND, SECONDS)
    const cpuMs = (server.cpuMicroseconds - before) / 1_000 / outcomes.length
    const latencies = outcomes.filter(outcome => outcome !== undefined).sort((a, b) => a - b)
    const refused = outcomes.length - latencies.length
    const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
    const figures = {
      payments: latencies.length,
      'CPU ms of a payment': cpuMs,
      refused,
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      MB: server.residentMegabytes,
    }
    await server.stop()
    return [
      {
        claim: `VTEX’s /payments at ${PER_SECOND} new payments a second`,
        ratio: at(0.99) / GOAL_MS,
        goal: `p99 under ${GOAL_MS} ms`,
        ok: at(0.99) < GOAL_MS && refused === 0,
        figures,
      },
    ]
  } finally {
    await embedded.stop()
  }
}

async function enable(connection: object): Promise<string> {
  await migrate({ connection, log: () => {} })
  const database = openDatabase({ connection, poolSize: 4, applicationName: 'bench', onError: () => {} })
  const services = createApp({ config: parseConfig({}), database, pixApi: 'none' })
  try {
    await seedDemonstration(services)
    const keys = { apiKey: DEMO_KEY, appToken: APP_TOKEN }
    const shop = { platform: 'vtex', retailerId: DEMO_RETAILER, account: 'lojabench', settings: {}, keys }
    return (await services.connectors.enable(shop)).id
  } finally {
    await services.close()
    await database.close()
  }
}

/** The milliseconds until the answer; undefined where the payment was not taken. */
type Send = () => Promise<number | undefined>

function createSender(port: number, accountId: string): Send {
  const url = `http://127.0.0.1:${port}/connectors/vtex/${DEMO_RETAILER}/payments`
  const headers = {
    'content-type': 'application/json',
    'x-vtex-api-appkey': `crediario-${accountId}`,
    'x-vtex-api-apptoken': APP_TOKEN,
  }
  const run = Date.now().toString(36)
  let sent = 0
  return async () => {
    sent += 1
    const body = JSON.stringify(writePayment({ orderId: `b${run}-${sent}` }))
    const startedAt = performance.now()
    const response = await fetch(url, { method: 'POST', headers, body })
    const answer = (await response.json()) as { readonly status?: string }
    return response.status === 200 && answer.status === 'undefined'
      ? performance.now() - startedAt
      : undefined
  }
}

async function load(send: Send, perSecond: number, seconds: number): Promise<(number | undefined)[]> {
  const startedAt = performance.now()
  const running: Promise<number | undefined>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const waitMs = startedAt + (number * 1_000) / perSecond - performance.now()
    if (waitMs > 0) await delay(waitMs)
    running.push(send())
  }
  return Promise.all(running)
}
