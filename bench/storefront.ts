import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../src/app/app.ts'
import { parseConfig } from '../src/app/config/config.ts'
import { writeReais } from '../src/kernel/money.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { DEMONSTRATION_RETAILERS } from '../src/sandbox/demonstration-retailers.ts'
import { seedDemonstration } from '../src/sandbox/seed-demonstration.ts'
import { migrate } from '../src/schema/migrate.ts'
import { applyLoad, describeLoad, getMedian, type LoadResult, writeRead } from './http/load.ts'
import { type ServerProcess, startServer } from './http/server-process.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = 5
const ROUND_MS = 3_000
const CONNECTIONS = 64
const PRICES = 500
const ORIGIN = 'https://loja.example'
const ROUTE = '/storefront/preview'
const DATA_DIR = join(import.meta.dirname, '..', '.bench-data')

/** What a page of a shop asks: a few hundred prices that many people look at, from an allowed origin. */
export async function benchStorefront(): Promise<BenchResult[]> {
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: () => {} })
  try {
    const key = await issueKey(embedded.connection)
    const totals = Array.from({ length: PRICES }, (_, index) => writeReais(150_000 + index * 37))
    return [await compare(totals.map(total => `${ROUTE}?key=${key}&total=${total}`))]
  } finally {
    await embedded.stop()
  }
}

async function compare(targets: readonly string[]): Promise<BenchResult> {
  const ours = await startServer('ours', join(import.meta.dirname, '..', 'src', 'main.ts'), {
    DATA_DIR,
    ROLE: 'api',
    STOREFRONT_ADDRESS_LIMIT_PER_MINUTE: '100000000',
  })
  const floor = await startFloor(ours, targets)
  const requests = targets.map(target => writeRead(target, { Origin: ORIGIN }))
  const rounds = new Map([ours, floor].map(server => [server.name, [] as LoadResult[]]))
  // Rounds alternate, so that a noisy minute of the machine disturbs both alike; the first one only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const server of [ours, floor]) {
      const result = await measure(server, requests)
      if (round > 0) rounds.get(server.name)?.push(result)
    }
  }
  const memory = { 'ours MB': ours.residentMegabytes, 'floor MB': floor.residentMegabytes }
  for (const server of [ours, floor]) await server.stop()
  const [mine, least] = [getMedian(rounds.get('ours') ?? []), getMedian(rounds.get('floor') ?? [])]
  const ratio = least.requestsPerSecond / mine.requestsPerSecond
  return {
    claim: `${ROUTE} against a server that sends the same bytes from memory`,
    ratio,
    goal: 'at least 80 % of its rate',
    ok: ratio <= 1 / 0.8,
    figures: { ...describeLoad('ours', mine), ...describeLoad('floor', least), ...memory },
  }
}

async function measure(server: ServerProcess, requests: readonly Buffer[]): Promise<LoadResult> {
  let at = 0
  const nextRequest = (): Buffer => {
    const request = requests[at++ % requests.length]
    if (request === undefined) throw new Error('no request was prepared')
    return request
  }
  const result = await applyLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    nextRequest,
  })
  if (result.failures > 0) throw new Error(`${server.name} refused ${result.failures} requests of ${ROUTE}`)
  return result
}

/** The floor sends our own answers, with the headers that the last of them came with. */
async function startFloor(ours: ServerProcess, targets: readonly string[]): Promise<ServerProcess> {
  const answers: Record<string, string> = {}
  let last: Record<string, string> = {}
  for (const target of targets) {
    const response = await fetch(`http://127.0.0.1:${ours.port}${target}`, { headers: { origin: ORIGIN } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${target} answered ${response.status}: ${text}`)
    answers[target] = text
    last = Object.fromEntries(response.headers)
  }
  const file = join(DATA_DIR, 'answers-storefront.json')
  writeFileSync(file, JSON.stringify(answers))
  // What the runtime writes by itself is not repeated.
  const own = ['connection', 'date', 'keep-alive', 'content-length']
  const headers = Object.entries(last).filter(([name]) => !own.includes(name))
  return startServer('floor', join(import.meta.dirname, 'http', 'bytes-floor-server.ts'), {
    FLOOR_ANSWERS: file,
    FLOOR_HEADERS: JSON.stringify(Object.fromEntries(headers)),
    FLOOR_ROUTE: ROUTE,
  })
}

async function issueKey(connection: object): Promise<string> {
  await migrate({ connection })
  const database = openDatabase({ connection, poolSize: 2, applicationName: 'bench', onError: () => {} })
  const services = createApp({ config: parseConfig({ DATA_DIR }), database })
  try {
    await seedDemonstration(services)
    const retailerId = DEMONSTRATION_RETAILERS[0]?.id ?? ''
    await services.retailers.allowOrigin(retailerId, ORIGIN)
    const { key } = await services.retailers.issueKey({
      retailerId,
      kind: 'publishable',
      rateLimitPerSecond: 1_000_000,
    })
    return key
  } finally {
    await services.close()
    await database.close()
  }
}
