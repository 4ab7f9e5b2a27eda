import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { processStartMark } from '../../src/platform/embedded-postgres/process-lock.ts'
import { migrate } from '../../src/schema/migrate.ts'

export interface TestDatabase {
  readonly database: Database
  readonly connection: ClientConfig
  close(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const migrationsFolder = join(root, 'src', 'schema', 'migrations')
const templateLock = 4_072_032
const CONNECT_MS = 60_000
export const TEST_SERVER_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  // Every sign-in of a test would compute 4,096 hashes on both sides; these passwords are random and never leave here.
  scram_iterations: '1',
}
/** Where the test command tells its processes which server it keeps open. */
const KEPT_OPEN = 'TEST_SERVER'

/**
 * A server shared by all test files of this checkout: the test command keeps it open, and a file run by hand starts and
 * stops it itself. It runs without fsync, which makes it fast.
 */
export async function startTestServer(): Promise<EmbeddedPostgres> {
  const kept = process.env[KEPT_OPEN]
  if (kept === undefined) return startOwnServer()
  const { connection, administrator } = JSON.parse(kept) as EmbeddedPostgres
  return { connection, administrator, stop: async () => {} }
}

/** For the test command, which stops it after all files. */
export async function keepTestServerOpen(): Promise<EmbeddedPostgres> {
  const server = await startOwnServer()
  const { connection, administrator } = server
  await dropLeftovers(server)
  await asAdministrator(server, async client => {
    for (const { user, password } of [connection, administrator])
      await client.query(
        `ALTER ROLE ${client.escapeIdentifier(String(user))} PASSWORD ${client.escapeLiteral(String(password))}`,
      )
  })
  process.env[KEPT_OPEN] = JSON.stringify({ connection, administrator })
  return server
}

function startOwnServer(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(root, '.test-data'),
    log: () => {},
    settings: TEST_SERVER_SETTINGS,
  })
}

/** Made or found by the first test file of this process. */
let template: string | undefined

/** A fresh database with the whole schema, for one test file; `close` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await startTestServer()
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdministrator(server, async client => {
    template ??= await getTemplate(client, server)
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${server.connection.user} STRATEGY file_copy`,
    )
  })
  const connection = { ...server.connection, database: name }
  const database = openDatabase({
    connection,
    poolSize: 10,
    applicationName: 'crediario-test',
    onError: () => {},
  })
  await askUntilConnected(() => database.ping())
  return {
    database,
    connection,
    async close() {
      await database.close()
      await asAdministrator(server, client => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
      await server.stop()
    },
  }
}

/** On a busy machine a connection may time out: statements that only prepare a test are retried. */
export async function askUntilConnected<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + CONNECT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error
    }
  }
}

/** Drops databases that killed test runs left behind, and templates of older migrations. */
async function dropLeftovers(server: EmbeddedPostgres): Promise<void> {
  await asAdministrator(server, async client => {
    const found = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname ~ '^(test|template)_' AND datname <> $1`,
      [nameTemplate()],
    )
    const isLeftOver = (name: string) => processStartMark(Number(name.split('_')[1])) === undefined
    for (const { name } of found.rows) {
      if (isLeftOver(name)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
    const roles = await client.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^test_'`,
    )
    for (const { name } of roles.rows) if (isLeftOver(name)) await client.query(`DROP ROLE IF EXISTS ${name}`)
  })
}

/** One template database per state of the migrations, made by the first test file that needs it. */
async function getTemplate(client: Client, server: EmbeddedPostgres): Promise<string> {
  const template = nameTemplate()
  await client.query('SELECT pg_advisory_lock($1)', [templateLock])
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn', [
    template,
  ])
  if (found.rowCount === 0) {
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${template} OWNER ${server.connection.user}`)
    await migrate({ connection: { ...server.connection, database: template } })
    // PostgreSQL copies a database only while it has no connections.
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  }
  await client.query('SELECT pg_advisory_unlock($1)', [templateLock])
  return template
}

function nameTemplate(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsFolder).sort()) {
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  }
  return `template_${hash.digest('hex').slice(0, 16)}`
}

async function asAdministrator<T>(
  server: EmbeddedPostgres,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(server.administrator)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** As DATABASE_URL names it; the server listens on a socket in a folder. */
export function writeDatabaseUrl({ user, password, host, port, database }: ClientConfig): string {
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}`
  const place = `host=${encodeURIComponent(String(host))}&port=${port}`
  return `postgres://${login}@localhost/${database}?${place}`
}
