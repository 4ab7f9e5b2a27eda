import type { CalendarDate } from '../../kernel/calendar-date.ts'

declare const VALUE: unique symbol
declare const PARAMETER: unique symbol

/** A column by the name and type it has in the database: what is read from it, and what is given to write it. */
export interface Column<Value = unknown, Parameter = unknown> {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly [VALUE]?: Value
  readonly [PARAMETER]?: Parameter
}

type Fields = Readonly<Record<string, Column>>

/** The columns of one table by the names that they have in the program: written once, for all that reads or writes them. */
export interface Columns<F extends Fields = Fields> {
  readonly table: string
  readonly fields: F
}

type ValueOf<C> = C extends Column<infer Value> ? Value : never
type ParameterOf<C> = C extends Column<unknown, infer Parameter> ? Parameter : never

/** What a statement that selects these columns answers. */
export type RowOf<C extends Columns> = { readonly [K in keyof C['fields']]: ValueOf<C['fields'][K]> }

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

/** Read as what it holds, and written as the text of it. */
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

export function pickColumns<F extends Fields, K extends keyof F & string>(
  { table, fields }: Columns<F>,
  ...kept: readonly K[]
): Columns<Pick<F, K>> {
  return { table, fields: Object.fromEntries(kept.map(key => [key, fields[key]])) as unknown as Pick<F, K> }
}

/** For SELECT and RETURNING, of the table that the statement calls by this name. */
export function selectColumns({ fields }: Columns, table: string): string {
  return Object.entries(fields)
    .map(([key, { name }]) => (key === name ? `${table}.${name}` : `${table}.${name} AS "${key}"`))
    .join(', ')
}

/** The columns that a statement about rows writes, and how each of them is read from a row: see `RowStatement`. */
export interface Writes<Row> {
  /** As INSERT lists them, and SELECT from `rows`. */
  readonly names: string
  readonly columns: Readonly<Record<string, string>>
  readonly reads: readonly ((row: Row) => unknown)[]
}

type Readers<Row, F extends Fields> = { readonly [K in keyof F]: (row: Row) => ParameterOf<F[K]> }

/** A function for each column, not a list of keys: reading a property that is named in the code is several times quicker. */
export function defineWrites<Row, F extends Fields>(fields: F, readers: Readers<Row, F>): Writes<Row> {
  const columns = Object.values(fields)
  return {
    names: columns.map(({ name }) => name).join(', '),
    columns: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
    reads: Object.keys(fields).map(key => readers[key as keyof F]),
  }
}

/** For UPDATE: the columns in their order, each set to a parameter. */
export function assignColumns<Row>({ columns }: Writes<Row>, firstParameter: number): string {
  return Object.keys(columns)
    .map((name, index) => `${name} = $${firstParameter + index}`)
    .join(', ')
}
