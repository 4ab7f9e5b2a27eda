import { FIRST_KEY_ID } from '../crypto/sealed-box.ts'
import type { Queryable, Statement } from '../db/database.ts'
import type { SealedColumn } from './sealed-columns.ts'

const PAGE_ROWS = 500

export interface FoundBox {
  readonly key: readonly string[]
  /** Null when there is no box. */
  readonly keyId: number | null
}

/** Rows after the one with this key, in the order of the primary key, with the data keys of their boxes. */
export function listBoxes(
  db: Queryable,
  column: SealedColumn,
  after: readonly string[] | undefined,
): Promise<FoundBox[]> {
  return db.run<FoundBox>(composePage(column, after !== undefined), after ?? [])
}

function composePage({ table, column, key, isFileKey }: SealedColumn, isLater: boolean): Statement {
  const list = (prefix: string): string => key.map(name => `${prefix}${name}`).join(', ')
  const after = isLater
    ? `WHERE (${list('t.')}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`
    : ''
  const keyId = isFileKey ? `coalesce(box_key_id(t.${column}), ${FIRST_KEY_ID})` : `box_key_id(t.${column})`
  return {
    name: `reseal.list.${table}.${column}.${isLater ? 'later' : 'first'}`,
    text: `SELECT ARRAY[${key.map(name => `t.${name}::text`).join(', ')}] AS key, ${keyId} AS "keyId"
      FROM ${table} t ${after} ORDER BY ${list('t.')} LIMIT ${PAGE_ROWS}`,
  }
}

export interface BoxRow {
  readonly box: Buffer | null
  readonly salt: Buffer | null
}

export async function findBox(
  db: Queryable,
  { table, column, key, salt, isFileKey }: SealedColumn,
  of: readonly string[],
): Promise<BoxRow | undefined> {
  const where = key.map((name, index) => `t.${name} = $${index + 1}`).join(' AND ')
  const statement = {
    name: `reseal.find.${table}.${column}`,
    text: `SELECT t.${column} AS box, ${isFileKey ? 't.key_salt' : (salt ?? 'NULL::bytea')} AS salt
      FROM ${table} t WHERE ${where}`,
  }
  return (await db.run<BoxRow>(statement, of))[0]
}

const REPLACE: Statement = {
  name: 'reseal.replace',
  text: 'SELECT reseal_box($1, $2, $3, $4, $5) AS "isDone"',
}

/** False when somebody has changed or removed the box meanwhile. */
export async function replaceBox(
  db: Queryable,
  { table, column, key }: SealedColumn,
  of: readonly string[],
  boxes: { readonly before: Buffer | null; readonly after: Buffer },
): Promise<boolean> {
  const values = [`${table}.${column}`, key, of, boxes.before, boxes.after]
  return (await db.run<{ isDone: boolean }>(REPLACE, values))[0]?.isDone ?? false
}
