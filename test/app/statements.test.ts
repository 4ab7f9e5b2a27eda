import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, type Connection, type FieldDef, type Submittable } from 'pg'
import { type Columns, selectColumns } from '../../src/platform/db/columns.ts'
import { toCamelCase } from '../../src/platform/db/database.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  collectStatements,
  listUnseen,
  listWrittenNames,
  type SourceStatements,
} from './source-statements.ts'

let testDatabase: TestDatabase
let client: Client
let source: SourceStatements

before(async () => {
  testDatabase = await openTestDatabase()
  client = new Client(testDatabase.connection)
  await client.connect()
  source = await collectStatements()
})
after(async () => {
  await client.end()
  await testDatabase.close()
})

/** Prepares the statement without running it, and returns its result columns. */
function describe(text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = []
    const query = {
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { readonly fields: FieldDef[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
      handleParseComplete: () => {},
    }
    client.query(query as Submittable)
  })
}

test('every statement can be prepared on the schema that the migrations build', async () => {
  const refused: string[] = []
  for (const { file, name, text } of source.statements)
    await describe(text).catch(error => refused.push(`${file} ${name}: ${error.message}`))
  assert.deepEqual(refused, [])
})

/** Statements composed for each table or column; tests of their own run every one. */
const COMPOSED = ['db/row-statement.ts', 'deployment/reseal.ts']

test('no statement of the code is left out of the check, and no two have one name', () => {
  const names = source.statements.map(({ name }) => name.replace(/:\d+$/, ''))
  const written = listWrittenNames().filter(({ file }) => !COMPOSED.some(each => file.endsWith(each)))
  assert.ok(written.length > 200, `${written.length} statements were found in the code`)
  const missing = written.filter(({ pattern }) => !names.some(name => pattern.test(name)))
  assert.deepEqual(missing, [])
  const all = source.statements.map(({ name }) => name)
  assert.deepEqual(
    all.filter((name, at) => all.indexOf(name) !== at),
    [],
  )
})

test('every map of columns has the names, the types and the nullability of its table', async () => {
  const { rows } = await client.query<{ table: string; name: string; type: string; isNullable: boolean }>(
    `SELECT c.relname AS table, a.attname AS name, a.atttypid::regtype::text AS type, NOT a.attnotnull AS "isNullable"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relkind IN ('r', 'p')`,
  )
  const found = new Map(rows.map(row => [`${row.table}.${row.name}`, row]))
  assert.ok(source.columns.length > 0)
  for (const { table, fields, constant } of source.columns)
    for (const { name, type, isNullable } of Object.values(fields)) {
      const column = found.get(`${table}.${name}`)
      assert.deepEqual(
        [column?.type, column?.isNullable],
        [nameType(type), isNullable],
        `${constant}: ${name}`,
      )
    }
})

test('a statement that selects a column map returns its keys with their types', async () => {
  const { rows } = await client.query<{ type: string; oid: number }>(
    'SELECT oid::regtype::text AS type, oid::integer AS oid FROM pg_type',
  )
  const types = new Map(rows.map(({ oid, type }) => [oid, type]))
  const unused = new Set(source.columns.map(({ constant }) => constant))
  for (const columns of source.columns)
    for (const { name, text } of source.statements.filter(statement => selects(statement.text, columns))) {
      unused.delete(columns.constant)
      const answered = new Map(
        (await describe(text)).map(field => [toCamelCase(field.name), types.get(field.dataTypeID)]),
      )
      for (const [key, column] of Object.entries(columns.fields))
        assert.equal(answered.get(key), nameType(column.type), `${name}: ${key}`)
    }
  // Written only, or read through a narrower map of the same table.
  assert.deepEqual([...unused].sort(), ['CHECKOUTS', 'EVENTS'])
})

test('a statement is written as a constant with its name and text, where the check finds it', () => {
  assert.deepEqual(listUnseen(), [])
})

test('a statement that the schema does not know is refused here', async () => {
  await assert.rejects(describe('SELECT no_such_column FROM transactions'), { code: '42703' })
  assert.deepEqual(
    (await describe('SELECT t.order_id AS "orderId" FROM transactions t')).map(({ name }) => name),
    ['orderId'],
  )
})

const nameType = (type: string): string => (type === 'timestamptz' ? 'timestamp with time zone' : type)

const selects = (text: string, columns: Columns): boolean =>
  [...new Set(text.match(/\b[a-z](?=\.)/g))].some(table => text.includes(selectColumns(columns, table)))

/** At most one row for each key, open case, or retailer and day: there is nothing to bound. */
const FEW_ROWS = ['remove_rate_windows', 'desk-claims.remove-expired', 'invoice-quotas.remove-old']

test('what is removed by its age is found by an index and removed in bounded steps', async () => {
  const removals = source.statements.filter(
    ({ name, text }) =>
      /^\s*DELETE FROM \w+ WHERE[^;]*<=? ?(?:\$1|clock_timestamp|extract)/.test(text) &&
      !FEW_ROWS.includes(name),
  )
  assert.ok(removals.length >= 8, removals.map(({ name }) => name).join())
  await client.query('SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan')
  for (const { name, text } of removals) {
    const parameters = /\$2/.test(text) ? 'NULL, NULL' : 'NULL'
    await client.query(`PREPARE removal AS ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE removal(${parameters})`)
    await client.query('DEALLOCATE removal')
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Limit[^\n]*\n\s*->\s+Index Scan using/, `${name}\n${plan}`)
    assert.match(plan, /Tid Scan/, `${name}\n${plan}`)
    assert.doesNotMatch(plan, /Seq Scan|Sort/, `${name}\n${plan}`)
  }
})
