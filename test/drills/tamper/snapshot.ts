import type { Client } from 'pg'
import type { Table } from './catalog.ts'

/** Rows that were written since a moment, and a way back to it. */
export interface Snapshot {
  /** Puts every table back as it was. */
  restore(): Promise<void>
}

interface Mark {
  readonly counts: ReadonlyMap<string, number>
  readonly xid: number
}

const quote = (name: string): string => `"${name}"`

/** The transaction from which on rows are new; its own number is used up. */
export async function readXid(administrator: Client): Promise<number> {
  const { rows } = await administrator.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')
  return Number(rows[0]?.xid)
}

async function mark(administrator: Client, tables: readonly Table[]): Promise<Mark> {
  const xid = await readXid(administrator)
  const { rows } = await administrator.query<{ name: string; count: string }>(
    tables
      .map(({ name }) => `SELECT '${name}' AS name, count(*) AS count FROM ${quote(name)}`)
      .join(' UNION ALL '),
  )
  return { xid, counts: new Map(rows.map(({ name, count }) => [name, Number(count)])) }
}

/** Copies all rows aside. The administrator's session is one that no trigger and no foreign key holds up. */
export async function takeSnapshot(administrator: Client, tables: readonly Table[]): Promise<Snapshot> {
  await administrator.query(
    ['DROP SCHEMA IF EXISTS saved CASCADE', 'CREATE SCHEMA saved']
      .concat(tables.map(({ name }) => `CREATE UNLOGGED TABLE saved.${quote(name)} AS TABLE ${quote(name)}`))
      .join(';'),
  )
  let marked = await mark(administrator, tables)
  return {
    async restore() {
      const changed = await listChanged(administrator, tables, marked)
      if (changed.length > 0)
        await administrator.query(
          ['BEGIN', ...changed.flatMap(composeWayBack(marked.xid)), 'COMMIT'].join(';'),
        )
      marked = { ...marked, xid: await readXid(administrator) }
    },
  }
}

async function listChanged(
  administrator: Client,
  tables: readonly Table[],
  { counts, xid }: Mark,
): Promise<Table[]> {
  const { rows } = await administrator.query<{ name: string; count: string; fresh: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*) AS count, count(*) FILTER (WHERE xmin::text::bigint >= ${xid}) AS fresh FROM ${quote(name)}`,
      )
      .join(' UNION ALL '),
  )
  const names = new Set(
    rows
      .filter(({ name, count, fresh }) => Number(fresh) > 0 || Number(count) !== counts.get(name))
      .map(row => row.name),
  )
  return tables.filter(({ name }) => names.has(name))
}

const composeWayBack =
  (xid: number) =>
  ({ name, columns, key }: Table): string[] => {
    const list = columns
      .filter(({ isGenerated }) => !isGenerated)
      .map(column => quote(column.name))
      .join(', ')
    const insert = `INSERT INTO ${quote(name)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM saved.${quote(name)} s`
    if (key.length === 0) return [`DELETE FROM ${quote(name)}`, insert]
    const isSame = key.map(column => `t.${quote(column)} = s.${quote(column)}`).join(' AND ')
    return [
      `DELETE FROM ${quote(name)} WHERE xmin::text::bigint >= ${xid}`,
      `${insert} WHERE NOT EXISTS (SELECT FROM ${quote(name)} t WHERE ${isSame})`,
    ]
  }
