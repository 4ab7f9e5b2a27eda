import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../../src/platform/embedded-postgres/postmaster.ts'
import { listChangedAnswers, listLosses, verifyLedgerByCommand, waitForCancellations } from './final-state.ts'
import { findFreePort, startMain } from './main-process.ts'
import { createCaller } from './persistent-caller.ts'
import { createRandom, type SeededRandom } from './seeded-random.ts'
import { type AcknowledgedOrder, askForQuote, type Quote, shop } from './shopper.ts'
import { watchSnapshots } from './snapshot-watch.ts'

export interface ChaosPlan {
  readonly kills: number
  readonly seed: number
  /** From the first answer of a process to its kill. */
  readonly longestLifeMs?: number
  /** No more kills after this time: a slow machine does fewer. */
  readonly longestMs?: number
  /** How much longer it may live while no request is answered: a kill then would interrupt nothing. */
  readonly patienceMs?: number
  readonly log: (line: string) => void
}

export interface ChaosReport {
  readonly defects: readonly string[]
  readonly kills: number
  readonly databaseKills: number
  readonly orders: number
  /** Requests that lost their process before the answer came. */
  readonly cutRequests: number
  readonly snapshots: number
  readonly ledger: string
}

interface Deployment {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly ports: readonly number[]
  readonly embedded: EmbeddedPostgres
  readonly stock: Quote[]
}

/** Two, so that one serves while the other starts, and takes over what a dead one held. */
const PROGRAMS = 2
const SHOPPERS = 10
const SHORTEST_LIFE_MS = 200
const LONGEST_LIFE_MS = 1_500
/** The database is killed too with this share of the program's kills. */
const DATABASE_KILLS = 0.15
const QUOTES_PER_KILL = 6
const LONGEST_START_MS = 1_500
const LAST_STARTS = 5
const ANSWERS_PER_LIFE = 8
const CONNECT_MS = 60_000

/** Kills the real program under load again and again; every invariant must hold during the run and after it. */
export async function killUnderLoad(plan: ChaosPlan): Promise<ChaosReport> {
  const { kills, seed, log } = plan
  log(`seed ${seed}: ${kills} kills`)
  const random = createRandom(seed)
  const defects: string[] = []
  const field = await prepareDeployment(kills * QUOTES_PER_KILL, random.derive(1), defects)
  const orders: AcknowledgedOrder[] = []
  const watch = watchSnapshots(field.embedded.connection)
  let client: Client | undefined
  try {
    const callers = Array.from({ length: SHOPPERS }, (_, index) =>
      createCaller(field.ports, random.derive(100 + index)),
    )
    const countAnswers = (): number => callers.reduce((sum, { answeredCount }) => sum + answeredCount, 0)
    const killing = startKilling(field, random.derive(0), { ...plan, countAnswers }, defects)
    const shopping = callers.map((caller, index) =>
      shop(
        {
          caller,
          random: random.derive(200 + index),
          name: `shopper-${index}`,
          stock: field.stock,
          orders,
          defects,
        },
        () => killing.isOver,
      ),
    )
    await Promise.all([killing.done, ...shopping])
    log(`${orders.length} orders`)
    client = await connectPatiently(field.embedded.connection)
    defects.push(...(await waitForCancellations(client)))
    await watch.stop()
    defects.push(...watch.violations, ...(await listLosses(client, orders)))
    const [caller] = callers
    if (caller !== undefined) defects.push(...(await listChangedAnswers(caller, orders)))
    await killing.stopPrograms()
    const ledger = await verifyLedgerByCommand(field.env)
    return {
      defects,
      kills: killing.killed,
      databaseKills: killing.databaseKills,
      orders: orders.length,
      cutRequests: callers.reduce((sum, { cutCount }) => sum + cutCount, 0),
      snapshots: watch.snapshotCount,
      ledger,
    }
  } finally {
    await client?.end().catch(() => {})
    await field.embedded.stop()
    await rm(field.dataDir, { recursive: true, force: true })
  }
}

