import { getMedian, type LoadResult, writeRequest } from '../http/load.ts'
import { inventPeople, OPTIONS } from '../http/people.ts'
import type { ServerProcess } from '../http/server-process.ts'
import { createOptionStock, type OptionStock } from '../purchases/option-stock.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { authorizeFor, measure, readFor } from '../purchases.ts'
import type { BenchResult } from '../result.ts'

/** A server on a database of its own. */
export interface Side {
  readonly stage: PurchaseStage
  readonly server: ServerProcess
  readonly stock: OptionStock
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const PREPARED = 8_000
const SCRAPES = 40
const MOST = 1.1
/** Options of the stock are valid for two days, so that only so many hours may pass. */
const UPKEEP_ROUNDS = 6
const SETTLE_ROUNDS = 12
/** Upkeep that takes no longer has nothing left to do but to look. */
const SETTLED_MS = 3_000

export async function openSide(stage: PurchaseStage): Promise<Side> {
  const server = await stage.startOurs()
  return { stage, server, stock: await createOptionStock(stage, server) }
}

type Requested = Record<'/options' | '/authorize' | 'status' | '/metrics', number[]>
type Measures = Requested & { readonly upkeep: number[] }

/** Rounds alternate, so that noise on the machine affects both alike. The first is warm-up. */
export async function compareSides(empty: Side, full: Side, what: string): Promise<BenchResult[]> {
  const measured = { empty: newMeasures(), full: newMeasures() }
  // First of all: purchases of the rounds below would give the chores something to do on both sides.
  for (const side of [empty, full]) await settle(side)
  for (let round = 0; round < UPKEEP_ROUNDS; round++) {
    measured.empty.upkeep.push(await timeUpkeep(empty))
    measured.full.upkeep.push(await timeUpkeep(full))
  }
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, side] of [
      ['empty', empty],
      ['full', full],
    ] as const) {
      const taken = await measureSide(side)
      if (round === 0) continue
      for (const key of Object.keys(taken) as (keyof Requested)[]) measured[name][key].push(...taken[key])
    }
  return (Object.keys(measured.full) as (keyof Measures)[]).map(name => {
    const [emptyMs, fullMs] = [findMiddle(measured.empty[name]), findMiddle(measured.full[name])]
    const ratio = fullMs / emptyMs
    return {
      claim: `${name} with ${what}`,
      ratio,
      goal: `at most ${MOST} × the time on an empty database`,
      ok: ratio <= MOST,
      figures: { 'empty ms': emptyMs, 'full ms': fullMs },
    }
  })
}

const newMeasures = (): Measures => ({
  '/options': [],
  '/authorize': [],
  status: [],
  upkeep: [],
  '/metrics': [],
})

const findMiddle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** In milliseconds of the server for one request, whatever the number of connections. */
async function measureSide({ stage, server, stock }: Side): Promise<Requested> {
  const perRequest = (result: LoadResult): number[] => [1000 / getMedian([result]).requestsPerSecond]
  return {
    '/options': perRequest(await quoteFor(stage, server)),
    '/authorize': perRequest(await authorizeFor(stage, server, stock)),
    status: perRequest(await readFor(stage, server)),
    '/metrics': await scrape(server),
  }
}

async function quoteFor(stage: PurchaseStage, server: ServerProcess): Promise<LoadResult> {
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const requests: Buffer[] = []
  for (let count = 0; count < PREPARED; count++)
    requests.push(writeRequest('/options', { apiKey: stage.key, ...(await people.next()).value, ...OPTIONS }))
  return measure(server, () => requests.pop())
}

const timeUpkeep = ({ stage, server }: Side): Promise<number> => time(() => moveClock(stage, server, 'PT1H'))

/** Until the chores of what was made for the benchmark are done. */
async function settle(side: Side): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    // One that has more to do than a request may take is refused, and goes on.
    const taken = await timeUpkeep(side).catch(() => Number.POSITIVE_INFINITY)
    if (taken <= SETTLED_MS) return
  }
  throw new Error(`after ${SETTLE_ROUNDS} hours the chores are not done yet`)
}

/** Everything that falls due until then is done when it answers. */
export async function moveClock(stage: PurchaseStage, server: ServerProcess, advance: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: stage.key, advance }),
    signal: AbortSignal.timeout(300_000),
  })
  if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`)
}

async function scrape(server: ServerProcess): Promise<number[]> {
  const taken: number[] = []
  for (let count = 0; count < SCRAPES; count++)
    taken.push(
      await time(async () => {
        const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
        if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
        await response.text()
      }),
    )
  return taken
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
