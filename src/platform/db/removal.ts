import type { Queryable, Statement } from './database.ts'

const STEP = 1_000
/** The rest waits for the next run: a backlog must not keep one job for hours. */
const MAX_STEPS = 200

/**
 * Removes at most $2 rows whose column is before $1, oldest first: the column needs an index. The condition is repeated
 * because a row may change between being found and being removed, in a form that no index is used for: the second look
 * must go straight to the rows found. `condition` is about columns that never change.
 */
export function composeRemoval(table: string, column: string, condition?: string): string {
  const only = condition === undefined ? '' : ` AND ${condition}`
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < $1${only} ORDER BY ${column} LIMIT $2))
    AND (${column} < $1) IS TRUE RETURNING true`
}

/** Step by step, so that no statement is long and no lock is held for long, however much there is to remove. */
export async function removeInSteps(db: Queryable, removal: Statement, before: Date): Promise<number> {
  let removed = 0
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const count = (await db.run(removal, [before, STEP])).length
    removed += count
    if (count < STEP) break
  }
  return removed
}
