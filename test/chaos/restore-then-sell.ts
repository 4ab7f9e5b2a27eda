import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { putBack, takeBaseBackup } from './base-backup.ts'
import { type HandedOut, listSharedIds } from './checkers.ts'
import { listChangedAnswers, listLosses, verifyLedgerByCommand, waitForCancellations } from './final-state.ts'
import { findFreePort, type MainProcess, ROOT, startMain } from './main-process.ts'
import { createCaller } from './persistent-caller.ts'
import { createRandom, type SeededRandom } from './seeded-random.ts'
import { type AcknowledgedOrder, shop } from './shopper.ts'
import { watchSnapshots } from './snapshot-watch.ts'

export interface RestorePlan {
  /** How often the database goes back to a backup. */
  readonly rounds: number
  /** Of selling, before the backup, after it, and after the last restore. */
  readonly seconds: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface RestoreReport {
  readonly defects: readonly string[]
  readonly rounds: number
  /** Starts that were refused because the database had forgotten numbers. */
  readonly refusedStarts: number
  /** Orders that a restored database must still have. */
  readonly kept: number
  /** Billets that customers hold and no restored database knows. */
  readonly forgottenBillets: number
  readonly ourNumbers: number
  readonly snapshots: number
  readonly ledger: string
}

const run = promisify(execFile)
const PROGRAMS = 2
const SHOPPERS = 6
/** With their billets more than the our-numbers that both programs hold in reserve. */
const LEAST_ORDERS = 40
const LONGEST_PHASE_MS = 150_000
const STOP_MS = 30_000
const COMMAND_MS = 60_000
const OPERATOR = ['--as', 'Restore Drill']
/** The embedded server has no replicas; a backup of a running server needs the log that they would. */
const SETTINGS = { wal_level: 'replica' }

/**
 * A base backup is taken while shoppers buy, more is sold, and then the backup becomes the database. Nothing from before
 * the backup may be lost, and no our-number that any customer holds may be given out again.
 */
export async function restoreThenSell({ rounds, seconds, seed, log }: RestorePlan): Promise<RestoreReport> {
  log(`seed ${seed}: ${rounds} restores`)
  const random = createRandom(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-restore-'))
  const cluster = join(dataDir, 'postgres')
  const backup = join(dataDir, 'backup')
  const ports = await Promise.all(Array.from({ length: PROGRAMS }, findFreePort))
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    PUBLIC_URL: 'http://127.0.0.1:1',
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  }
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  let embedded = await start()
  let programs: MainProcess[] = []
  let client: Client | undefined
  const defects: string[] = []
  const kept: AcknowledgedOrder[] = []
  const handedOut: HandedOut[] = []
  const figures = { refusedStarts: 0, forgottenBillets: 0 }
  const sell = (name: string, orders: AcknowledgedOrder[], isOver: () => boolean): Promise<void> => {
    const own = random.derive(handedOut.length + kept.length + name.length)
    return sellUntil(isOver, { ports, random: own, name, orders, defects })
  }
  const sellForAWhile = (name: string, orders: AcknowledgedOrder[] = []): Promise<void> => {
    const startedAt = Date.now()
    const before = orders.length
    const passedMs = (): number => Date.now() - startedAt
    // A busy machine takes longer for the purchases without which a round proves nothing.
    return sell(name, orders, () => {
      const isEnough = orders.length - before >= LEAST_ORDERS
      return passedMs() > (isEnough ? seconds * 1000 : LONGEST_PHASE_MS)
    })
  }
  try {
    programs = await startPrograms(ports, env)
    const watch = watchSnapshots(embedded.connection)
    for (let round = 1; round <= rounds; round++) {
      await sellForAWhile(`kept-${round}`, kept)
      let isCopied = false
      const copying = takeBaseBackup(embedded.administrator, cluster, backup).finally(() => {
        isCopied = true
      })
      // Some of these are in the backup and some are not: they are judged by their numbers only.
      await Promise.all([copying, sell(`meanwhile-${round}`, [], () => isCopied)])
      await sellForAWhile(`newer-${round}`)
      // A head that the backup does not know: it must be accepted, too.
      await command(env, 'ledger', 'seal')
      const given = await listOurNumbers(embedded)
      handedOut.push(...given)
      await Promise.all(programs.map(program => program.end('SIGKILL')))
      await stopServer(embedded, cluster)
      await putBack(backup, cluster)
      embedded = await start()
      const known = new Set((await listOurNumbers(embedded)).map(({ owner }) => owner))
      const forgotten = given.filter(({ owner }) => !known.has(owner)).length
      figures.forgottenBillets += forgotten
      if (await isStartRefused(ports[0] ?? 0, env)) figures.refusedStarts += 1
      const accepted = [
        await command(env, 'database', 'after-restore', ...OPERATOR),
        await command(env, 'heads', 'accept', ...OPERATOR),
      ]
      log(`restore ${round}: ${forgotten} billets forgotten; ${accepted.join('; ')}`)
      programs = await startPrograms(ports, env)
    }
    await sellForAWhile('last', kept)
    handedOut.push(...(await listOurNumbers(embedded)))
    client = new Client(embedded.connection)
    client.on('error', () => {})
    await client.connect()
    defects.push(...(await waitForCancellations(client)))
    await watch.stop()
    const caller = createCaller(ports, random.derive(1))
    defects.push(
      ...watch.violations,
      ...(await listLosses(client, kept)),
      ...(await listChangedAnswers(caller, kept)),
      ...listSharedIds(handedOut),
    )
    await Promise.all(programs.map(program => program.end('SIGTERM')))
    return {
      defects,
      rounds,
      ...figures,
      kept: kept.length,
      ourNumbers: new Set(handedOut.map(({ id }) => id)).size,
      snapshots: watch.snapshotCount,
      ledger: await verifyLedgerByCommand(env),
    }
  } finally {
    await client?.end().catch(() => {})
    await Promise.all(programs.map(program => program.end('SIGKILL')))
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startPrograms(
  ports: readonly number[],
  env: Readonly<Record<string, string>>,
): Promise<MainProcess[]> {
  const programs: MainProcess[] = []
  // One after the other: the first one migrates.
  for (const port of ports) {
    const program = startMain(port, env)
    await program.ready
    if (program.isGone) throw new Error(`the program does not start: ${program.recentOutput}`)
    programs.push(program)
  }
  return programs
}

async function sellUntil(
  isOver: () => boolean,
  selling: {
    readonly ports: readonly number[]
    readonly random: SeededRandom
    readonly name: string
    readonly orders: AcknowledgedOrder[]
    readonly defects: string[]
  },
): Promise<void> {
  const { ports, random, name, orders, defects } = selling
  await Promise.all(
    Array.from({ length: SHOPPERS }, (_, index) =>
      shop(
        {
          caller: createCaller(ports, random.derive(100 + index)),
          random: random.derive(200 + index),
          name: `${name}-${index}`,
          stock: [],
          orders,
          defects,
        },
        isOver,
      ),
    ),
  )
}

async function listOurNumbers({ connection }: EmbeddedPostgres): Promise<HandedOut[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; owner: string }>(
      'SELECT our_number::text AS id, id AS owner FROM billets',
    )
    return rows.map(row => ({ kind: 'our-number', ...row }))
  } finally {
    await client.end()
  }
}

async function stopServer(embedded: EmbeddedPostgres, cluster: string): Promise<void> {
  await embedded.stop()
  const deadline = Date.now() + STOP_MS
  // A connection of a killed program may have kept it from being stopped.
  while (findPostmaster(cluster) !== undefined) {
    if (Date.now() > deadline) throw new Error('the database server does not stop')
    const server = findPostmaster(cluster)
    if (server !== undefined && !server.stopping) process.kill(server.pid, 'SIGINT')
    await delay(200)
  }
}

async function isStartRefused(port: number, env: Readonly<Record<string, string>>): Promise<boolean> {
  const program = startMain(port, env)
  await program.ready
  const isRefused = program.isGone && program.recentOutput.includes('database after-restore')
  await program.end('SIGTERM')
  return isRefused
}

async function command(env: Readonly<Record<string, string>>, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'src', 'cli.ts'), ...words], {
    env: { ...process.env, ...env },
    timeout: COMMAND_MS,
  })
  return stdout.trim().replaceAll('\n', ', ')
}
