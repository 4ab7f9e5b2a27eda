import { join } from 'node:path'
import { applyLoad, describeLoad, getMedian, type Load, type LoadResult, writeRequest } from './http/load.ts'
import { type ServerProcess, startServer } from './http/server-process.ts'
import { createOptionStock, type OptionStock } from './purchases/option-stock.ts'
import { createWritingFloor, PGBENCH_CLIENTS } from './purchases/pgbench.ts'
import { addPurchases } from './purchases/purchase-rows.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000)
const HISTORY_ROWS = Number(process.env.BENCH_HISTORY_ROWS ?? 1_000_000)
const CONNECTIONS = 64
/** Quoted for a round: what the quickest round before it used, and half as much again. */
const SPARE = 1.5
const FIRST_OPTIONS_PER_SECOND = 500

/** /authorize against pgbench writing the same rows, and the status read against a server that does one lookup. */
export async function benchPurchases(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    const ours = await stage.startOurs()
    const results = [...(await benchAuthorize(stage, ours)), await benchStatus(stage, ours)]
    await ours.stop()
    return results
  } finally {
    await stage.close()
  }
}

/** Both with and without a million earlier transactions, alternating. */
export async function benchPurchaseHistory(): Promise<BenchResult[]> {
  const first = await openPurchaseStage()
  const second = await first.openSecond()
  try {
    const [empty, full] = [await openSide(first), await openSide(second)]
    await authorizeFor(full.stage, full.server, full.stock)
    await addPurchases(full.stage.run, await findAnyTransaction(full.stage), HISTORY_ROWS)
    const measured = { authorize: newPairs(), status: newPairs() }
    for (let round = 0; round <= ROUNDS; round++)
      for (const [side, { stage, server, stock }] of Object.entries({ empty, full }) as [Side, OpenSide][]) {
        const results = {
          authorize: await authorizeFor(stage, server, stock),
          status: await readFor(stage, server),
        }
        // The first round is warm-up.
        if (round === 0) continue
        measured.authorize[side].push(results.authorize)
        measured.status[side].push(results.status)
      }
    await Promise.all([empty.server.stop(), full.server.stop()])
    return (['authorize', 'status'] as const).map(name => describeHistory(name, measured[name]))
  } finally {
    await second.close()
    await first.close()
  }
}

type Side = 'empty' | 'full'
type Pairs = Record<Side, LoadResult[]>
const newPairs = (): Pairs => ({ empty: [], full: [] })

interface OpenSide {
  readonly stage: PurchaseStage
  readonly server: ServerProcess
  readonly stock: OptionStock
}

async function openSide(stage: PurchaseStage): Promise<OpenSide> {
  const server = await stage.startOurs()
  return { stage, server, stock: await createOptionStock(stage, server) }
}

function describeHistory(name: string, measured: Pairs): BenchResult {
  const [empty, full] = [getMedian(measured.empty), getMedian(measured.full)]
  const ratio = empty.requestsPerSecond / full.requestsPerSecond
  return {
    claim: `${name} with ${HISTORY_ROWS.toLocaleString('en')} earlier transactions`,
    ratio,
    goal: 'at most 1.2 × the time on an empty database',
    ok: ratio <= 1.2,
    figures: { ...describeLoad('empty', empty), ...describeLoad('full', full) },
  }
}

