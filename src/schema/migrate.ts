import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { StartError } from '../kernel/faults.ts'
import type { Queryable } from '../platform/db/database.ts'
import { sqlStateOf } from '../platform/db/database-errors.ts'
import { connectClient } from '../platform/db/database-servers.ts'
import { grantToOtherRoles } from './role-rights.ts'

export interface MigrateOptions {
  readonly connection: ClientConfig
  readonly folder?: string
  /** Grants rights to the program's other roles, even when no migration is pending. */
  readonly grantsToOtherRoles?: boolean
  readonly log?: (message: string, progress: MigrationProgress) => void
  /** Where the database is kept, for a sentence to its operator. */
  readonly place?: string | undefined
}

interface MigrationProgress {
  readonly count: number
  readonly total: number
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  readonly breaking: boolean
  /** Runs statement by statement outside a transaction: for indexes on large tables, built without blocking writes. */
  readonly isConcurrent: boolean
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly breaking: boolean
}

const ownFolder = join(import.meta.dirname, 'migrations')
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/
const breakingMark = /^-- breaking\b/
const concurrentMark = /^-- concurrent\b/

// Any number will do, as long as every program uses the same one.
const advisoryLock = 4_072_031
const lockWaitMs = 120_000
const connectionTimeoutMs = 5_000
const lockTimeoutMs = 5_000
/** A concurrent index build blocks no other statement, so it may wait long: for transactions that began before it. */
const concurrentLockTimeoutMs = 600_000
const concurrentStatementTimeoutMs = 6 * 3_600_000

const listApplied = 'SELECT number, name, checksum, breaking FROM schema_migrations ORDER BY number'

const createTable = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    breaking boolean NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`

const insertApplied =
  'INSERT INTO schema_migrations (number, name, checksum, breaking) VALUES ($1, $2, $3, $4)'

/** Migrates the schema to this program's version; programs that start together do it one at a time. */
export async function migrate({
  connection,
  folder,
  grantsToOtherRoles,
  log,
  place,
}: MigrateOptions): Promise<void> {
  const known = await rememberMigrations(folder ?? ownFolder)
  const client = await connectClient(connection, { connectionTimeoutMillis: connectionTimeoutMs }).catch(
    (cause: unknown) => {
      throw new StartError(`The database cannot be reached: ${reasonOf(cause)}`, { cause })
    },
  )
  try {
    const applied = await readApplied(client)
    requireRelease(known, applied, place)
    const pending = listPending(known, applied)
    if (pending.length === 0 && !grantsToOtherRoles) return
    await checkOwnership(client, pending)
    await lockMigrations(client)
    await client.query(createTable)
    // Another program may have applied some of them while this one waited for the lock.
    const left = listPending(known, await readApplied(client))
    for (const [at, migration] of left.entries()) {
      await (migration.isConcurrent ? applyConcurrently : apply)(client, migration)
      log?.(`Applied migration ${migration.name}`, { count: at + 1, total: left.length })
    }
    if (grantsToOtherRoles) await grantToOtherRoles(client)
  } finally {
    await client.end()
  }
}

/** True when every migration of this program is applied, and none that breaks it. */
export async function schemaIsCurrent(database: Queryable, folder = ownFolder): Promise<boolean> {
  const [known, applied] = await Promise.all([
    rememberMigrations(folder),
    database.run<AppliedMigration>({ name: 'list_applied_migrations', text: listApplied }, []),
  ])
  try {
    return listPending(known, applied).length === 0
  } catch {
    return false
  }
}

const remembered = new Map<string, Promise<Migration[]>>()

/** Read once: an upgrade may replace the files while this version still runs. */
function rememberMigrations(folder: string): Promise<Migration[]> {
  const loaded = remembered.get(folder) ?? loadMigrations(folder)
  remembered.set(folder, loaded)
  return loaded
}

async function loadMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  // One after another: together they could use up the file descriptors of a small limit.
  for (const file of files) migrations.push(await loadMigration(folder, file))
  const twice = migrations.find((migration, index) => migration.number === migrations[index + 1]?.number)
  if (twice !== undefined) throw new StartError(`Two migrations have the number ${twice.number}`)
  return migrations
}

async function loadMigration(folder: string, file: string): Promise<Migration> {
  const number = Number(fileName.exec(file)?.[1])
  if (Number.isNaN(number))
    throw new StartError(`${file} is not named like a migration: 0001_what_it_does.sql`)
  const text = await readFile(join(folder, file), 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  return {
    number,
    name: file.replace(/\.sql$/, ''),
    text,
    checksum,
    breaking: breakingMark.test(text),
    isConcurrent: concurrentMark.test(text),
  }
}

/** Migrations still to be applied; throws when program and database do not match. */
function listPending(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byNumber = new Map(applied.map(each => [each.number, each]))
  const numbers = new Set(known.map(each => each.number))
  const tooNew = applied.find(each => each.breaking && !numbers.has(each.number))
  if (tooNew !== undefined) {
    throw new StartError(
      `The database was changed by a newer version (migration ${tooNew.name}) in a way that this version does ` +
        'not understand: start the newer version.',
    )
  }
  const changed = known.find(each => (byNumber.get(each.number)?.checksum ?? each.checksum) !== each.checksum)
  if (changed !== undefined) {
    throw new StartError(
      `Migration ${changed.name} differs from what this database was given: restore the file as it was and put ` +
        'the change into a new migration.',
    )
  }
  return known.filter(each => !byNumber.has(each.number))
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const found = await client.query<{ present: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
  )
  if (!found.rows[0]?.present) return []
  try {
    const applied = await client.query<AppliedMigration>(listApplied)
    return applied.rows
  } catch (cause) {
    if (sqlStateOf(cause) !== '42501') throw cause
    throw new StartError(
      'The database role may not read the list of migrations: give it its rights with the SQL of ' +
        '`npm run crediario -- database roles`.',
      { cause },
    )
  }
}

/** Refuses early, rather than leave half a schema owned by the wrong role. */
async function checkOwnership(client: Client, pending: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ role: string; mayMigrate: boolean }>(
    `SELECT current_user AS role, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AND coalesce(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migrations')), true) AS "mayMigrate"`,
  )
  const [standing] = rows
  if (standing?.mayMigrate) return
  const [first] = pending
  const left =
    first === undefined
      ? 'The'
      : `Migrations are not applied yet (${pending.length}, from ${first.name} on), and the`
  throw new StartError(
    `${left} database role ${standing?.role} may not change the schema: run ` +
      '`npm run crediario -- database migrate` with the DATABASE_MIGRATION_URL of a role that may.',
  )
}

