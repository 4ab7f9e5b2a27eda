import type { Queryable, Statement } from './database.ts'
import { sqlStateOf } from './database-errors.ts'

/*
 * Tables that are stored in parts, by the time that their ids begin with. The program may not change the schema:
 * functions of the database's owner create partitions in advance and drop them when nobody needs them. They know
 * which tables these are.
 */
const LIST: Statement = {
  name: 'partitions.list',
  text: `SELECT c.relname AS name, substring(b.bounds FROM 'FROM \\(''([0-9a-f]+)''\\)') AS lower,
      substring(b.bounds FROM 'TO \\(''([0-9a-f]+)''\\)') AS upper
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bounds) b
    WHERE i.inhparent = to_regclass($1) AND b.bounds <> 'DEFAULT' ORDER BY upper`,
}
const ADD: Statement = {
  name: 'partitions.add',
  text: 'SELECT add_partition($1, $2, $3) AS is_done',
}
/** A table of that name exists: another process created it at the same moment. */
const MADE_BY_ANOTHER = '42P07'
const DROP: Statement = {
  name: 'partitions.drop',
  text: 'SELECT drop_partition($1, $2) AS is_done',
}
const EMPTY_REST: Statement = {
  name: 'partitions.empty-rest',
  text: 'SELECT empty_rest($1, $2) AS count',
}

export interface Partition {
  readonly name: string
  /** Null for the part of everything before. */
  readonly lower: string | null
  readonly upper: string
}

/** In the order of time, without the one for rows that belong to no other. */
export function listPartitions(db: Queryable, table: string): Promise<Partition[]> {
  return db.run<Partition>(LIST, [table])
}

/** False when it exists, or when rows of this time were stored before it: they stay in the default partition. */
export async function addPartition(
  db: Queryable,
  table: string,
  { lower, upper }: { readonly lower: string; readonly upper: string },
): Promise<boolean> {
  try {
    return (await db.run<{ isDone: boolean }>(ADD, [table, lower, upper]))[0]?.isDone ?? false
  } catch (error) {
    if (sqlStateOf(error) === MADE_BY_ANOTHER) return false
    throw error
  }
}

/** False while it is needed. */
export async function dropPartition(db: Queryable, table: string, name: string): Promise<boolean> {
  return (await db.run<{ isDone: boolean }>(DROP, [table, name]))[0]?.isDone ?? false
}

/** Removes at most so many past rows that belong to no partition. */
export async function emptyRest(db: Queryable, table: string, most: number): Promise<number> {
  return (await db.run<{ count: number }>(EMPTY_REST, [table, most]))[0]?.count ?? 0
}
