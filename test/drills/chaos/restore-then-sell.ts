import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type HandedOut, listSharedIds } from './checkers.ts'
import { FILE_NUMBER, openFileRetailer } from './file-retailer.ts'
import { listChangedAnswers, listLosses, verifyLedgerByCommand, waitForCancellations } from './final-state.ts'
import { findFreePort, type MainProcess, startMain } from './main-process.ts'
import { createCaller } from './persistent-caller.ts'
import { runCommand } from './run-command.ts'
import { createRandom, type SeededRandom } from './seeded-random.ts'
import { type AcknowledgedOrder, shop } from './shopper.ts'
import { watchSnapshots } from './snapshot-watch.ts'

/** A database server that goes back to an earlier state. */
export interface RestorableServer {
  readonly connection: ClientConfig
  /** For the programs that use it. */
  readonly env: Readonly<Record<string, string>>
  /** Copies the running server. */
  backUp(): Promise<void>
  /** What is committed by now survives. Without it, a restore leads to the end of the backup. */
  mark?(): Promise<void>
  /** Stops the server, puts the earlier state in its place and starts it. */
  restore(): Promise<void>
  stop(): Promise<void>
}

export interface RestorePlan {
  /** Starts a server; what has to outlive a restore lies in the folder, beside its data. */
  readonly startServer: (dataDir: string) => Promise<RestorableServer>
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
  readonly fileNumbers: number
  readonly snapshots: number
  readonly ledger: string
}

const PROGRAMS = 2
const SHOPPERS = 6
/** With their billets more than the our-numbers that both programs hold in reserve. */
const LEAST_ORDERS = 40
const LONGEST_PHASE_MS = 150_000
const OUR_NUMBER = 'our-number'
const OPERATOR = ['--as', 'Restore Drill']

/**
 * A base backup is taken while shoppers buy, more is sold, and then the backup becomes the database. Nothing from before
 * the backup may be lost, and no our-number that any customer holds, nor the number of a file that a bank holds, may be
 * given out again.
 */
export async function restoreThenSell(plan: RestorePlan): Promise<RestoreReport> {
  const { startServer, rounds, seconds, seed, log } = plan
  log(`seed ${seed}: ${rounds} restores`)
  const random = createRandom(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-restore-'))
  const ports = await Promise.all(Array.from({ length: PROGRAMS }, findFreePort))
  const server = await startServer(dataDir)
  const env = {
    ...server.env,
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    PUBLIC_URL: 'http://127.0.0.1:1',
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  }
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
    const watch = watchSnapshots(server.connection)
    const fileRetailer = await openFileRetailer(env, dataDir)
    const exportFile = async (name: string): Promise<void> => {
      const file = await fileRetailer.sellAndExport(createCaller(ports, random.derive(2)), name)
      log(`${name}: file ${file.id}`)
      handedOut.push(file)
    }
    for (let round = 1; round <= rounds; round++) {
      await sellForAWhile(`kept-${round}`, kept)
      await exportFile(`file-kept-${round}`)
      const noted = /head (\S+)/.exec(await runCommand(env, 'ledger', 'seal'))?.[1] ?? ''
      let isCopied = false
      const copying = server.backUp().finally(() => {
        isCopied = true
      })
      // Some of these are in the backup and some are not: they are judged by their numbers only.
      await Promise.all([copying, sell(`meanwhile-${round}`, [], () => isCopied)])
      if (server.mark !== undefined) {
        await sellForAWhile(`marked-${round}`, kept)
        await server.mark()
      }
      await sellForAWhile(`newer-${round}`)
      await exportFile(`file-newer-${round}`)
      // A head that the backup does not know: it must be accepted, too.
      await runCommand(env, 'ledger', 'seal')
      const given = await listOurNumbers(server)
      handedOut.push(...given)
      await Promise.all(programs.map(program => program.end('SIGKILL')))
      await server.restore()
      const known = new Set((await listOurNumbers(server)).map(({ owner }) => owner))
      const forgotten = given.filter(({ owner }) => !known.has(owner)).length
      figures.forgottenBillets += forgotten
      if (await isStartRefused(ports[0] ?? 0, env)) figures.refusedStarts += 1
      const accepted = [
        await runCommand(env, 'database', 'after-restore', ...OPERATOR),
        await runCommand(env, 'heads', 'accept', ...OPERATOR),
      ]
      // Rejects unless the backup holds what was signed before it.
      await runCommand(env, 'ledger', 'verify', '--head', noted)
      log(`restore ${round}: ${forgotten} billets forgotten; ${accepted.join('; ').replaceAll('\n', ', ')}`)
      programs = await startPrograms(ports, env)
    }
    await sellForAWhile('last', kept)
    await exportFile('file-last')
    handedOut.push(...(await listOurNumbers(server)))
    client = new Client(server.connection)
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
      ourNumbers: countIds(handedOut, OUR_NUMBER),
      fileNumbers: countIds(handedOut, FILE_NUMBER),
      snapshots: watch.snapshotCount,
      ledger: await verifyLedgerByCommand(env),
    }
  } finally {
    await client?.end().catch(() => {})
    await Promise.all(programs.map(program => program.end('SIGKILL')))
    await server.stop()
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

async function listOurNumbers({ connection }: RestorableServer): Promise<HandedOut[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; owner: string }>(
      'SELECT our_number::text AS id, id AS owner FROM billets',
    )
    return rows.map(row => ({ kind: OUR_NUMBER, ...row }))
  } finally {
    await client.end()
  }
}

function countIds(handedOut: readonly HandedOut[], kind: string): number {
  return new Set(handedOut.filter(each => each.kind === kind).map(({ id }) => id)).size
}

async function isStartRefused(port: number, env: Readonly<Record<string, string>>): Promise<boolean> {
  const program = startMain(port, env)
  await program.ready
  const isRefused = program.isGone && program.recentOutput.includes('database after-restore')
  await program.end('SIGTERM')
  return isRefused
}
