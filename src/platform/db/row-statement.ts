import type { Writes } from './columns.ts'
import type { Queryable, Statement, Transaction } from './database.ts'

interface RowText {
  readonly name: string
  /** The columns of `rows`: name and SQL type. */
  readonly columns: Readonly<Record<string, string>>
  readonly text: string
  /**
   * Rows are sent as one binary array for each column. For statements of the busiest requests: the planner then does
   * not know the number of rows, so that the text must not leave it a choice between an index and a whole table.
   */
  readonly isPacked?: true
}

interface ListedValues<Row> {
  readonly values: (row: Row, index: number) => readonly unknown[]
}

/**
 * A statement about any number of rows, written once: it reads them from `rows`. The values of a row are listed in the
 * order of the columns, or come from `defineWrites`.
 */
export type RowStatement<Row> = RowText & (ListedValues<Row> | Pick<Writes<Row>, 'reads'>)

const prepared = new WeakMap<RowStatement<never>, Map<number, Statement>>()
const packedTypes = new WeakMap<RowStatement<never>, readonly PackedType[]>()

/**
 * Unless the statement is packed, every value is a parameter of its own, not an element of an array written as text:
 * binary columns then need no second encoding.
 */
export function runRows<Result, Row>(
  on: Queryable,
  statement: RowStatement<Row>,
  rows: readonly Row[],
  shared: readonly unknown[] = [],
): Promise<Result[]> {
  return on.run<Result>(
    prepareRows(statement, rows.length, shared.length),
    listValues(statement, rows, shared),
  )
}

/** Like `runRows`, when the returned rows are not needed: see `Transaction.send`. */
export function sendRows<Row>(
  tx: Transaction,
  statement: RowStatement<Row>,
  rows: readonly Row[],
  shared: readonly unknown[] = [],
): void {
  tx.send(prepareRows(statement, rows.length, shared.length), listValues(statement, rows, shared))
}

/**
 * Returns one entry per given row, in the same order: the row found for it, or undefined. The statement returns the
 * index of the given row as `at`.
 */
export async function findByRows<Found extends object, Row>(
  on: Queryable,
  statement: RowStatement<Row>,
  rows: readonly Row[],
): Promise<(Found | undefined)[]> {
  const places: (Found | undefined)[] = rows.map(() => undefined)
  if (rows.length === 0) return places
  for (const { at, ...found } of await runRows<Found & { at: number }, Row>(on, statement, rows))
    places[at] = found as unknown as Found
  return places
}

function listValues<Row>(
  statement: RowStatement<Row>,
  rows: readonly Row[],
  shared: readonly unknown[],
): readonly unknown[] {
  const values = [...shared]
  if (statement.isPacked) {
    values.push(...packRows(getPackedTypes(statement), listRows(statement, rows)))
    return values
  }
  if ('reads' in statement) for (const row of rows) for (const read of statement.reads) values.push(read(row))
  else for (const [index, row] of rows.entries()) values.push(...statement.values(row, index))
  return values
}

function listRows<Row>(statement: RowStatement<Row>, rows: readonly Row[]): (readonly unknown[])[] {
  return 'reads' in statement
    ? rows.map(row => statement.reads.map(read => read(row)))
    : rows.map((row, index) => statement.values(row, index))
}

function getPackedTypes<Row>(statement: RowStatement<Row>): readonly PackedType[] {
  const known = packedTypes.get(statement)
  if (known !== undefined) return known
  const types = Object.values(statement.columns).map(type => {
    if (!isPackedType(type)) throw new Error(`${statement.name} cannot pack columns of type ${type}`)
    return type
  })
  packedTypes.set(statement, types)
  return types
}

/** Shared parameters come first, as $1, $2 …, so that their numbers do not depend on the number of rows. */
export function prepareRows<Row>(
  statement: RowStatement<Row>,
  count: number,
  sharedCount: number,
): Statement {
  const known = prepared.get(statement) ?? new Map<number, Statement>()
  prepared.set(statement, known)
  const variant = statement.isPacked ? ANY_COUNT : count
  const found = known.get(variant)
  if (found !== undefined) return found
  const columns = Object.keys(statement.columns).join(', ')
  const made = {
    name: statement.isPacked ? statement.name : `${statement.name}:${count}`,
    text: `WITH rows (${columns}) AS (${composeSource(statement, count, sharedCount)})${statement.text}`,
  }
  known.set(variant, made)
  return made
}

