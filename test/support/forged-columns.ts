import type { Client } from 'pg'
import { asAdministratorOf } from './administrator.ts'
import type { TestApp } from './app.ts'

/** Another value of each type that the tables have. */
const OTHER_VALUES: Readonly<Record<string, (name: string) => string>> = {
  text: name => `coalesce(${name}, '') || '0'`,
  bytea: name => String.raw`${name} || '\x00'::bytea`,
  smallint: name => `${name} + 1`,
  integer: name => `${name} + 1`,
  bigint: name => `coalesce(${name}, 0) + 1`,
  date: name => `coalesce(${name}, '2026-01-01') + 1`,
  'timestamp with time zone': name => `coalesce(${name}, now()) + interval '1 second'`,
  'smallint[]': name => `array_append(${name}, 1::smallint)`,
  json: () => `'{"readable": true}'`,
}

export interface ForgedColumn {
  readonly name: string
  /** As an SQL expression. */
  readonly value: string
}

export interface RowToForge {
  readonly table: string
  /** An SQL condition that holds for this row, whichever value is changed. */
  readonly where: string
}

/** Somebody who administers the database: neither triggers nor rights nor checks stand in the way. */
export interface Forger {
  /** Every column of a table as it is in the database, with another value of its type. */
  listColumns(table: string): Promise<ForgedColumn[]>
  /** The value is put back afterwards. */
  withForged<T>(row: RowToForge, column: ForgedColumn, use: () => Promise<T>): Promise<T>
}

export function asForgerOf<T>(app: TestApp, work: (forger: Forger) => Promise<T>): Promise<T> {
  return asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    return work({
      listColumns: table => listColumns(client, table),
      withForged: (row, column, use) => withForged(client, row, column, use),
    })
  })
}

async function listColumns(client: Client, table: string): Promise<ForgedColumn[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name, type }) => {
    const value = OTHER_VALUES[type]?.(name)
    if (value === undefined) throw new Error(`no other value is known for ${table}.${name}, a ${type}`)
    return { name, value }
  })
}

async function withForged<T>(
  client: Client,
  { table, where }: RowToForge,
  { name, value }: ForgedColumn,
  use: () => Promise<T>,
): Promise<T> {
  await dropChecks(client, table)
  const { rows } = await client.query<{ before: unknown; ctid: string }>(
    `WITH old AS (SELECT ctid, ${name} AS before FROM ${table} WHERE ${where})
     UPDATE ${table} t SET ${name} = ${value} FROM old WHERE t.ctid = old.ctid RETURNING old.before, t.ctid::text`,
  )
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${where}: ${rows.length} rows`)
  try {
    return await use()
  } finally {
    await client.query(`UPDATE ${table} SET ${name} = $1 WHERE ctid = $2::tid`, [row.before, row.ctid])
  }
}

async function dropChecks(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  )
  for (const { name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
}