/**
 * Refuses, before anything is changed, a database of a version before the first release: its migrations had other names
 * under the same numbers.
 */
function requireRelease(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  place: string | undefined,
): void {
  const names = new Map(known.map(({ number, name }) => [number, name]))
  if (applied.every(({ number, name }) => (names.get(number) ?? name) === name)) return
  const where = place === undefined ? 'The database' : `The database in ${place}`
  const instead =
    place === undefined ? 'name an empty one in DATABASE_URL' : 'move that folder away, or set DATA_DIR'
  throw new StartError(
    `${where} was written by a version before release 1.0.0 and is left as it is: to begin again, ${instead}.`,
  )
}

/** A session lock: it is released with the connection, however the program ends. */
async function lockMigrations(client: Client): Promise<void> {
  const deadline = Date.now() + lockWaitMs
  for (;;) {
    const answer = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      advisoryLock,
    ])
    if (answer.rows[0]?.taken) return
    if (Date.now() > deadline) {
      throw new StartError(
        `Another program has been changing the schema for ${lockWaitMs / 1000} s: look at it first.`,
      )
    }
    await delay(50)
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    // While we wait for a table lock, every other statement on that table queues up behind us.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await client.query(migration.text)
    await recordApplied(client, migration)
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {})
    const advice =
      sqlStateOf(cause) === '55P03' ? ' Its tables are in use: start again at a calmer moment.' : ''
    throw new StartError(
      `Migration ${migration.name} failed and was rolled back: ${reasonOf(cause)}.${advice}`,
      { cause },
    )
  }
}

/**
 * Every statement must be repeatable (IF NOT EXISTS, IF EXISTS): an interrupted migration is not recorded and restarts
 * from its first statement. An interrupted build leaves an invalid index, which counts as existing, so it is dropped
 * first.
 */
async function applyConcurrently(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(`SET lock_timeout = ${concurrentLockTimeoutMs}`)
    await client.query(`SET statement_timeout = ${concurrentStatementTimeoutMs}`)
    for (const statement of splitStatements(migration.text)) {
      await dropInvalidIndex(client, statement)
      await client.query(statement)
    }
    await recordApplied(client, migration)
  } catch (cause) {
    throw new StartError(
      `Migration ${migration.name} did not finish: ${reasonOf(cause)}. What it had finished stays; start again to go on.`,
      { cause },
    )
  } finally {
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => {})
  }
}

/** Statements end with a semicolon at the end of a line. */
function splitStatements(text: string): string[] {
  const withoutComments = text.replace(/^--.*$/gm, '')
  return withoutComments
    .split(/;[ \t]*$/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}

async function dropInvalidIndex(client: Client, statement: string): Promise<void> {
  const name = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+([a-z_0-9]+)/i.exec(
    statement,
  )?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  )
  if (rowCount === 1) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

async function recordApplied(client: Client, migration: Migration): Promise<void> {
  const { number, name, checksum, breaking } = migration
  await client.query(insertApplied, [number, name, checksum, breaking])
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
