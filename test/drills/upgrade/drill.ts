import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client, type ClientConfig } from 'pg'
import { addPurchases, PURCHASE_TABLES, type RunSql } from '../../../bench/purchases/purchase-rows.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../../src/schema/migrate.ts'
import { type ChildService, startChildService } from '../../support/child-service.ts'
import { listChangedAnswers, listLosses, waitForCancellations } from '../chaos/final-state.ts'
import { createCaller } from '../chaos/persistent-caller.ts'
import { createRandom } from '../chaos/seeded-random.ts'
import { askForQuote } from '../chaos/shopper.ts'
import { restoreFromBackup } from './backup.ts'
import { listBroken, noteHeads } from './books.ts'
import { watchLocks } from './lock-watch.ts'
import { moveFiles } from './moved-files.ts'
import { checkOutRelease, MIGRATIONS, runInterfaceTests } from './previous-program.ts'
import { type Selling, startSelling } from './selling.ts'

export interface DrillPlan {
  /** Undefined while there is no earlier one: the committed program then takes its place, and a migration is made up. */
  readonly release: string | undefined
  /** Number of past events, one purchase each. */
  readonly events: number
  /** How long the shoppers buy before, between and after the steps. */
  readonly sellingMs: number
  readonly seed: number
  readonly withTests: boolean
  readonly log: (line: string) => void
}

export interface DrillReport {
  readonly defects: readonly string[]
  readonly figures: Readonly<Record<string, string | number>>
}

/** A migration may delay callers no longer than it may wait for its own lock. */
const LONGEST_LOCK_WAIT_MS = 5_000
const SAMPLE_TRIES = 100

/** The previous program sells; the new schema is applied; both sell; the new one sells alone; a backup is restored. */
export async function drillUpgrade(plan: DrillPlan): Promise<DrillReport> {
  const { log } = plan
  const folder = await mkdtemp(join(tmpdir(), 'crediario-upgrade-'))
  const previousFolder = join(folder, 'previous')
  const dataDir = join(folder, 'data')
  const env = {
    DATA_DIR: dataDir,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    RATE_LIMIT_PER_SECOND: '1000000',
    PUBLIC_URL: 'http://127.0.0.1:1',
  }
  const services: ChildService[] = []
  let embedded: EmbeddedPostgres | undefined
  const start = async (root?: string): Promise<ChildService> => {
    const service = await startChildService(env, root === undefined ? {} : { root })
    services.push(service)
    return service
  }
  try {
    await checkOutRelease(plan.release ?? 'HEAD', previousFolder)
    const previous = await start(previousFolder)
    embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
    await addPast(embedded.connection, previous.port, plan.events)
    log('the previous program sells')
    const ports = [previous.port]
    const selling = startSelling(ports, createRandom(plan.seed), 'shopper')
    await delay(plan.sellingMs)
    const usualAnswerMs = selling.takeLongestAnswerMs()
    const upgrade = await migrateUnderLoad(
      embedded,
      plan.release === undefined ? await addMigration(folder) : undefined,
      log,
    )
    const heldUpAnswerMs = selling.takeLongestAnswerMs()
    log('the previous program sells on the new schema')
    await delay(plan.sellingMs)
    const next = await start()
    ports.push(next.port)
    log('both programs sell')
    await delay(plan.sellingMs)
    ports.shift()
    await previous.end()
    log('this program sells alone, and what the previous one stored becomes files')
    const moved = await moveFiles(env, embedded.connection)
    await delay(plan.sellingMs)
    await selling.stop()
    await removePast(embedded.connection)

    const defects = [
      ...upgrade.defects,
      ...moved.defects,
      ...selling.defects,
      ...(await checkAfterwards(embedded, selling)),
    ]
    const heads = await noteHeads(env)
    await next.end()
    log('backup and restore')
    const restored = await restoreFromBackup({ env, embedded, folder, heads, selling })
    defects.push(...restored.defects)
    for (const service of services) defects.push(...listComplaints(service))
    const tests =
      plan.withTests && plan.release !== undefined ? await runInterfaceTests(previousFolder) : undefined
    return {
      defects: [...defects, ...(tests?.defects ?? [])],
      figures: {
        orders: selling.orders.length,
        ...upgrade.figures,
        ...moved.figures,
        usualAnswerMs,
        heldUpAnswerMs,
        ...restored.figures,
        previousTests: tests?.summary ?? 'not run',
      },
    }
  } finally {
    for (const service of services) await service.end('SIGKILL')
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies one inactive purchase with all its rows. */
async function addPast(connection: ClientConfig, port: number, events: number): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows
  try {
    const sampleId = await authorizeSample(port, run)
    // Marked as registered at the bank: the sealed payer of a copy cannot be opened for a registration.
    await run(
      `UPDATE bank_orders SET state = 'confirmed' WHERE billet_id IN (SELECT id FROM billets WHERE transaction_id = $1)`,
      [sampleId],
    )
    await addPurchases(run, sampleId, events)
  } finally {
    await client.end()
  }
}

/**
 * Copies are made in SQL: their MACs and boxes are those of the sample, so that no check of the books accepts them. They
 * were there for the migrations.
 */
async function removePast(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    // The owner of the tables may do so; the program never does. A foreign key is checked with the right to update.
    await client.query('GRANT UPDATE ON billet_payments TO CURRENT_USER')
    for (const { name, keys } of PURCHASE_TABLES.toReversed()) {
      const column = 'transaction_id' in keys ? 'transaction_id' : 'id'
      await client.query(`GRANT DELETE ON ${name} TO CURRENT_USER; ALTER TABLE ${name} DISABLE TRIGGER USER`)
      await client.query(`DELETE FROM ${name} WHERE ${column} LIKE '00000000%'`)
      await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    }
  } finally {
    await client.end()
  }
}

