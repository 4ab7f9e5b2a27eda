import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { prepareRows, type RowStatement, runRows } from './row-statement.ts'

type Value = string | Buffer | number | boolean | Date | null

const ECHO: RowStatement<readonly Value[]> = {
  name: 'packed.echo',
  isPacked: true,
  columns: {
    name: 'text',
    bytes: 'bytea',
    amount: 'bigint',
    count: 'integer',
    is_new: 'boolean',
    happened_at: 'timestamptz',
    figures: 'jsonb',
  },
  text: ' SELECT $1::text AS shared, rows.* FROM rows',
  values: row => row,
}

const ROWS: readonly (readonly Value[])[] = [
  [
    'João 😀 "{}\\',
    Buffer.from([0, 1, 255]),
    Number.MAX_SAFE_INTEGER,
    2 ** 31 - 1,
    true,
    new Date('2026-11-16T18:46:48.123Z'),
    '{"a":["é",1.5]}',
  ],
  [
    '',
    Buffer.alloc(0),
    Number.MIN_SAFE_INTEGER,
    -(2 ** 31),
    false,
    new Date('1969-12-31T23:59:59.999Z'),
    '[]',
  ],
  ['null', Buffer.alloc(70_000, 7), -1, 0, false, new Date('2000-01-01T00:00:00.000Z'), 'null'],
  [null, null, null, null, null, null, null],
]

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
})

after(() => testDatabase.close())

test('packed rows arrive as they were given, in their order, for every type and for NULL', async () => {
  const rows = await runRows<Record<string, unknown>, readonly Value[]>(testDatabase.database, ECHO, ROWS, [
    's',
  ])
  const [first, second, third, fourth] = rows.map(({ shared, ...row }) => {
    assert.equal(shared, 's')
    return Object.values(row)
  })
  assert.equal(rows.length, ROWS.length)
  assert.deepEqual(first, [...(ROWS[0]?.slice(0, 6) ?? []), { a: ['é', 1.5] }])
  assert.deepEqual(second, [...(ROWS[1]?.slice(0, 6) ?? []), []])
  assert.deepEqual(third, [...(ROWS[2]?.slice(0, 6) ?? []), null])
  assert.deepEqual(fourth, ROWS[3])
})

test('a packed statement is the same for any number of rows', () => {
  assert.equal(prepareRows(ECHO, 1, 1), prepareRows(ECHO, 32, 1))
  assert.match(prepareRows(ECHO, 1, 1).text, /unnest\(\$2::text\[\], \$3::bytea\[\]/)
})

test('a value of another type than its column is refused before it is sent', async () => {
  const wrong: readonly (readonly Value[])[] = [
    [1, null, null, null, null, null, null],
    [null, 'text', null, null, null, null, null],
    [null, null, 1.5, null, null, null, null],
    [null, null, 2 ** 53, null, null, null, null],
    [null, null, null, 2 ** 31, null, null, null],
    [null, null, null, null, 1, null, null],
    [null, null, null, null, null, '2026-11-16', null],
    [null, null, null, null, null, new Date(Number.NaN), null],
    [null, null, null, null, null, null, 5],
  ]
  for (const row of wrong)
    assert.throws(
      () => runRows(testDatabase.database, ECHO, [row], ['s']),
      /cannot take|not a safe integer|out of range/,
    )
})

test('a statement cannot pack a column whose array is not known', () => {
  const dates: RowStatement<readonly Value[]> = {
    name: 'packed.dates',
    isPacked: true,
    columns: { day: 'date' },
    text: ' SELECT * FROM rows',
    values: row => row,
  }
  assert.throws(
    () => runRows(testDatabase.database, dates, [['2026-11-16']]),
    /cannot pack columns of type date/,
  )
})
