import type { CalendarDate } from '../../kernel/calendar-date.ts'

import { toCamelCase } from './database.ts'

declare const VALUE: unique symbol
declare const PARAMETER: unique symbol

/**
 * A column with its name and SQL type in the database; the type parameters are what is read from it and what is passed
 * to write it.
 */
export interface Column<Value = unknown, Parameter = unknown> {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly [VALUE]?: Value
  readonly [PARAMETER]?: Parameter
}

type Fields = Readonly<Record<string, Column>>

/**
 * The columns of one table under their names in the program: declared once, for every statement that reads or writes
 * them.
 */
export interface Columns<F extends Fields = Fields> {
  readonly table: string
  readonly fields: F
}

type ValueOf<C> = C extends Column<infer Value> ? Value : never
type ParameterOf<C> = C extends Column<unknown, infer Parameter> ? Parameter : never

/** A row of a statement that selects these columns. */
export type RowOf<C extends Columns> = { readonly [K in keyof C['fields']]: ValueOf<C['fields'][K]> }

/** A row as the program has it: what is NULL in the database is undefined. */
export type WithoutNulls<Row> = {
  readonly [K in keyof Row]: null extends Row[K] ? Exclude<Row[K], null> | undefined : Row[K]
}

const define =
  <Widest>(type: string) =>
  <Value extends Widest = Widest>(name: string): Column<Value, Value> => ({ name, type, isNullable: false })

export const text = define<string>('text')
export const smallint = define<number>('smallint')
export const integer = define<number>('integer')
export const bigint = define<number>('bigint')
export const boolean = define<boolean>('boolean')
export const bytea = define<Buffer>('bytea')
export const date = define<CalendarDate>('date')
export const timestamptz = define<Date>('timestamptz')
export const textArray = define<readonly string[]>('text[]')

/** Read as the parsed value, and written as JSON text. */
export const json = <Value>(name: string): Column<Value, string> => ({
  name,
  type: 'json',
  isNullable: false,
})

export function nullable<Value, Parameter>(
  column: Column<Value, Parameter>,
): Column<Value | null, Parameter | null> {
  const { name, type } = column
  return { name, type, isNullable: true }
}

export function defineColumns<F extends Fields>(table: string, fields: F): Columns<F> {
  return { table, fields }
}

export function omitColumns<F extends Fields, K extends keyof F & string>(
  { table, fields }: Columns<F>,
  ...left: readonly K[]
): Columns<Omit<F, K>> {
  const kept = Object.entries(fields).filter(([key]) => !left.some(each => each === key))
  return { table, fields: Object.fromEntries(kept) as unknown as Omit<F, K> }
}

/** The column list of SELECT or RETURNING, for the table alias that the statement uses. */
export function selectColumns({ fields }: Columns, table: string): string {
  return Object.entries(fields)
    .map(([key, { name }]) => `${table}.${name}${key === toCamelCase(name) ? '' : ` AS "${key}"`}`)
    .join(', ')
}

/** The columns that a statement writes, and how to read each value from a row: see `RowStatement`. */
export interface Writes<Row> {
  /** The column list of INSERT, and of SELECT from `rows`. */
  readonly names: string
  readonly columns: Readonly<Record<string, string>>
  readonly reads: readonly ((row: Row) => unknown)[]
}

export type Readers<Row, F extends Fields> = { readonly [K in keyof F]: (row: Row) => ParameterOf<F[K]> }

/** A function for each column, not a list of keys: reading a property by its literal name is several times faster. */
export function defineWrites<Row, F extends Fields>(fields: F, readers: Readers<Row, F>): Writes<Row> {
  return defineSomeWrites(fields, readers)
}

type NullableKey<F extends Fields> = { [K in keyof F]: null extends ValueOf<F[K]> ? K : never }[keyof F]
/** A column that may be NULL needs no reader: it is NULL in a new row. */
type InsertReaders<Row, F extends Fields> = Readers<Row, Omit<F, NullableKey<F>>> &
  Partial<Readers<Row, Pick<F, NullableKey<F>>>>

/** For INSERT: every column that must have a value. */
export function defineInsert<Row, F extends Fields>(fields: F, readers: InsertReaders<Row, F>): Writes<Row> {
  return defineSomeWrites<Row, F>(fields, readers as Partial<Readers<Row, F>>)
}

/** Every column that may be NULL, as undefined: its value in a new row. */
export function unsetColumns<F extends Fields>({
  fields,
}: Columns<F>): { readonly [K in NullableKey<F>]: undefined } {
  const unset = Object.fromEntries(listNullable(fields).map(key => [key, undefined]))
  return unset as { readonly [K in NullableKey<F>]: undefined }
}

/** For UPDATE: the columns that have a reader. */
export function defineSomeWrites<Row, F extends Fields>(
  fields: F,
  readers: Partial<Readers<Row, F>>,
): Writes<Row> {
  const written = Object.entries(fields).filter(([key]) => key in readers)
  return {
    names: written.map(([, { name }]) => name).join(', '),
    columns: Object.fromEntries(written.map(([, { name, type }]) => [name, type])),
    reads: written.map(([key]) => readers[key as keyof F] as (row: Row) => unknown),
  }
}

/** Turns NULLs into undefined in place: the row belongs to the caller. */
export function replaceNulls<Row extends object>({ fields }: Columns, row: Row): WithoutNulls<Row> {
  const members = row as Record<string, unknown>
  for (const key of listNullable(fields)) if (members[key] === null) members[key] = undefined
  return row as WithoutNulls<Row>
}

const nullableKeys = new WeakMap<Fields, readonly string[]>()

function listNullable(fields: Fields): readonly string[] {
  const known = nullableKeys.get(fields)
  if (known !== undefined) return known
  const keys = Object.keys(fields).filter(key => fields[key]?.isNullable)
  nullableKeys.set(fields, keys)
  return keys
}

/** For UPDATE: the columns in their order, each set to a parameter. */
export function assignColumns<Row>({ columns }: Writes<Row>, firstParameter: number): string {
  return Object.keys(columns)
    .map((name, index) => `${name} = $${firstParameter + index}`)
    .join(', ')
}