async function prepareDeployment(
  quotes: number,
  random: SeededRandom,
  defects: string[],
): Promise<Deployment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-chaos-'))
  const ports = await Promise.all(Array.from({ length: PROGRAMS }, findFreePort))
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    // Links must not depend on which process answered.
    PUBLIC_URL: 'http://127.0.0.1:1',
    // Starts take most of a run's time: the compile cache is shared by all processes.
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  }
  const first = startMain(ports[0] ?? 0, env)
  await first.ready
  const stock = await stockUp(quotes, { caller: createCaller(ports.slice(0, 1), random), random, defects })
  // Holds the server open: the exit of the last program must not stop it while the checks read from it.
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await first.end('SIGTERM')
  return { dataDir, env, ports, embedded, stock }
}

async function stockUp(count: number, asker: Parameters<typeof askForQuote>[0]): Promise<Quote[]> {
  const stock: Quote[] = []
  const askOn = async (): Promise<void> => {
    while (stock.length < count) {
      const quote = await askForQuote(asker)
      if (quote !== undefined) stock.push(quote)
    }
  }
  await Promise.all(Array.from({ length: 8 }, askOn))
  return stock
}

/** The last kill may have hit the database, which then takes a moment to recover. */
async function connectPatiently(connection: ClientConfig): Promise<Client> {
  const deadline = Date.now() + CONNECT_MS
  for (;;) {
    const client = new Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(200)
    }
  }
}

function startKilling(
  field: Deployment,
  random: SeededRandom,
  plan: ChaosPlan & { readonly countAnswers: () => number },
  defects: string[],
) {
  const { longestLifeMs = LONGEST_LIFE_MS, patienceMs = 0, log, countAnswers } = plan
  const endsAt = Date.now() + (plan.longestMs ?? Number.POSITIVE_INFINITY)
  const state = { killed: 0, databaseKills: 0, isOver: false }
  const programs = new Map<number, ReturnType<typeof startMain>>()

  const isEnough = (): boolean => state.killed >= plan.kills || Date.now() > endsAt

  async function live(port: number): Promise<void> {
    while (!isEnough()) {
      const { databaseKills } = state
      const program = startMain(port, field.env)
      programs.set(port, program)
      // Some are killed before they serve: a start must survive that too.
      if (random.chance(0.15)) await delay(random.below(LONGEST_START_MS))
      else {
        await program.ready
        const wanted = countAnswers() + ANSWERS_PER_LIFE
        await delay(SHORTEST_LIFE_MS + random.below(longestLifeMs - SHORTEST_LIFE_MS))
        const deadline = Date.now() + patienceMs
        while (countAnswers() < wanted && Date.now() < deadline && !program.isGone) await delay(50)
      }
      if (program.isGone) {
        // A start that loses its database may fail; the supervisor starts the program again.
        if (state.databaseKills > databaseKills) continue
        defects.push(`the program ended by itself: ${program.recentOutput}`)
      }
      if (isEnough()) break
      state.killed += 1
      if (Math.floor(state.killed * DATABASE_KILLS) > state.databaseKills) killDatabase()
      await program.end('SIGKILL')
      if (state.killed % 10 === 0) log(`${state.killed} killed`)
    }
    await keepOne(port)
  }

  /** Stops the kills; a process that still fails because of the last one is started again. */
  async function keepOne(port: number): Promise<void> {
    for (let starts = 0; starts < LAST_STARTS; starts++) {
      const known = programs.get(port)
      const program = known === undefined || known.isGone ? startMain(port, field.env) : known
      programs.set(port, program)
      await program.ready
      if (!program.isGone) return
    }
    defects.push(`the program no longer starts: ${programs.get(port)?.recentOutput}`)
  }

  function killDatabase(): void {
    const server = findPostmaster(join(field.dataDir, 'postgres'))
    if (server === undefined) return
    state.databaseKills += 1
    process.kill(server.pid, 'SIGKILL')
  }

  const done = Promise.all(field.ports.map(live)).then(() => {
    state.isOver = true
  })
  return {
    done,
    get isOver() {
      return state.isOver
    },
    get killed() {
      return state.killed
    },
    get databaseKills() {
      return state.databaseKills
    },
    async stopPrograms() {
      await Promise.all([...programs.values()].map(program => program.end('SIGTERM')))
    },
  }
}
