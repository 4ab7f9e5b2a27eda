import { parseCalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from './database.ts'

/** The types that can be sent, with their object ids, which never change. */
const TYPES = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  json: 114,
  'double precision': 701,
  date: 1082,
  timestamptz: 1184,
  jsonb: 3802,
} as const

type ColumnType = keyof typeof TYPES

type TypeFor<Value> = [Value] extends [Buffer]
  ? 'bytea'
  : [Value] extends [string]
    ? 'text' | 'date' | 'json' | 'jsonb'
    : [Value] extends [number]
      ? 'bigint' | 'integer' | 'smallint' | 'double precision'
      : [Value] extends [boolean]
        ? 'boolean'
        : [Value] extends [Date]
          ? 'timestamptz'
          : never

/**
 * A statement about any number of rows: the one form for what is written or looked up in bulk. Its text follows `rows`,
 * a table expression of the named members: `transactionId` is the column `transaction_id`. Shared parameters are $1, $2 …
 */
export interface RowStatement<Row> {
  readonly name: string
  /** The members of a row that are sent, with their SQL types. `at` is the index of the row. */
  readonly columns: {
    readonly [Name in Exclude<keyof Row, 'at'>]?: TypeFor<NonNullable<Row[Name]>>
  } & { readonly at?: 'integer' }
  /** A statement, or further table expressions and a statement: `, added AS (…) SELECT …`. */
  readonly text: string
}

export function runRows<Result, Row>(
  on: Queryable,
  statement: RowStatement<Row>,
  rows: readonly Row[],
  shared: readonly unknown[] = [],
): Promise<Result[]> {
  return on.run<Result>(prepareRows(statement, shared.length), [...shared, ...packRows(statement, rows)])
}

/** Like `runRows`, when the returned rows are not needed: see `Transaction.send`. */
export function sendRows<Row>(
  tx: Transaction,
  statement: RowStatement<Row>,
  rows: readonly Row[],
  shared: readonly unknown[] = [],
): void {
  tx.send(prepareRows(statement, shared.length), [...shared, ...packRows(statement, rows)])
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

/** The column list of an INSERT whose columns are those of `rows`. */
export function listColumns(columns: object): string {
  return Object.keys(columns).map(toSnakeCase).join(', ')
}

const toSnakeCase = (member: string): string => member.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const prepared = new WeakMap<object, Statement>()

/** Shared parameters come first, so that the text can name them. */
export function prepareRows<Row>(statement: RowStatement<Row>, sharedCount: number): Statement {
  const known = prepared.get(statement)
  if (known !== undefined) return known
  const { name, columns, text } = statement
  const arrays = Object.values(columns).map((type, index) => `$${sharedCount + index + 1}::${type}[]`)
  const source = `SELECT * FROM unnest(${arrays.join(', ')})`
  const made = { name, text: `WITH rows (${listColumns(columns)}) AS (${source}) ${text}` }
  prepared.set(statement, made)
  return made
}

/*
 * Rows are sent as one binary array for each column, the format in which PostgreSQL itself sends and receives arrays.
 * Compared with a parameter for each value, a batch has a tenth of the parameters, and its statement is the same for any
 * number of rows: it is parsed and planned once on each connection. The planner therefore does not know the number of
 * rows, so that the text must not leave it a choice between an index and a whole table.
 */

/** One array for each column. NULL is null or undefined. */
function packRows<Row>({ columns }: RowStatement<Row>, rows: readonly Row[]): Buffer[] {
  return Object.entries(columns).map(([name, type]) =>
    packColumn(
      type as ColumnType,
      name === 'at' ? [...rows.keys()] : rows.map(row => row[name as keyof Row]),
    ),
  )
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
const EPOCH_2000_DAY = EPOCH_2000_MS / 86_400_000
const HIGH_WORD = 2 ** 32

function packColumn(type: ColumnType, values: readonly unknown[]): Buffer {
  let room = HEADER_BYTES
  for (const value of values) room += LENGTH_BYTES + computeRoom(value)
  const bytes = Buffer.allocUnsafe(room)
  let hasNulls = 0
  let at = HEADER_BYTES
  for (const value of values) {
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
  bytes.writeInt32BE(TYPES[type], 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(FIRST_INDEX, 16)
  return bytes.subarray(0, at)
}

/** At least as many bytes as the value takes. */
function computeRoom(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_UNIT_BYTES + 1
  return Buffer.isBuffer(value) ? value.length : TIMESTAMP_BYTES
}

/** Returns where the element ends. */
function writeElement(bytes: Buffer, at: number, type: ColumnType, value: unknown): number {
  switch (type) {
    case 'text':
    case 'json':
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
    case 'smallint':
      if (typeof value === 'number') return bytes.writeInt16BE(value, at)
      break
    case 'integer':
      if (typeof value === 'number') return bytes.writeInt32BE(value, at)
      break
    case 'bigint':
      if (typeof value === 'number') return writeInt64(bytes, at, value)
      break
    case 'double precision':
      if (typeof value === 'number') return bytes.writeDoubleBE(value, at)
      break
    case 'date':
      if (typeof value === 'string')
        return bytes.writeInt32BE(toEpochDay(parseCalendarDate(value)) - EPOCH_2000_DAY, at)
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
