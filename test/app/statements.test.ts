import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, type Connection, type FieldDef, type Submittable } from 'pg'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { collectStatements, listUnseen, listWrittenNames, type SourceStatement } from './source-statements.ts'

let testDatabase: TestDatabase
let client: Client
let source: SourceStatement[]

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
  for (const { file, name, text } of source)
    await describe(text).catch(error => refused.push(`${file} ${name}: ${error.message}`))
  assert.deepEqual(refused, [])
})

/** Statements composed for each table or column; tests of their own run every one. */
const COMPOSED = ['db/row-statement.ts', 'deployment/reseal.ts']

test('no statement of the code is left out of the check, and no two have one name', () => {
  const names = source.map(({ name }) => name)
  const written = listWrittenNames().filter(({ file }) => !COMPOSED.some(each => file.endsWith(each)))
  assert.ok(written.length > 200, `${written.length} statements were found in the code`)
  const missing = written.filter(({ pattern }) => !names.some(name => pattern.test(name)))
  assert.deepEqual(missing, [])
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
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

/** At most one row for each key, open case, or retailer and day: there is nothing to bound. */
const FEW_ROWS = ['remove_rate_windows', 'desk-claims.remove-expired', 'invoice-quotas.remove-old']

test('what is removed by its age is found by an index and removed in bounded steps', async () => {
  const removals = source.filter(
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