const ANY_COUNT = -1

function composeSource<Row>(statement: RowStatement<Row>, count: number, sharedCount: number): string {
  const types = Object.values(statement.columns)
  if (statement.isPacked)
    return `SELECT * FROM unnest(${types.map((type, at) => `$${sharedCount + at + 1}::${type}[]`).join(', ')})`
  let parameter = sharedCount
  const composeTuple = (): string => `(${types.map(type => `$${++parameter}::${type}`).join(', ')})`
  return `VALUES ${Array.from({ length: count }, composeTuple).join(', ')}`
}

/*
 * Rows as one binary array for each column, the format in which PostgreSQL itself sends and receives arrays. Compared
 * with a parameter for each value, a batch has a tenth of the parameters, and its statement is the same for any number
 * of rows: it is parsed and planned once on each connection, not once for each size of a batch.
 */

/** Types whose arrays can be written, with their object ids, which never change. */
const ELEMENT_TYPES = {
  bytea: 17,
  bigint: 20,
  integer: 23,
  text: 25,
  boolean: 16,
  timestamptz: 1184,
  jsonb: 3802,
} as const

type PackedType = keyof typeof ELEMENT_TYPES

function isPackedType(type: string): type is PackedType {
  return Object.hasOwn(ELEMENT_TYPES, type)
}

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
const FIRST_INDEX = 1
const JSONB_VERSION = 1
const MAX_UNIT_BYTES = 3
const TIMESTAMP_BYTES = 8
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1)
const HIGH_WORD = 2 ** 32

/** One array for each type, of the values that stand in its place of every row. NULL is null or undefined. */
function packRows(types: readonly PackedType[], rows: readonly (readonly unknown[])[]): Buffer[] {
  return types.map((type, place) => packColumn(type, rows, place))
}

function packColumn(type: PackedType, rows: readonly (readonly unknown[])[], place: number): Buffer {
  let room = HEADER_BYTES
  for (const row of rows) room += LENGTH_BYTES + computeRoom(row[place])
  const bytes = Buffer.allocUnsafe(room)
  let hasNulls = 0
  let at = HEADER_BYTES
  for (const row of rows) {
    const value = row[place]
    const start = at + LENGTH_BYTES
    if (value === null || value === undefined) {
      hasNulls = 1
      bytes.writeInt32BE(NULL_LENGTH, at)
      at = start
    } else {
      const end = writeElement(bytes, start, type, value)
      bytes.writeInt32BE(end - start, at)
      at = end
    }
  }
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(hasNulls, 4)
  bytes.writeInt32BE(ELEMENT_TYPES[type], 8)
  bytes.writeInt32BE(rows.length, 12)
  bytes.writeInt32BE(FIRST_INDEX, 16)
  return bytes.subarray(0, at)
}

/** At least as many bytes as the value takes. */
function computeRoom(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_UNIT_BYTES + 1
  return Buffer.isBuffer(value) ? value.length : TIMESTAMP_BYTES
}

/** Returns where the element ends. */
function writeElement(bytes: Buffer, at: number, type: PackedType, value: unknown): number {
  switch (type) {
    case 'text':
      if (typeof value === 'string') return at + bytes.write(value, at, 'utf8')
      break
    case 'jsonb':
      if (typeof value === 'string')
        return bytes.writeUInt8(JSONB_VERSION, at) + bytes.write(value, at + 1, 'utf8')
      break
    case 'bytea':
      if (Buffer.isBuffer(value)) return at + value.copy(bytes, at)
      break
    case 'boolean':
      if (typeof value === 'boolean') return bytes.writeUInt8(value ? 1 : 0, at)
      break
    case 'integer':
      if (typeof value === 'number') return bytes.writeInt32BE(value, at)
      break
    case 'bigint':
      if (typeof value === 'number') return writeInt64(bytes, at, value)
      break
    case 'timestamptz':
      if (value instanceof Date) return writeInt64(bytes, at, (value.getTime() - EPOCH_2000_MS) * 1000)
      break
  }
  throw new TypeError(`A column of type ${type} cannot take a value of type ${typeof value}`)
}

function writeInt64(bytes: Buffer, at: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  const high = Math.floor(value / HIGH_WORD)
  return bytes.writeUInt32BE(value - high * HIGH_WORD, bytes.writeInt32BE(high, at))
}
