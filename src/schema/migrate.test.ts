import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { openTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { StartError } from '../kernel/faults.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate, schemaIsCurrent } from './migrate.ts'

let testDatabase: TestDatabase
let database: Database
let connection: ClientConfig
let folder: string
let count = 0
const folders: string[] = []

before(async () => {
  testDatabase = await openTestDatabase()
})

beforeEach(async () => {
  // A new schema is as good as an empty database: the table of migrations is looked up by search path.
  count += 1
  const schema = `place_${count}`
  await testDatabase.database.run({ name: schema, text: `CREATE SCHEMA ${schema}` }, [])
  await database?.close()
  connection = { ...testDatabase.connection, options: `-c search_path=${schema}` }
  database = openDatabase({ connection, poolSize: 1, applicationName: 'migrate-test', onError: () => {} })
  folder = makeFolder({
    '0001_first.sql': 'CREATE TABLE first (id int);',
    '0002_second.sql': 'CREATE TABLE second (id int);',
  })
})

after(async () => {
  await database.close()
  await testDatabase.close()
  for (const each of folders) rmSync(each, { recursive: true })
})

function makeFolder(files: Record<string, string>): string {
  const made = mkdtempSync(join(tmpdir(), 'crediario-migrations-'))
  folders.push(made)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text)
  return made
}

async function listTables(): Promise<string[]> {
  const text = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1'
  return (await database.run<{ name: string }>({ name: 'tables', text }, [])).map(row => row.name)
}

test('programs that start together apply each migration once', async () => {
  const applied: string[] = []
  const log = (message: string) => applied.push(message)
  await Promise.all(Array.from({ length: 5 }, () => migrate({ connection, folder, log })))
  assert.deepEqual(applied, ['Applied migration 0001_first', 'Applied migration 0002_second'])
  assert.deepEqual(await listTables(), ['first', 'schema_migrations', 'second'])
})

test('the schema is current only when every migration is applied', async () => {
  await migrate({ connection, folder: makeFolder({ '0001_first.sql': 'CREATE TABLE first (id int);' }) })
  assert.equal(await schemaIsCurrent(database, folder), false)
  await migrate({ connection, folder })
  assert.equal(await schemaIsCurrent(database, folder), true)
})

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  const broken = makeFolder({
    '0001_first.sql': 'CREATE TABLE first (id int);',
    '0002_broken.sql': 'CREATE TABLE half (id int); SELECT 1 / 0;',
  })
  await assert.rejects(
    migrate({ connection, folder: broken }),
    /0002_broken failed and was rolled back: division/,
  )
  assert.deepEqual(await listTables(), ['first', 'schema_migrations'])
})

test('a migration that was changed after it was applied is refused by name', async () => {
  await migrate({ connection, folder })
  const changed = makeFolder({ '0001_first.sql': 'CREATE TABLE first (id bigint);' })
  const isRefusal = (error: unknown) =>
    error instanceof StartError && /0001_first differs/.test(error.message)
  await assert.rejects(migrate({ connection, folder: changed }), isRefusal)
})

test('an older program refuses an unknown breaking migration, and is not ready', async () => {
  const newer = makeFolder({
    '0003_newer.sql': '-- breaking: renames what older programs read\nCREATE TABLE newer (id int);',
  })
  await migrate({ connection, folder })
  await migrate({ connection, folder: newer })
  await assert.rejects(migrate({ connection, folder }), /newer version \(migration 0003_newer\)/)
  assert.equal(await schemaIsCurrent(database, folder), false)
})

