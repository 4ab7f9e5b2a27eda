import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applyLoad, type Load, type LoadResult, writeRequest } from './http/load.ts'
import { inventPeople, OPTIONS, PRE_APPROVE } from './http/people.ts'
import type { ServerProcess } from './http/server-process.ts'
import type { OptionStock } from './purchases/option-stock.ts'
import type { PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12)
const ROUND_MS = 2_000
const CONNECTIONS = 32
/** The engine compiles during the first rounds. */
const WARM_UP_ROUNDS = 8
const MOST_SLOWER = 1.05
/** The unit of /proc: a hundredth of a second on every Linux that is in use. */
const TICK_MICROSECONDS = 10_000

interface Side {
  readonly name: string
  readonly stage: PurchaseStage
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
  try {
    for (const [claim, prepare] of Object.entries(REQUESTS)) {
      const costs = new Map(sides.map(({ name }) => [name, [] as Cost[]]))
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          const cost = await measure(side, await prepare(side))
          if (round >= WARM_UP_ROUNDS) costs.get(side.name)?.push(cost)
        }
      yield compare(claim, costs.get('before') ?? [], costs.get('now') ?? [])
    }
  } finally {
    for (const { server, stage } of sides) {
      await server.stop()
      await stage.close()
    }
  }
}

/** By the checkout's own code, which knows its tables and its start. */
async function openSide(name: string, folder: string): Promise<Side> {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
  const stage: PurchaseStage = await (await load('bench/purchases/stage.ts')).openPurchaseStage()
  const server = await stage.startOurs()
  const stock: OptionStock = await (await load('bench/purchases/option-stock.ts')).createOptionStock(
    stage,
    server,
  )
  return { name, stage, server, stock }
}

type NextRequest = Load['nextRequest']

const MOST_REQUESTS = 8_000
let orders = 0

const REQUESTS: Readonly<Record<string, (side: Side) => Promise<NextRequest>>> = {
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
  { stage }: Side,
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

async function measure({ name, server, stage }: Side, nextRequest: NextRequest): Promise<Cost> {
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

function compare(claim: string, before: readonly Cost[], now: readonly Cost[]): BenchResult {
  const median = (costs: readonly Cost[], part: (cost: Cost) => number): number => {
    const sorted = costs.map(part).toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  const whole = (cost: Cost): number => cost.serverMicroseconds + cost.databaseMicroseconds
  const ratio = median(now, whole) / median(before, whole)
  return {
    claim: `${claim}, processor time of one request against an earlier checkout, by turns`,
    ratio,
    goal: 'at most 1.05 ×',
    ok: ratio <= MOST_SLOWER,
    figures: {
      'server µs before': median(before, cost => cost.serverMicroseconds),
      'server µs now': median(now, cost => cost.serverMicroseconds),
      'database µs before': median(before, cost => cost.databaseMicroseconds),
      'database µs now': median(now, cost => cost.databaseMicroseconds),
    },
  }
}
