import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/kernel/ids.ts'
import type { Column, Table } from './catalog.ts'

/** One statement of the intruder about one row. `$1` is the row as JSON, `$2` another row of the table. */
export interface Mutation {
  readonly table: string
  /** A column, or what is done to the whole row. */
  readonly what: string
  readonly text: string
  readonly values: readonly unknown[]
}

export type Row = Readonly<Record<string, unknown>>

const quote = (name: string): string => `"${name}"`
const FACTOR = 50
const BOUGHT_CENTAVOS = 4_500_000
const ID = /^[0-9a-f]{24}$/
const NUMBER = /^(?:smallint|integer|bigint|numeric|double precision|real)$/

/** What the guards of a table ask of every change, which an intruder who reads the schema adds. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  transactions: ['move_count = move_count + 1'],
}

/** Another value of the same type, as an SQL expression over the row, or a value to bind. */
type Change = { readonly how: string } & ({ readonly sql: string } | { readonly value: unknown })

/** Changes of single columns, copies of whole rows, invented rows and removals: everything that rights allow. */
export function listMutations(table: Table, row: Row, other: Row | undefined): Mutation[] {
  return [
    ...table.columns
      .filter(column => column.isUpdatable)
      .flatMap(column => changeColumn(table, column, row, other)),
    ...(other === undefined ? [] : copyOther(table, row, other)),
    ...(table.mayInsert ? insertCopies(table, row, other) : []),
    ...(table.mayDelete
      ? [
          {
            table: table.name,
            what: 'row removed',
            text: `DELETE FROM ${quote(table.name)} ${whereKey(table)}`,
            values: [row],
          },
        ]
      : []),
  ]
}

function changeColumn(table: Table, column: Column, row: Row, other: Row | undefined): Mutation[] {
  const companions = (COMPANIONS[table.name] ?? []).filter(each => !each.startsWith(`${column.name} `))
  return listChanges(column, row[column.name], other?.[column.name]).map(change => {
    const value = 'sql' in change ? change.sql : `$2::${column.type}`
    const sets = [`${quote(column.name)} = ${value}`, ...companions].join(', ')
    return {
      table: table.name,
      what: `${column.name} ${change.how}`,
      text: `UPDATE ${quote(table.name)} SET ${sets} ${whereKey(table)}`,
      values: 'sql' in change ? [row] : [row, change.value],
    }
  })
}

/** By the primary key of the row as it was read. */
function whereKey({ name, key, columns }: Table): string {
  const names = key.length > 0 ? key : columns.map(column => column.name)
  const record = `(jsonb_populate_record(NULL::${quote(name)}, $1::jsonb))`
  return `WHERE ${names.map(each => `${quote(each)} IS NOT DISTINCT FROM ${record}.${quote(each)}`).join(' AND ')}`
}

function listChanges(column: Column, current: unknown, foreign: unknown): Change[] {
  const { name, type, isNullable, allowed } = column
  const own = quote(name)
  const empty: Change[] = isNullable && current !== null ? [{ how: '→ null', sql: 'NULL' }] : []
  const taken: Change[] =
    foreign !== null && foreign !== undefined && !isSame(foreign, current)
      ? [{ how: '→ another row’s', value: type.startsWith('json') ? JSON.stringify(foreign) : foreign }]
      : []
  if (NUMBER.test(type))
    return [
      ...(current === null
        ? [{ how: `→ ${BOUGHT_CENTAVOS}`, sql: type === 'bigint' ? String(BOUGHT_CENTAVOS) : '1' }]
        : [
            ...(current === 0 ? [] : [{ how: `× ${FACTOR}`, sql: `${own} * ${FACTOR}` }]),
            ...(current === 1 ? [] : [{ how: '→ 1', sql: '1' }]),
            ...(current === 0 ? [] : [{ how: '→ 0', sql: '0' }]),
          ]),
      ...empty,
    ]
  if (type === 'boolean') return [{ how: 'flipped', sql: `NOT coalesce(${own}, false)` }, ...empty]
  if (/^timestamp/.test(type) || type === 'date')
    return current === null
      ? [{ how: '→ now', sql: `timestamptz '2026-03-10T15:00:00Z'` }]
      : [
          { how: '+ 40 days', sql: `${own} + interval '40 days'` },
          { how: '− 40 days', sql: `${own} - interval '40 days'` },
          ...empty,
        ]
  if (type === 'bytea' || type.endsWith('[]')) return [...taken, ...empty]
  if (type === 'json' || type === 'jsonb') return [...raiseAmounts(current), ...taken, ...empty]
  if (allowed.length > 0)
    return [
      ...allowed.filter(value => value !== current).map(value => ({ how: `→ ${value}`, value })),
      ...empty,
    ]
  const plausible =
    typeof current === 'string' && ID.test(current)
      ? { how: '→ new id', value: newId() }
      : { how: 'altered', sql: `coalesce(${own}, '') || '1'` }
  return [...taken, ...(taken.length === 0 ? [plausible] : []), ...empty]
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function raiseAmounts(json: unknown): Change[] {
  const raised = multiply(json)
  return isSame(raised, json) ? [] : [{ how: `amounts × ${FACTOR}`, value: JSON.stringify(raised) }]
}

/** Every figure of money in a document. */
function multiply(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(multiply)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      /centavos|amount|value|limit/i.test(name) && (typeof value === 'number' || Array.isArray(value))
        ? scale(value)
        : multiply(value),
    ]),
  )
}

