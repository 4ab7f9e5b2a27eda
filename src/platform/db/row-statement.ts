import type { Writes } from './columns.ts'
import type { Queryable, Statement, Transaction } from './database.ts'
import { isPackedType, type PackedType, packRows } from './packed-rows.ts'

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
