import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import {
  listChangedAnswers,
  listLosses,
  verifyLedgerByCommand,
  waitForCancellations,
} from '../chaos/final-state.ts'
import { findFreePort, type MainProcess, startMain } from '../chaos/main-process.ts'
import { createCaller } from '../chaos/persistent-caller.ts'
import { createRandom } from '../chaos/seeded-random.ts'
import { type AcknowledgedOrder, shop } from '../chaos/shopper.ts'
import { watchSnapshots } from '../chaos/snapshot-watch.ts'
import { type Cluster, type Driver, startCluster, waitFor } from './cluster.ts'
import type { Fault } from './faults.ts'
import { type ClusterWatch, type Witness, watchAnswers, watchCluster } from './witness.ts'

export interface DrillPlan {
  readonly driver: Driver
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly log: (line: string) => void
}

export interface FaultFigures {
  readonly fault: string
  /** The longest of both programs. */
  readonly silenceSeconds: number
  /** From the promotion to the first answer; undefined when the primary stayed. */
  readonly servingAfterPromotionSeconds: number | undefined
  /** Until a program whose only address had become read-only said so. */
  readonly notReadySeconds?: number
}

export interface DrillReport {
  readonly defects: readonly string[]
  /** Those of the defects that are acknowledged writes which are gone. */
  readonly losses: readonly string[]
  readonly faults: readonly FaultFigures[]
  readonly orders: number
  readonly cutRequests: number
  readonly mostConnections: number
  readonly snapshots: number
  readonly ledger: string
}

const SHOPPERS = 4
const POOL = 8
const WARM_UP_MS = 8_000
const AFTERWARDS_MS = 10_000
const SERVING_MS = 2_000
const NOT_READY_MS = 3_000
const WAIT_MS = 180_000
/** Of a pool besides its own connections: listening for jobs, integrity figures. */
const SPARE_CONNECTIONS = 6

/** Sells through two programs, one with all nodes in its address and one behind HAProxy, while nodes fail. */
export async function drill({ driver, faults, seed, log }: DrillPlan): Promise<DrillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'crediario-ha-'))
  const defects: string[] = []
  const figures: FaultFigures[] = []
  const orders: AcknowledgedOrder[] = []
  const random = createRandom(seed)
  log(`seed ${seed}: three nodes, Patroni by ${driver}`)
  const cluster = await startCluster(folder, driver)
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-ha-data-'))
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATABASE_POOL_SIZE: String(POOL),
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  }
  const programs: MainProcess[] = []
  const start = async (url: string): Promise<MainProcess> => {
    const program = startMain(await findFreePort(), { ...env, DATABASE_URL: url })
    programs.push(program)
    await program.ready
    if (program.isGone) throw new Error(`the program does not start: ${program.recentOutput}`)
    return program
  }
  try {
    // One after the other: the first one migrates.
    const selling = [await start(cluster.url), await start(cluster.proxyUrl)]
    const ports = selling.map(({ port }) => port)
    const caller = createCaller(ports, random.derive(1))
    const witnesses = ports.map(watchAnswers)
    const watch = watchCluster(cluster)
    const snapshots = watchSnapshots({ connectionString: cluster.proxyUrl, connectionTimeoutMillis: 2_000 })
    let isOver = false
    const shopping = Promise.all(
      Array.from({ length: SHOPPERS }, (_, index) =>
        shop(
          { caller, random: random.derive(200 + index), name: `ha-${index}`, stock: [], orders, defects },
          () => isOver,
        ),
      ),
    )
    await delay(WARM_UP_MS)
    for (const fault of faults) {
      const lone = fault.name === 'switchover' ? await startLone(cluster, start) : undefined
      figures.push(await runFault({ cluster, fault, witnesses, watch, lone, defects, log }))
      await lone?.end('SIGTERM')
    }
    isOver = true
    await shopping
    await Promise.all(witnesses.map(witness => witness.stop()))
    await watch.stop()
    await snapshots.stop()
    const primary = await cluster.waitForPrimary()
    const client = new Client(cluster.urlOf(primary))
    client.on('error', () => {})
    await client.connect()
    const losses: string[] = []
    try {
      defects.push(...(await waitForCancellations(client)), ...snapshots.violations)
      losses.push(...(await listLosses(client, orders)))
      defects.push(...losses, ...(await listChangedAnswers(caller, orders)))
    } finally {
      await client.end()
    }
    const allowed = programs.length * (POOL + SPARE_CONNECTIONS)
    if (watch.mostConnections > allowed)
      defects.push(`${watch.mostConnections} connections, of which ${allowed} are allowed`)
    await Promise.all(selling.map(program => program.end('SIGTERM')))
    // The heads that the programs signed are kept outside the database: they show lost entries too.
    const ledger = await verifyLedgerByCommand({ ...env, DATABASE_URL: cluster.url }).catch(
      (error: unknown) => {
        losses.push(`the books do not verify: ${String(error)}`)
        defects.push(...losses.slice(-1))
        return 'broken'
      },
    )
    return {
      defects,
      losses,
      faults: figures,
      orders: orders.length,
      cutRequests: caller.cutCount,
      mostConnections: watch.mostConnections,
      snapshots: snapshots.snapshotCount,
      ledger,
    }
  } finally {
    await Promise.all(programs.map(program => program.end('SIGKILL')))
    await cluster.stop()
    for (const each of [folder, dataDir]) await rm(each, { recursive: true, force: true })
  }
}