async function benchAuthorize(stage: PurchaseStage, ours: ServerProcess): Promise<BenchResult[]> {
  const stock = await createOptionStock(stage, ours)
  const measured: LoadResult[] = []
  const commits = { plain: [] as number[], pipelined: [] as number[] }
  // Warms up, and creates the purchase whose rows the floor writes.
  await authorizeFor(stage, ours, stock)
  const { connection, run, folder } = stage
  const transactionId = await findAnyTransaction(stage)
  const modes = ['plain', 'pipelined'] as const
  const floors = await Promise.all(
    modes.map(mode => createWritingFloor({ connection, run, folder, transactionId, mode })),
  )
  for (let round = 0; round < ROUNDS; round++) {
    measured.push(await authorizeFor(stage, ours, stock))
    for (const [at, mode] of modes.entries())
      commits[mode].push((await floors[at]?.measure(ROUND_MS)) ?? Number.NaN)
  }
  const own = getMedian(measured)
  return modes.map(mode => {
    const floor = commits[mode].toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    const ratio = floor / own.requestsPerSecond
    const isGoal = mode === 'plain'
    return {
      claim: `/authorize against pgbench writing the same rows in one transaction, ${mode}`,
      ratio,
      goal: isGoal ? 'at least 50 % of its rate' : 'reported',
      ok: !isGoal || ratio <= 2,
      figures: {
        ...describeLoad('ours', own),
        'pgbench commits/s': floor,
        'pgbench clients': PGBENCH_CLIENTS,
        'ours MB': ours.residentMegabytes,
      },
    }
  })
}

async function benchStatus(stage: PurchaseStage, ours: ServerProcess): Promise<BenchResult> {
  const floor = await startServer('floor', join(import.meta.dirname, 'purchases', 'status-floor-server.ts'), {
    FLOOR_CONNECTION: JSON.stringify(stage.connection),
    FLOOR_RETAILER: stage.retailerId,
  })
  const measured = { ours: [] as LoadResult[], floor: [] as LoadResult[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { ours: await readFor(stage, ours), floor: await readFor(stage, floor) }
    if (round === 0) continue
    measured.ours.push(pair.ours)
    measured.floor.push(pair.floor)
  }
  const [own, reference] = [getMedian(measured.ours), getMedian(measured.floor)]
  const ratio = reference.requestsPerSecond / own.requestsPerSecond
  const result = {
    claim: 'status read against a server that does one look-up by key',
    ratio,
    goal: 'at least 60 % of its rate',
    ok: ratio <= 1 / 0.6,
    figures: {
      ...describeLoad('ours', own),
      ...describeLoad('floor', reference),
      'ours MB': ours.residentMegabytes,
      'floor MB': floor.residentMegabytes,
    },
  }
  await floor.stop()
  return result
}

let orders = 0
let quickest = FIRST_OPTIONS_PER_SECOND

/**
 * One round of authorizations, each with its own option and customer. A round that uses all of them ends early, with
 * the rate until then, and the next one gets more.
 */
export async function authorizeFor(
  stage: PurchaseStage,
  server: ServerProcess,
  stock: OptionStock,
): Promise<LoadResult> {
  await stock.fill(Math.ceil(SPARE * quickest * (ROUND_MS / 1000)) + CONNECTIONS)
  const result = await measure(server, () => {
    const optionId = stock.take()
    if (optionId === undefined) return undefined
    return writeRequest('/authorize', { apiKey: stage.key, optionId, orderId: `bench-${++orders}` })
  })
  quickest = Math.max(quickest, result.requestsPerSecond)
  return result
}

export async function readFor(stage: PurchaseStage, server: ServerProcess): Promise<LoadResult> {
  const rows = await stage.run('SELECT id FROM transactions ORDER BY hashtext(id) LIMIT 5000')
  const requests = rows.map(({ id }) =>
    writeRequest(`/public/transaction/${id}/status`, { apiKey: stage.key }),
  )
  let at = 0
  return measure(server, () => {
    const request = requests[at++ % requests.length]
    if (request === undefined) throw new Error('there is no transaction to read')
    return request
  })
}

export async function measure(server: ServerProcess, nextRequest: Load['nextRequest']): Promise<LoadResult> {
  const result = await applyLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    nextRequest,
  })
  if (result.failures > 0) throw new Error(`${server.name} refused ${result.failures} requests`)
  return result
}

export async function findAnyTransaction(stage: PurchaseStage): Promise<string> {
  const [row] = await stage.run('SELECT id FROM transactions ORDER BY id DESC LIMIT 1')
  if (row === undefined) throw new Error('nothing was authorized')
  return String(row.id)
}