/** With a down payment, so that each table has one row of it. */
async function authorizeSample(port: number, run: RunSql): Promise<string> {
  const defects: string[] = []
  const random = createRandom(0)
  const caller = createCaller([port], random)
  for (let number = 1; number <= SAMPLE_TRIES && defects.length === 0; number++) {
    const quote = await askForQuote({ caller, random, defects })
    if (quote === undefined) continue
    const { key: apiKey, optionId } = quote
    const { body } = await caller.call('/authorize', { apiKey, optionId, orderId: `sample-${number}` })
    const found = await run('SELECT id FROM transactions WHERE id = $1 AND down_payment_centavos > 0', [
      body.transactionId,
    ])
    if (found.length > 0) return String(body.transactionId)
  }
  throw new Error(`nothing could be bought: ${defects.join(', ')}`)
}

/** This program's migrations and one more, as the next release would have it: the table of most callers gets a column. */
async function addMigration(folder: string): Promise<string> {
  const migrations = join(folder, 'migrations')
  await cp(MIGRATIONS, migrations, { recursive: true })
  await writeFile(
    join(migrations, '9999_next.sql'),
    'ALTER TABLE transactions ADD COLUMN next_release text;\n',
  )
  return migrations
}

async function migrateUnderLoad(
  { connection }: EmbeddedPostgres,
  migrations: string | undefined,
  log: (line: string) => void,
): Promise<DrillReport> {
  const defects: string[] = []
  const durations: Record<string, number> = {}
  const locks = await watchLocks(connection)
  let startedAt = performance.now()
  await migrate({
    connection,
    ...(migrations === undefined ? {} : { folder: migrations }),
    log(line) {
      durations[line.replace('Applied migration ', '')] = Math.round(performance.now() - startedAt)
      startedAt = performance.now()
      log(line)
    },
  }).catch((error: Error) => void defects.push(error.message))
  await locks.stop()
  if (Object.keys(durations).length === 0) defects.push('there was no migration to drill')
  if (locks.longestMs > LONGEST_LOCK_WAIT_MS)
    defects.push(`somebody waited ${locks.longestMs} ms for a table: ${locks.statement}`)
  return {
    defects,
    figures: {
      migrationsMs: JSON.stringify(durations),
      longestLockWaitMs: locks.longestMs,
      longestWaiter: locks.statement,
    },
  }
}

async function checkAfterwards({ connection }: EmbeddedPostgres, selling: Selling): Promise<string[]> {
  const client = new Client(connection)
  await client.connect()
  const found = [
    ...(await waitForCancellations(client)),
    ...(await listLosses(client, selling.orders)),
    ...(await listChangedAnswers(selling.caller, selling.orders)),
    ...(await listBroken(connection)),
  ]
  await client.end()
  return found
}

function listComplaints(service: ChildService): string[] {
  return service
    .printed()
    .split('\n')
    .filter(line => /"level":"(?:error|fatal)"/.test(line))
    .slice(0, 5)
    .map(line => `logged: ${line}`)
}