test('a database of a version before the first release is left as it is, and one sentence says where it is', async () => {
  const past = makeFolder({
    '0001_foundation.sql': 'CREATE TABLE past (id int); INSERT INTO past VALUES (1);',
    '0002_request_guards.sql': '-- breaking\nCREATE TABLE guards (id int);',
    '0160_kept_once_decided.sql': '-- breaking\nCREATE TABLE kept (id int);',
  })
  await migrate({ connection, folder: past })
  const tables = await listTables()
  await assert.rejects(migrate({ connection, folder, place: '/srv/data' }), {
    message:
      'The database in /srv/data was written by a version before release 1.0.0 and is left as it is: to begin again, ' +
      'move that folder away, or set DATA_DIR.',
  })
  await assert.rejects(migrate({ connection, folder }), /name an empty one in DATABASE_URL/)
  assert.deepEqual(await listTables(), tables)
  assert.deepEqual(await database.run({ name: '', text: 'SELECT * FROM past' }, []), [{ id: 1 }])
  assert.equal(await schemaIsCurrent(database, folder), false)
})

test('an older program keeps working with a newer migration that breaks nothing', async () => {
  await migrate({ connection, folder })
  await migrate({ connection, folder: makeFolder({ '0003_newer.sql': 'CREATE TABLE newer (id int);' }) })
  await migrate({ connection, folder })
  assert.equal(await schemaIsCurrent(database, folder), true)
})

test('a file that is not a migration, or a number used twice, is refused before anything is changed', async () => {
  await assert.rejects(
    migrate({ connection, folder: makeFolder({ 'second.sql': '' }) }),
    /not named like a migration/,
  )
  const twice = makeFolder({ '0001_a.sql': '', '0001_b.sql': '' })
  await assert.rejects(migrate({ connection, folder: twice }), /Two migrations have the number 1/)
  assert.deepEqual(await listTables(), [])
})

test('an address without a database is refused in one sentence', async () => {
  const nowhere = { ...connection, host: '/nonexistent' }
  await assert.rejects(
    migrate({ connection: nowhere, folder }),
    /^StartError: The database cannot be reached/,
  )
})

const CONCURRENT = `-- concurrent
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS first_name ON first (name);
`

async function listIndexes(): Promise<{ name: string; valid: boolean }[]> {
  const text = `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid WHERE t.oid = to_regclass('first') ORDER BY 1`
  return database.run({ name: 'indexes', text }, [])
}

test('a concurrent migration builds its indexes while a transaction is writing to the table', async () => {
  const first = { '0001_first.sql': 'CREATE TABLE first (id int, name text);' }
  await migrate({ connection, folder: makeFolder(first) })
  const writer = openDatabase({ connection, poolSize: 1, applicationName: 'writer', onError: () => {} })
  const insert = { name: 'insert', text: `INSERT INTO first VALUES ($1, 'a')` }
  let isBuilt = false
  const build = migrate({ connection, folder: makeFolder({ ...first, '0002_index.sql': CONCURRENT }) })
  const writing = (async () => {
    for (let id = 0; id < 2_000 && !isBuilt; id += 1)
      await writer.transaction(async tx => void (await tx.run(insert, [id])))
  })()
  await build
  isBuilt = true
  await writing
  await writer.close()
  assert.deepEqual(await listIndexes(), [
    { name: 'first_id', valid: true },
    { name: 'first_name', valid: true },
  ])
})

test('an interrupted concurrent migration is resumed: its invalid index is rebuilt, finished ones stay', async () => {
  const first = {
    '0001_first.sql': `CREATE TABLE first (id int, name text); INSERT INTO first VALUES (1), (1);`,
  }
  const both = makeFolder({ ...first, '0002_index.sql': CONCURRENT })
  await assert.rejects(migrate({ connection, folder: both }), /0002_index did not finish: .*start again/)
  assert.deepEqual(await listIndexes(), [{ name: 'first_id', valid: false }])
  assert.equal(await schemaIsCurrent(database, both), false)
  await database.run(
    { name: 'mend', text: 'UPDATE first SET id = 2 WHERE ctid = (SELECT max(ctid) FROM first)' },
    [],
  )
  await migrate({ connection, folder: both })
  assert.deepEqual(await listIndexes(), [
    { name: 'first_id', valid: true },
    { name: 'first_name', valid: true },
  ])
  assert.equal(await schemaIsCurrent(database, both), true)
})
