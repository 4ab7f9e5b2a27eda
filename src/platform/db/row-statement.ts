import type { Writes } from './columns.ts'
import type { Queryable, Statement, Transaction } from './database.ts'

interface RowText {
  readonly name: string
  /** The columns of `rows`: name and SQL type. */
  readonly columns: Readonly<Record<string, string>>
  readonly text: string
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

/** Every value is a parameter of its own, not an element of an array: binary columns then need no second encoding. */
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
  if ('reads' in statement) for (const row of rows) for (const read of statement.reads) values.push(read(row))
  else for (const [index, row] of rows.entries()) values.push(...statement.values(row, index))
  return values
}

/** Shared parameters come first, as $1, $2 …, so that their numbers do not depend on the number of rows. */
export function prepareRows<Row>(
  statement: RowStatement<Row>,
  count: number,
  sharedCount: number,
): Statement {
  const known = prepared.get(statement) ?? new Map<number, Statement>()
  prepared.set(statement, known)
  const found = known.get(count)
  if (found !== undefined) return found
  const types = Object.values(statement.columns)
  let parameter = sharedCount
  const tuples = Array.from(
    { length: count },
    () => `(${types.map(type => `$${++parameter}::${type}`).join(', ')})`,
  )
  const made = {
    name: `${statement.name}:${count}`,
    text: `WITH rows (${Object.keys(statement.columns).join(', ')}) AS (VALUES ${tuples.join(', ')})${statement.text}`,
  }
  known.set(count, made)
  return made
}
