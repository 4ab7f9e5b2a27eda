import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assignColumns,
  bigint,
  defineColumns,
  defineInsert,
  defineWrites,
  json,
  nullable,
  omitColumns,
  type RowOf,
  replaceNulls,
  selectColumns,
  text,
  timestamptz,
  unsetColumns,
  type Writes,
} from './columns.ts'
import { prepareRows, type RowStatement } from './row-statement.ts'

const THINGS = defineColumns('things', {
  id: text('id'),
  amountCentavos: bigint('amount_centavos'),
  figures: json<{ readonly rate: number }>('figures'),
  paidAt: nullable(timestamptz('paid_at')),
})
type Thing = RowOf<typeof THINGS>

const WRITES: Writes<Thing> = defineWrites(THINGS.fields, {
  id: thing => thing.id,
  amountCentavos: thing => thing.amountCentavos,
  figures: thing => JSON.stringify(thing.figures),
  paidAt: thing => thing.paidAt,
})

test('columns are selected under their property names, all or some of them', () => {
  assert.equal(selectColumns(THINGS, 't'), 't.id, t.amount_centavos, t.figures, t.paid_at')
  assert.equal(
    selectColumns(omitColumns(THINGS, 'figures', 'paidAt'), 't'),
    selectColumns(omitColumns(THINGS, 'figures', 'paidAt'), 't'),
  )
})

test('columns, types and values of a write are in one order', () => {
  const insert: RowStatement<Thing> = {
    ...WRITES,
    name: 'things.insert',
    text: ` INSERT INTO things (${WRITES.names}) SELECT * FROM rows`,
  }
  assert.deepEqual(prepareRows(insert, 1, 0), {
    name: 'things.insert:1',
    text: `WITH rows (id, amount_centavos, figures, paid_at) AS (VALUES ($1::text, $2::bigint, $3::json, $4::timestamptz)) INSERT INTO things (id, amount_centavos, figures, paid_at) SELECT * FROM rows`,
  })
  const thing = { id: 'a', amountCentavos: 5, figures: { rate: 1 }, paidAt: null }
  assert.deepEqual(
    WRITES.reads.map(read => read(thing)),
    ['a', 5, '{"rate":1}', null],
  )
  assert.equal(assignColumns(WRITES, 3), 'id = $3, amount_centavos = $4, figures = $5, paid_at = $6')
})

test('the compiler refuses a row, or a write, that does not match its columns', () => {
  // @ts-expect-error a column that may not be NULL
  const row: Thing = { id: null, amountCentavos: 5, figures: { rate: 1 }, paidAt: null }
  const fields = omitColumns(THINGS, 'amountCentavos', 'paidAt').fields
  const unserialized: Writes<Thing> = defineWrites(fields, {
    id: thing => thing.id,
    // @ts-expect-error JSON is written as text
    figures: thing => thing.figures,
  })
  // @ts-expect-error a column without a value
  const short: Writes<Thing> = defineWrites(fields, { id: thing => thing.id })
  assert.deepEqual([row.id, unserialized.names, short.names], [null, 'id, figures', 'id'])
})

test('a new row may leave out what may be NULL, and nothing else', () => {
  const insert: Writes<Thing> = defineInsert(THINGS.fields, {
    id: thing => thing.id,
    amountCentavos: thing => thing.amountCentavos,
    figures: thing => JSON.stringify(thing.figures),
  })
  // @ts-expect-error a column that may not be NULL
  const short: Writes<Thing> = defineInsert(THINGS.fields, { id: thing => thing.id })
  assert.deepEqual([insert.names, short.names], ['id, amount_centavos, figures', 'id'])
  const row = replaceNulls(THINGS, { id: 'a', paidAt: null as Date | null })
  assert.deepEqual(row, { id: 'a', paidAt: undefined })
  assert.deepEqual(unsetColumns(THINGS), { paidAt: undefined })
})
