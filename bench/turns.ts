import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applyLoad, type Load, type LoadResult, writeRequest } from './http/load.ts'
import { inventPeople, OPTIONS, PRE_APPROVE } from './http/people.ts'
import type { ServerProcess } from './http/server-process.ts'
import type { OptionStock } from './purchases/option-stock.ts'
import type { PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

/** What the engine compiles in one process differs from the next by more than what is looked for. */
const STARTS = Number(process.env.BENCH_STARTS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8)
const ROUND_MS = 2_000
const CONNECTIONS = 32
/** The engine compiles during the first rounds. */
const WARM_UP_ROUNDS = 5
const MOST_SLOWER = 1.05
/** The unit of /proc: a hundredth of a second on every Linux that is in use. */
const TICK_MICROSECONDS = 10_000

interface Side {
  readonly name: string
  readonly stage: PurchaseStage
  readonly createStock: (stage: PurchaseStage, server: ServerProcess) => Promise<OptionStock>
}

interface RunningSide extends Side {
  readonly server: ServerProcess
  readonly stock: OptionStock
}

interface Cost {
  readonly serverMicroseconds: number
  readonly databaseMicroseconds: number
}

/**
 * This checkout and an earlier one, `--against FOLDER`, in the same run and by turns. Processor time of the server and of
 * its database for one request is compared, because on a shared machine a rate says more about the neighbours.
 */
export async function* benchTurns({ against }: { readonly against?: string }): AsyncGenerator<BenchResult> {
  if (against === undefined)
    throw new Error('bench turns needs --against FOLDER, an installed checkout to compare with')
  const sides = [
    await openSide('before', resolve(against)),
    await openSide('now', join(import.meta.dirname, '..')),
  ]
  const costs = new Map<string, Cost[]>()
  try {
    for (let start = 0; start < STARTS; start++)
      for (const [key, cost] of await measureStart(start % 2 === 0 ? sides : sides.toReversed()))
        costs.set(key, [...(costs.get(key) ?? []), cost])
  } finally {
    for (const { stage } of sides) await stage.close()
  }
  for (const claim of Object.keys(REQUESTS))
    yield compare(claim, costs.get(`before ${claim}`) ?? [], costs.get(`now ${claim}`) ?? [])
}

/** By the checkout's own code, which knows its tables and its start. */
async function openSide(name: string, folder: string): Promise<Side> {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
  const stage: PurchaseStage = await (await load('bench/purchases/stage.ts')).openPurchaseStage()
  const { createOptionStock } = await load('bench/purchases/option-stock.ts')
  return { name, stage, createStock: createOptionStock }
}

/** The medians of all rounds of one start, by side and request. */
async function measureStart(sides: readonly Side[]): Promise<Map<string, Cost>> {
  const running: RunningSide[] = []
  try {
    for (const side of sides) {
      const server = await side.stage.startOurs()
      running.push({ ...side, server, stock: await side.createStock(side.stage, server) })
    }
    const costs = new Map<string, Cost[]>()
    for (const [claim, prepare] of Object.entries(REQUESTS))
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
        for (const side of round % 2 === 0 ? running : running.toReversed()) {
          const cost = await measure(side, await prepare(side))
          const key = `${side.name} ${claim}`
          if (round >= WARM_UP_ROUNDS) costs.set(key, [...(costs.get(key) ?? []), cost])
        }
    return new Map([...costs].map(([key, rounds]) => [key, takeMedian(rounds)]))
  } finally {
    for (const { server } of running) await server.stop()
  }
}

type NextRequest = Load['nextRequest']

const MOST_REQUESTS = 8_000
let orders = 0

const REQUESTS: Readonly<Record<string, (side: RunningSide) => Promise<NextRequest>>> = {
  'POST /options': side => prepareAnonymous(side, '/options', OPTIONS, 1_500),
  'POST /preApprove': side => prepareAnonymous(side, '/preApprove', PRE_APPROVE, MOST_REQUESTS),
  'POST /authorize': async ({ stage, stock }) => {
    await stock.fill(2_000)
    return () => {
      const optionId = stock.take()
      return optionId === undefined
        ? undefined
        : writeRequest('/authorize', { apiKey: stage.key, optionId, orderId: `turns-${++orders}` })
    }
  },
  'status read': async ({ stage }) => {
    const rows = await stage.run('SELECT id FROM transactions ORDER BY hashtext(id) LIMIT 5000')
    return inTurn(
      rows.map(({ id }) => writeRequest(`/public/transaction/${id}/status`, { apiKey: stage.key })),
    )
  },
}

async function prepareAnonymous(
  { stage }: RunningSide,
  path: string,
  body: object,
  count: number,
): Promise<NextRequest> {
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const requests: Buffer[] = []
  for (let at = 0; at < count; at++)
    requests.push(writeRequest(path, { apiKey: stage.key, ...(await people.next()).value, ...body }))
  return () => requests.pop()
}

function inTurn(requests: readonly Buffer[]): NextRequest {
  let at = 0
  return () => requests[at++ % requests.length]
}

async function measure({ name, server, stage }: RunningSide, nextRequest: NextRequest): Promise<Cost> {
  const [serverBefore, databaseBefore] = [server.cpuMicroseconds, readDatabaseTime(stage)]
  const { failures, answers }: LoadResult = await applyLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    nextRequest,
  })
  if (failures > 0) throw new Error(`${name} refused ${failures} requests`)
  return {
    serverMicroseconds: (server.cpuMicroseconds - serverBefore) / answers,
    databaseMicroseconds: (readDatabaseTime(stage) - databaseBefore) / answers,
  }
}

/** Of all processes of the stage's database server, those that have ended included. */
function readDatabaseTime({ folder }: PurchaseStage): number {
  const [postmaster] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  let ticks = 0
  for (const pid of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
    const fields = readStat(pid)
    if (fields === undefined) continue
    const [, parent, ...rest] = fields
    const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map(Number)
    if (pid === postmaster) ticks += (endedUser ?? 0) + (endedSystem ?? 0)
    if (pid === postmaster || parent === postmaster) ticks += (user ?? 0) + (system ?? 0)
  }
  return ticks * TICK_MICROSECONDS
}

/** From the state on; undefined for a process that has ended meanwhile. */
function readStat(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const whole = ({ serverMicroseconds, databaseMicroseconds }: Cost): number =>
  serverMicroseconds + databaseMicroseconds

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

const takeMedian = (costs: readonly Cost[]): Cost => ({
  serverMicroseconds: median(costs.map(cost => cost.serverMicroseconds)),
  databaseMicroseconds: median(costs.map(cost => cost.databaseMicroseconds)),
})

/** Both sides of a start ran at the same time, so that their quotient says more than their times. */
function compare(claim: string, costsBefore: readonly Cost[], costsNow: readonly Cost[]): BenchResult {
  const [before, now] = [takeMedian(costsBefore), takeMedian(costsNow)]
  const ratios = costsNow.map((cost, start) => whole(cost) / whole(costsBefore[start] ?? cost))
  const ratio = median(ratios)
  return {
    claim: `${claim}, processor time of one request against an earlier checkout, by turns`,
    ratio,
    goal: 'at most 1.05 ×',
    ok: ratio <= MOST_SLOWER,
    figures: {
      'server µs before': before.serverMicroseconds,
      'server µs now': now.serverMicroseconds,
      'database µs before': before.databaseMicroseconds,
      'database µs now': now.databaseMicroseconds,
      'ratio of each start': ratios.map(each => each.toFixed(2)).join(' '),
    },
  }
}