const scale = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(scale) : typeof value === 'number' ? value * FACTOR : multiply(value)

/** The other row's content, with its MAC, under this row's key. */
function copyOther(table: Table, row: Row, other: Row): Mutation[] {
  const columns = table.columns.filter(
    ({ name, isUpdatable, isUnique, isGenerated }) =>
      isUpdatable && !isUnique && !isGenerated && !table.key.includes(name),
  )
  if (columns.length < 2) return []
  const companions = (COMPANIONS[table.name] ?? []).map(each => each.split(' ')[0])
  const sets = columns
    .filter(({ name }) => !companions.includes(name))
    .map(
      ({ name }) =>
        `${quote(name)} = (jsonb_populate_record(NULL::${quote(table.name)}, $2::jsonb)).${quote(name)}`,
    )
  return [
    {
      table: table.name,
      what: 'whole row of another',
      text: `UPDATE ${quote(table.name)} SET ${[...sets, ...(COMPANIONS[table.name] ?? [])].join(', ')} ${whereKey(table)}`,
      values: [row, other],
    },
  ]
}

function insertCopies(table: Table, row: Row, other: Row | undefined): Mutation[] {
  const columns = table.columns.filter(({ isGenerated }) => !isGenerated)
  const list = columns.map(({ name }) => quote(name)).join(', ')
  const text = `INSERT INTO ${quote(table.name)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_record(NULL::${quote(table.name)}, $1::jsonb)`
  const fresh = Object.fromEntries(
    columns
      .filter(({ name, isUnique }) => isUnique || table.key.includes(name))
      .flatMap(column => freshValue(table, column, row, other)),
  )
  const raised = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (typeof value === 'number' && name.endsWith('_centavos')) return [[name, value * FACTOR]]
      return typeof value === 'object' ? [[name, multiply(value)]] : []
    }),
  )
  const copies: Mutation[] = [{ table: table.name, what: 'row copied', text, values: [{ ...row, ...fresh }] }]
  if (!isSame({ ...row, ...raised }, row))
    copies.push({
      table: table.name,
      what: `row copied, amounts × ${FACTOR}`,
      text,
      values: [{ ...row, ...raised, ...fresh }],
    })
  return copies
}

/** Of a key of several columns only numbers and own ids are new: the others name what the row belongs to. */
function freshValue(
  { key }: Table,
  { name, type }: Column,
  row: Row,
  other: Row | undefined,
): [string, unknown][] {
  const current = row[name]
  if (current === null || current === undefined) return []
  const isWhole = key.length === 1 && key[0] === name
  if (NUMBER.test(type)) return [[name, Number(current) + 1_000]]
  if (type === 'bytea') return [[name, `\\x${randomBytes(String(current).length / 2 - 1).toString('hex')}`]]
  if (type !== 'text') return []
  if (ID.test(String(current))) {
    if (isWhole || name === 'id') return [[name, newId()]]
    const foreign = other?.[name]
    return foreign === null || foreign === undefined || isSame(foreign, current) ? [] : [[name, foreign]]
  }
  // One character is another one, so that its form stays.
  const text = String(current)
  return [[name, `${text.slice(0, -1)}${text.endsWith('7') ? '8' : '7'}`]]
}
