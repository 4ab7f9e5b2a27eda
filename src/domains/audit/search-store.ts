import type { AuditAction, AuditAuthor } from '../../contract/desk-audit.ts'
import type { Database, Statement } from '../../platform/db/database.ts'
import type { AuditEntry } from './chain.ts'
import { chainNotes, ENTRY_COLUMNS } from './store.ts'

/** What is looked for; everything given must hold. */
export interface AuditFilter {
  readonly operatorId?: string | undefined
  /** Only entries without an operator, of this author. */
  readonly author?: AuditAuthor | undefined
  readonly action?: AuditAction | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  /** Entries before it. */
  readonly until?: Date | undefined
}

/** Entries that one page reads through at most: a filter that nearly nothing meets must not read the whole log. */
const MAX_SCANNED = 20_000

/*
 * One statement for each index, each read from one point of time backwards: nothing else is a condition of the index, so
 * that no plan reads more than it must. The rest of the filter is applied to what the index finds.
 */
const BACKWARDS = `(at, position) < (coalesce((SELECT c.at FROM audit_entries c WHERE c.position = $1::bigint), $4::timestamptz, 'infinity'), $1::bigint)
  ORDER BY at DESC, position DESC LIMIT ${MAX_SCANNED}`
/* In the order of the scan. Its last entry comes along, found or not, so that the next page goes on behind it. */
const FOUND = `SELECT ${ENTRY_COLUMNS}, "isFound", "isLastRead" FROM (
    SELECT s.*, row_number() OVER () = ${MAX_SCANNED} AND at >= coalesce($3::timestamptz, '-infinity') AS "isLastRead",
      at >= coalesce($3::timestamptz, '-infinity')
      AND ($5::text IS NULL OR operator_id = $5) AND ($6::text IS NULL OR action = $6) AND ($7::text IS NULL OR subject = $7)
      AND ($8::text IS NULL OR (operator_id IS NULL AND details::jsonb ->> 'by' = $8)) AS "isFound"
    FROM scanned s
  ) f WHERE "isFound" OR "isLastRead" LIMIT $2`

const FIND_BY_TIME: Statement = {
  name: 'audit.find-by-time',
  text: `WITH scanned AS (SELECT * FROM audit_entries WHERE ${BACKWARDS}) ${FOUND}`,
}
const FIND_BY_OPERATOR: Statement = {
  name: 'audit.find-by-operator',
  text: `WITH scanned AS (SELECT * FROM audit_entries WHERE operator_id = $5 AND ${BACKWARDS}) ${FOUND}`,
}
const FIND_BY_ACTION: Statement = {
  name: 'audit.find-by-action',
  text: `WITH scanned AS (SELECT * FROM audit_entries WHERE action = $6 AND ${BACKWARDS}) ${FOUND}`,
}
const FIND_BY_SUBJECT: Statement = {
  name: 'audit.find-by-subject',
  text: `WITH scanned AS (SELECT * FROM audit_entries WHERE subject = $7 AND ${BACKWARDS}) ${FOUND}`,
}

/** The index that leaves the fewest entries to read. */
function chooseStatement({ subject, operatorId, action }: AuditFilter): Statement {
  if (subject !== undefined) return FIND_BY_SUBJECT
  if (operatorId !== undefined) return FIND_BY_OPERATOR
  return action === undefined ? FIND_BY_TIME : FIND_BY_ACTION
}

export interface FoundEntries {
  readonly entries: readonly AuditEntry[]
  /** The position to go on before, undefined at the end. A page may hold fewer entries than it could. */
  readonly next: number | undefined
}

/** The newest first, those just written included. */
export async function findAuditEntries(
  db: Database,
  filter: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<FoundEntries> {
  await chainNotes(db)
  const { from, until, operatorId, action, subject, author } = filter
  const rows = await db.run<AuditEntry & { isFound: boolean; isLastRead: boolean }>(chooseStatement(filter), [
    // No position: entries at the very end of the days are not within them.
    before ?? 0,
    limit,
    from ?? null,
    until ?? null,
    operatorId ?? null,
    action ?? null,
    subject ?? null,
    author ?? null,
  ])
  const last = rows.at(-1)
  const isMore = rows.length === limit || last?.isLastRead === true
  return { entries: rows.filter(({ isFound }) => isFound), next: isMore ? last?.position : undefined }
}