/** A program that knows only the node that leads now. */
async function startLone(
  cluster: Cluster,
  start: (url: string) => Promise<MainProcess>,
): Promise<MainProcess> {
  const primary = await cluster.waitForPrimary()
  return start(`${cluster.urlOf(primary)}?target_session_attrs=read-write`)
}

async function runFault(run: {
  readonly cluster: Cluster
  readonly fault: Fault
  readonly witnesses: readonly Witness[]
  readonly watch: ClusterWatch
  readonly lone: MainProcess | undefined
  readonly defects: string[]
  readonly log: (line: string) => void
}): Promise<FaultFigures> {
  const { cluster, fault, witnesses, watch, lone, defects, log } = run
  await cluster.waitUntilWhole()
  const primary = await cluster.waitForPrimary()
  const struckAt = performance.now()
  const notReady = lone && waitForNotReady(lone.port)
  const fix = await fault.strike(cluster, primary)
  const fixed = fix()
  const hasAnswered = async () =>
    witnesses.every(({ firstAnswerAfter }) => firstAnswerAfter(struckAt + 1_000) !== undefined) || undefined
  await waitFor('answers after the fault', hasAnswered, WAIT_MS)
  await fixed
  await cluster.waitUntilWhole()
  await delay(AFTERWARDS_MS)
  const silenceMs = Math.max(...witnesses.map(({ measureSilence }) => measureSilence(struckAt)))
  const promotedAt = fault.moves ? watch.findPromotion(struckAt) : undefined
  const served =
    promotedAt && witnesses.map(({ firstAnswerAfter }) => firstAnswerAfter(promotedAt) ?? Infinity)
  const servingMs = promotedAt && served && Math.max(...served) - promotedAt
  const notReadyAt = await notReady
  const notReadyMs = notReadyAt && Math.max(1, notReadyAt - (watch.findDemotion(struckAt) ?? struckAt))
  const judge = (what: string, measuredMs: number | undefined, mostMs: number): void => {
    if (measuredMs === undefined || measuredMs > mostMs)
      defects.push(`${fault.name}: ${what} ${toSeconds(measuredMs)} s, at most ${toSeconds(mostMs)}`)
  }
  judge('silent for', silenceMs, fault.silenceMs)
  if (fault.moves) judge('serving after the promotion in', servingMs, SERVING_MS)
  if (lone !== undefined) judge('a read-only address was told after', notReadyMs, NOT_READY_MS)
  const figures = {
    fault: fault.name,
    silenceSeconds: toSeconds(silenceMs) ?? 0,
    servingAfterPromotionSeconds: toSeconds(servingMs),
    ...(notReadyMs === undefined ? {} : { notReadySeconds: toSeconds(notReadyMs) ?? 0 }),
  }
  log(JSON.stringify(figures))
  return figures
}

/** The node that the program knows no longer takes writes: `/ready` has to say so. */
function waitForNotReady(port: number): Promise<number> {
  const ask = async (): Promise<number | undefined> => {
    const response = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status === 503 ? performance.now() : undefined
  }
  return waitFor('/ready with 503', ask, WAIT_MS)
}

const toSeconds = (ms: number | undefined): number | undefined => ms && Math.round(ms / 100) / 10
