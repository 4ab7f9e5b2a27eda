import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { findByRows, listColumns, prepareRows, type RowStatement, runRows } from './row-statement.ts'

interface Sample {
  readonly name: string | null
  readonly bytes: Buffer | null
  readonly amount: number | null
  readonly count: number | null
  readonly tries: number | null
  readonly rate: number | null
  readonly isNew: boolean | null
  readonly dueOn: string | null
  readonly happenedAt: Date | null
  readonly figures: string | null
  readonly memo: string | null
}

const ECHO: RowStatement<Sample> = {
  name: 'rows.echo',
  columns: {
    at: 'integer',
    name: 'text',
    bytes: 'bytea',
    amount: 'bigint',
    count: 'integer',
    tries: 'smallint',
    rate: 'double precision',
    isNew: 'boolean',
    dueOn: 'date',
    happenedAt: 'timestamptz',
    figures: 'jsonb',
    memo: 'json',
  },
  text: 'SELECT $1::text AS shared, rows.* FROM rows',
}

const NOTHING: Sample = {
  name: null,
  bytes: null,
  amount: null,
  count: null,
  tries: null,
  rate: null,
  isNew: null,
  dueOn: null,
  happenedAt: null,
  figures: null,
  memo: null,
}

const ROWS: readonly Sample[] = [
  {
    name: 'João 😀 "{}\\',
    bytes: Buffer.from([0, 1, 255]),
    amount: Number.MAX_SAFE_INTEGER,
    count: 2 ** 31 - 1,
    tries: 2 ** 15 - 1,
    rate: 2.99,
    isNew: true,
    dueOn: '2028-02-29',
    happenedAt: new Date('2026-11-16T18:46:48.123Z'),
    figures: '{"a":["é",1.5]}',
    memo: '{"a": 1}',
  },
  {
    name: '',
    bytes: Buffer.alloc(0),
    amount: Number.MIN_SAFE_INTEGER,
    count: -(2 ** 31),
    tries: -(2 ** 15),
    rate: -0.1,
    isNew: false,
    dueOn: '1969-12-31',
    happenedAt: new Date('1969-12-31T23:59:59.999Z'),
    figures: '[]',
    memo: '"a"',
  },
  {
    name: 'null',
    bytes: Buffer.alloc(70_000, 7),
    amount: -1,
    count: 0,
    tries: 0,
    rate: 0,
    isNew: false,
    dueOn: '2000-01-01',
    happenedAt: new Date('2000-01-01T00:00:00.000Z'),
    figures: 'null',
    memo: 'null',
  },
  NOTHING,
]

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
})

after(() => testDatabase.close())

test('rows arrive as they were given, in their order, for every type and for NULL', async () => {
  const rows = await runRows<Record<string, unknown>, Sample>(testDatabase.database, ECHO, ROWS, ['s'])
  assert.deepEqual(
    rows,
    ROWS.map((row, at) => ({
      shared: 's',
      at,
      ...row,
      figures: row.figures && JSON.parse(row.figures),
      memo: row.memo && JSON.parse(row.memo),
    })),
  )
})

test('no rows are an empty table', async () => {
  assert.deepEqual(await runRows(testDatabase.database, ECHO, [], ['s']), [])
})

test('the statement is the same for any number of rows, and a column has the name of its member', () => {
  assert.equal(prepareRows(ECHO, 1), prepareRows(ECHO, 1))
  const { name, text } = prepareRows(ECHO, 1)
  assert.equal(name, 'rows.echo')
  assert.match(
    text,
    /^WITH rows \(at, name, .*, is_new, due_on, .*\) AS \(SELECT \* FROM unnest\(\$2::integer\[\], \$3::text\[\]/,
  )
  assert.equal(listColumns({ id: 'text', transactionId: 'text' }), 'id, transaction_id')
})

test('a value of another type than its column is refused before it is sent', async () => {
  const wrong: readonly { readonly [Name in keyof Sample]?: unknown }[] = [
    { name: 1 },
    { bytes: 'text' },
    { amount: 1.5 },
    { amount: 2 ** 53 },
    { count: 2 ** 31 },
    { tries: 2 ** 15 },
    { rate: '1' },
    { isNew: 1 },
    { dueOn: '2026-02-30' },
    { dueOn: new Date(0) },
    { happenedAt: '2026-11-16' },
    { happenedAt: new Date(Number.NaN) },
    { figures: 5 },
    { memo: 5 },
  ]
  for (const each of wrong)
    assert.throws(
      () => runRows(testDatabase.database, ECHO, [{ ...NOTHING, ...each } as Sample], ['s']),
      /cannot take|not a safe integer|is not a date|does not exist|out of range/,
      JSON.stringify(each),
    )
})

test('the compiler refuses a column that is not a member of a row, or has another type', () => {
  const bad: RowStatement<Sample>[] = [
    // @ts-expect-error: no such member
    { name: 'rows.bad', columns: { nickname: 'text' }, text: 'SELECT' },
    // @ts-expect-error: a number is not sent as text
    { name: 'rows.bad', columns: { amount: 'text' }, text: 'SELECT' },
  ]
  assert.equal(bad.length, 2)
})

test('each given row gets what was found for it', async () => {
  const found = await findByRows<{ double: number }, Pick<Sample, 'count'>>(
    testDatabase.database,
    {
      name: 'rows.find',
      columns: { at: 'integer', count: 'integer' },
      text: 'SELECT at, count * 2 AS double FROM rows WHERE count > 0 ORDER BY at DESC',
    },
    [{ count: 1 }, { count: 0 }, { count: 3 }],
  )
  assert.deepEqual(found, [{ double: 2 }, undefined, { double: 6 }])
})
