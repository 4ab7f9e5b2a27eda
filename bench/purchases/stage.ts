import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type App, createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { SECRET_SCOPES } from '../../src/contract/scopes.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { DEMONSTRATION_RETAILERS } from '../../src/sandbox/demonstration-retailers.ts'
import { seedDemonstration } from '../../src/sandbox/seed-demonstration.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { type ServerProcess, startServer } from '../http/server-process.ts'
import type { RunSql } from './purchase-rows.ts'

export interface PurchaseStage {
  readonly folder: string
  readonly key: string
  readonly retailerId: string
  readonly connection: ClientConfig
  /** Runs as the owner of all tables, without time-outs: for the set-up of the benchmark. */
  readonly run: RunSql
  /** The program's own operations on this database, for rows that only it can write. */
  withApp<Result>(work: (app: App) => Promise<Result>): Promise<Result>
  /** Without its background jobs, which run in another process when speed is measured, unless the variables say so. */
  startOurs(variables?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** A second one on the same database server; close it before this one. */
  openSecond(): Promise<PurchaseStage>
  close(): Promise<void>
}

const DATA_DIR = join(import.meta.dirname, '..', '..', '.bench-data')
const DATABASE = 'bench_purchases'

/** Uses a new database each time: purchases cannot be deleted, and those of an earlier run must not be there. */
export async function openPurchaseStage(): Promise<PurchaseStage> {
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: () => {} })
  const stage = await openStage(embedded, DATABASE)
  return {
    ...stage,
    async close() {
      await stage.close()
      await embedded.stop()
    },
  }
}

async function openStage(embedded: EmbeddedPostgres, name: string): Promise<PurchaseStage> {
  const connection = { ...embedded.connection, database: name }
  const asAdministrator = async (...texts: string[]): Promise<void> => {
    const client = new Client(embedded.administrator)
    await client.connect()
    for (const text of texts) await client.query(text)
    await client.end()
  }
  await asAdministrator(
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} OWNER ${connection.user}`,
  )
  await migrate({ connection })
  const client = new Client(connection)
  await client.connect()
  const env = { DATA_DIR, DATABASE_URL: writeUrl(connection), ROLE: 'api' }
  const withApp: PurchaseStage['withApp'] = work => useApp(connection, env, work)
  const { key, retailerId } = await withApp(issueKey)
  return {
    folder: DATA_DIR,
    key,
    retailerId,
    connection,
    withApp,
    run: async (text, values = []) => (await client.query(text, [...values])).rows,
    startOurs: variables =>
      startServer('ours', join(import.meta.dirname, '..', '..', 'src', 'main.ts'), { ...env, ...variables }),
    openSecond: () => openStage(embedded, `${name}_second`),
    async close() {
      await client.end()
      await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function useApp<Result>(
  connection: ClientConfig,
  env: Readonly<Record<string, string>>,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ connection, poolSize: 2, applicationName: 'bench', onError: () => {} })
  const app = createApp({ config: parseConfig(env), database })
  try {
    return await work(app)
  } finally {
    await app.close()
    await database.close()
  }
}

async function issueKey(app: App) {
  await seedDemonstration(app)
  const retailerId = DEMONSTRATION_RETAILERS[0]?.id ?? ''
  const { key } = await app.retailers.issueKey({
    retailerId,
    kind: 'secret',
    rateLimitPerSecond: 1_000_000,
    scopes: SECRET_SCOPES,
  })
  return { key, retailerId }
}

export function writeUrl({ user, password, port, host, database }: ClientConfig): string {
  const account = `${user}:${encodeURIComponent(String(password))}`
  return `postgresql://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
}
