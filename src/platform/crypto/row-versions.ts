import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Queryable, Statement } from '../db/database.ts'
import type { MacTable } from './row-mac.ts'

/*
 * A MAC shows that the program wrote a row, not that the row is the newest: an older state can be put back. So each
 * new version of a row, and the end of one that can be ended, is also noted in the audit log, whose heads are signed and kept
 * outside the database. A row older than the noted version counts as forged. Functions of the database write and find
 * the notes, because the log belongs to the desk.
 */

/** The version of an ended row, for rows that can only be ended. */
export const ENDED = 1

/** An SQL expression: the newest version that was noted of the row whose id the expression names, or NULL. */
export const latestVersion = (table: MacTable, id: string): string =>
  `latest_row_version('${table}:' || ${id})`

/** An SQL expression that notes a version; the parameter holds `describeVersion`. Belongs into the statement that writes it. */
export const noteVersion = (table: MacTable, id: string, parameter: string): string =>
  `note_row_version('${table}:' || ${id}, ${parameter})`

export const describeVersion = (table: MacTable, version: number): string =>
  computeCanonicalJson({ by: 'program', table, version })

const FIND: Statement = {
  name: 'row-versions.find',
  text: `SELECT latest_row_version($1) AS version`,
}

/** 0 where none was noted. */
export async function findLatestVersion(db: Queryable, table: MacTable, id: string): Promise<number> {
  const [found] = await db.run<{ version: number | null }>(FIND, [`${table}:${id}`])
  return found?.version ?? 0
}
