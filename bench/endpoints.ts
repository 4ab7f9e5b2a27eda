import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../src/app/app.ts'
import { parseConfig } from '../src/app/config/config.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { DEMONSTRATION_RETAILERS } from '../src/sandbox/demonstration-retailers.ts'
import { seedDemonstration } from '../src/sandbox/seed-demonstration.ts'
import { migrate } from '../src/schema/migrate.ts'
import { addHistory } from './http/history.ts'
import { applyLoad, describeLoad, getMedian, type LoadResult, writeRequest } from './http/load.ts'
import { inventPeople, OPTIONS, PRE_APPROVE } from './http/people.ts'
import { type ServerProcess, startServer } from './http/server-process.ts'
import type { BenchResult } from './result.ts'

/** A server's code is compiled for speed during its first 20,000 requests or so; ours has more of it than a floor. */
const WARM_UP_ROUNDS = 4
const ROUNDS = 5
/** One start of a server is up to a tenth faster than the next, for good: the engine compiles by chance. */
const STARTS = 3
const ROUND_MS = 3_000
const CONNECTIONS = 64
const HISTORY_ROWS = 1_000_000
export const DATA_DIR = join(import.meta.dirname, '..', '.bench-data')

export interface Stage {
  readonly key: string
  readonly connection: object
  /** Runs any SQL text: for the set-up of the benchmark. */
  execute(sql: string): Promise<unknown>
  close(): Promise<void>
}

/** Both endpoints, each against its floors, on one database with full durability. */
export async function benchEndpoints(): Promise<BenchResult[]> {
  const stage = await setStage()
  try {
    return [...(await benchOptions(stage)), ...(await benchPreApprove(stage))]
  } finally {
    await stage.close()
  }
}

/** The same requests before and after a million earlier checkouts. */
export async function benchHistory(): Promise<BenchResult[]> {
  const stage = await setStage()
  try {
    const before = await measureOurs(stage)
    await addHistory(stage.execute, HISTORY_ROWS)
    const after = await measureOurs(stage)
    return Object.entries(before).map(([path, empty]) => {
      const full = after[path]
      if (full === undefined) throw new Error(`${path} was not measured twice`)
      const ratio = empty.requestsPerSecond / full.requestsPerSecond
      return {
        claim: `${path} with ${HISTORY_ROWS.toLocaleString('en')} earlier checkouts`,
        ratio,
        goal: 'at most 1.2 × the time on an empty database',
        ok: ratio <= 1.2,
        figures: { ...describeLoad('empty', empty), ...describeLoad('full', full) },
      }
    })
  } finally {
    await stage.close()
  }
}

async function benchOptions(stage: Stage): Promise<BenchResult[]> {
  const measured = await compare(stage, '/options', OPTIONS, ['stringify', 'bytes'], 1)
  return [
    toResult(
      measured,
      'stringify',
      1 / 0.8,
      '/options against validate + JSON.stringify + one insert',
      'at least 80 % of its rate',
    ),
    toResult(
      measured,
      'bytes',
      Number.POSITIVE_INFINITY,
      '/options against validate + ready-made bytes + one insert',
      'reported; aim for 50 % of its rate',
    ),
  ]
}

async function benchPreApprove(stage: Stage): Promise<BenchResult[]> {
  const measured = await compare(stage, '/preApprove', PRE_APPROVE, ['bytes'], STARTS)
  return [
    toResult(
      measured,
      'bytes',
      1 / 0.65,
      '/preApprove against validate + the same bytes + one insert',
      'at least 65 % of its rate',
    ),
  ]
}

interface Measured {
  readonly rounds: ReadonlyMap<string, readonly LoadResult[]>
  readonly residentMegabytes: Readonly<Record<string, number>>
}

/** The rounds of several starts together. */
async function compare(
  stage: Stage,
  path: string,
  body: object,
  modes: readonly string[],
  starts: number,
): Promise<Measured> {
  const rounds = new Map<string, LoadResult[]>()
  let residentMegabytes = {}
  for (let start = 0; start < starts; start++) {
    const measured = await compareOnce(stage, path, body, modes)
    for (const [name, results] of measured.rounds) rounds.set(name, [...(rounds.get(name) ?? []), ...results])
    residentMegabytes = measured.residentMegabytes
  }
  return { rounds, residentMegabytes }
}

/** Rounds alternate between the servers, so that noise on the machine affects all of them alike. */
async function compareOnce(
  stage: Stage,
  path: string,
  body: object,
  modes: readonly string[],
): Promise<Measured> {
  const ours = await startOurs()
  const answer = join(DATA_DIR, `answer${path.replace('/', '-')}.json`)
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  writeFileSync(
    answer,
    await fetchAnswer(ours, path, { apiKey: stage.key, ...(await people.next()).value, ...body }),
  )
  const floors = await Promise.all(
    modes.map(mode =>
      startServer(mode, join(import.meta.dirname, 'http', 'floor-server.ts'), {
        FLOOR_CONNECTION: JSON.stringify(stage.connection),
        FLOOR_ANSWER: answer,
        FLOOR_ROUTE: path,
        FLOOR_MODE: mode,
      }),
    ),
  )
  const servers = [ours, ...floors]
  const rounds = new Map(servers.map(server => [server.name, [] as LoadResult[]]))
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const server of servers) {
      const result = await measure(server, stage, path, body, people)
      if (round >= WARM_UP_ROUNDS) rounds.get(server.name)?.push(result)
    }
  }
  const residentMegabytes = Object.fromEntries(servers.map(server => [server.name, server.residentMegabytes]))
  for (const server of servers) await server.stop()
  return { rounds, residentMegabytes }
}

async function measureOurs(stage: Stage): Promise<Record<string, LoadResult>> {
  const ours = await startOurs()
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const results: Record<string, LoadResult> = {}
  for (const [path, body] of [
    ['/options', OPTIONS],
    ['/preApprove', PRE_APPROVE],
  ] as const) {
    const rounds: LoadResult[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const result = await measure(ours, stage, path, body, people)
      if (round >= WARM_UP_ROUNDS) rounds.push(result)
    }
    results[path] = getMedian(rounds)
  }
  await ours.stop()
  return results
}

async function measure(
  server: ServerProcess,
  stage: Stage,
  path: string,
  body: object,
  people: ReturnType<typeof inventPeople>,
): Promise<LoadResult> {
  const requests: Buffer[] = []
  for (let count = 0; count < 4_000 * (ROUND_MS / 1000); count++) {
    requests.push(writeRequest(path, { apiKey: stage.key, ...(await people.next()).value, ...body }))
  }
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
  if (result.failures > 0) throw new Error(`${server.name} refused ${result.failures} requests of ${path}`)
  return result
}

function toResult(
  measured: Measured,
  floor: string,
  worst: number,
  claim: string,
  goal: string,
): BenchResult {
  const ours = getMedian(measured.rounds.get('ours') ?? [])
  const reference = getMedian(measured.rounds.get(floor) ?? [])
  const ratio = reference.requestsPerSecond / ours.requestsPerSecond
  const memory = {
    'ours MB': measured.residentMegabytes.ours ?? 0,
    'floor MB': measured.residentMegabytes[floor] ?? 0,
  }
  return {
    claim,
    ratio,
    goal,
    ok: ratio <= worst,
    figures: { ...describeLoad('ours', ours), ...describeLoad('floor', reference), ...memory },
  }
}

function startOurs(): Promise<ServerProcess> {
  return startServer('ours', join(import.meta.dirname, '..', 'src', 'main.ts'), { DATA_DIR })
}

async function fetchAnswer(server: ServerProcess, path: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}

export async function setStage(): Promise<Stage> {
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: () => {} })
  const { connection } = embedded
  await migrate({ connection })
  const database = openDatabase({ connection, poolSize: 4, applicationName: 'bench', onError: () => {} })
  const execute = (text: string) => database.run({ name: '', text }, [])
  await execute(
    'CREATE TABLE IF NOT EXISTS bench_floor (id bigserial PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL)',
  )
  for (const table of ['bench_floor', 'checkouts', 'credit_decisions', 'applicants', 'phone_uses']) {
    await execute(`TRUNCATE ${table}`)
  }
  const services = createApp({ config: parseConfig({ DATA_DIR }), database })
  await seedDemonstration(services)
  const retailerId = DEMONSTRATION_RETAILERS[0]?.id ?? ''
  const { key } = await services.retailers.issueKey({
    retailerId,
    kind: 'secret',
    rateLimitPerSecond: 1_000_000,
  })
  return {
    key,
    connection,
    execute,
    async close() {
      await services.close()
      await database.close()
      await embedded.stop()
    },
  }
}
