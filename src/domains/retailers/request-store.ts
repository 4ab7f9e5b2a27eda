import { computeIdBound } from '../../kernel/ids.ts'
import type { Database, Queryable, Statement } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'

/** One request of a retailer's key. Nothing in it is about a person: `route` is the pattern, not the address. */
export interface RequestRow {
  readonly retailerId: string
  readonly trackId: string
  readonly keyId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly errorCode: string | null
  readonly durationMs: number
}

interface ListedRequest extends Omit<RequestRow, 'retailerId'> {
  /** The beginning and end of the key, as in the list of keys. */
  readonly keyHint: string
}

interface NewRequestRow extends RequestRow {
  readonly usedAt: Date
}

/*
 * Not synced to disk: a crash of the database may cost the last moments of the log, and no request waits for it. The
 * order by key keeps two processes from waiting for each other.
 */
const INSERT: RowStatement<NewRequestRow> = {
  name: 'api-requests.insert',
  columns: {
    retailerId: 'text',
    trackId: 'text',
    keyId: 'text',
    method: 'text',
    route: 'text',
    status: 'smallint',
    errorCode: 'text',
    durationMs: 'integer',
    usedAt: 'timestamptz',
  },
  text: `, used AS (
      INSERT INTO api_key_uses AS known (key_id, used_at) SELECT r.key_id, max(r.used_at) FROM rows r GROUP BY 1 ORDER BY 1
      ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
      WHERE known.used_at < excluded.used_at - interval '10 seconds'
    )
    INSERT INTO api_requests (retailer_id, track_id, key_id, method, route, status, error_code, duration_ms)
    SELECT r.retailer_id, r.track_id, r.key_id, r.method, r.route, r.status, r.error_code, r.duration_ms FROM rows r
    WHERE (SELECT set_config('synchronous_commit', 'off', true)) = 'off' ON CONFLICT DO NOTHING`,
}

/** So many rows are looked at for one page: the rest of a rare status, or of a rare key, is on the next one. */
const SCANNED = 5_000

const listBy = (name: string, condition: string): Statement => ({
  name: `api-requests.list-${name}`,
  text: `WITH scanned AS MATERIALIZED (
      SELECT r.track_id, r.key_id, r.method, r.route, r.status, r.error_code, r.duration_ms FROM api_requests r
      WHERE r.retailer_id = $1 AND r.track_id >= $2 AND r.track_id < $3${condition} ORDER BY r.track_id DESC LIMIT $7
    ), found AS (
      SELECT s.* FROM scanned s WHERE s.status BETWEEN $4 AND $5 AND ($8::text IS NULL OR s.key_id = $8)
      ORDER BY s.track_id DESC LIMIT $6
    )
    SELECT e.scanned, e.last_id, f.track_id, f.key_id, k.hint AS key_hint, f.method, f.route, f.status, f.error_code, f.duration_ms
    FROM (SELECT count(*) AS scanned, min(track_id) AS last_id FROM scanned) e
      LEFT JOIN (found f JOIN api_keys k ON k.id = f.key_id) ON true ORDER BY f.track_id DESC`,
})
const LIST = listBy('all', '')
const LIST_REFUSED = listBy('refused', ' AND r.status >= 400')
const REFUSED_FROM = 400

const LIST_WITH_PAST: Statement = {
  name: 'api-requests.list-retailers-with-past',
  text: `SELECT e.id FROM retailers e CROSS JOIN LATERAL (
      SELECT FROM api_requests r WHERE r.retailer_id = e.id AND r.track_id < $1 ORDER BY r.track_id LIMIT 1
    ) r ORDER BY e.id`,
}
const REMOVE: Statement = {
  name: 'api-requests.remove',
  text: `DELETE FROM api_requests WHERE retailer_id = $1 AND track_id = ANY (ARRAY(
      SELECT track_id FROM api_requests WHERE retailer_id = $1 AND track_id < $2 ORDER BY track_id LIMIT $3)) RETURNING true`,
}

export async function insertRequests(db: Queryable, rows: readonly NewRequestRow[]): Promise<void> {
  await runRows(db, INSERT, rows)
}

export interface RequestFilter {
  readonly trackId?: string | undefined
  /** Only of this key. */
  readonly keyId?: string | undefined
  readonly from?: Date | undefined
  /** The lowest and the highest that is wanted. */
  readonly statuses?: readonly [number, number] | undefined
  /** `next` of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

type FoundRow = { readonly scanned: number; readonly lastId: string | null } & (
  | ListedRequest
  | { readonly trackId: null }
)

/** Sorts after every id, in any collation. */
const LATEST = 'z'
const EVERY_STATUS = [0, 999] as const

/** The newest first. `next` is undefined when nothing is left. */
export async function listRequests(
  db: Queryable,
  retailerId: string,
  { trackId, keyId, from, statuses = EVERY_STATUS, after = LATEST, limit }: RequestFilter,
): Promise<{ readonly found: readonly ListedRequest[]; readonly next: string | undefined }> {
  const since = from === undefined ? '' : computeIdBound(from.getTime())
  const [lower, upper] = trackId === undefined ? [since, after] : [trackId, `${trackId}0`]
  const statement = statuses[0] >= REFUSED_FROM ? LIST_REFUSED : LIST
  const values = [retailerId, lower, upper, ...statuses, limit, SCANNED, keyId ?? null]
  const rows = await db.run<FoundRow>(statement, values)
  const found = rows.flatMap(row => (row.trackId === null ? [] : [row]))
  const [{ scanned = 0, lastId = null } = {}] = rows
  const isFull = found.length === limit
  const last = isFull ? found.at(-1)?.trackId : scanned === SCANNED ? lastId : null
  return { found, next: last === lastId && scanned < SCANNED ? undefined : (last ?? undefined) }
}

const KEPT_MS = 7 * 24 * 3_600_000
const STEP = 1_000
const LONGEST_MS = 45_000

/** By real time, as the ids were made. In steps that hold no lock for long; what is left waits for the next run. */
export async function removePastRequests(
  db: Database,
  now: Date,
  { step = STEP, longestMs = LONGEST_MS }: { readonly step?: number; readonly longestMs?: number } = {},
): Promise<number> {
  const endsAt = performance.now() + longestMs
  const before = computeIdBound(now.getTime() - KEPT_MS)
  let removed = 0
  for (const { id } of await db.run<{ id: string }>(LIST_WITH_PAST, [before]))
    for (let count = step; count === step && performance.now() < endsAt; removed += count)
      count = (await db.run(REMOVE, [id, before, step])).length
  return removed
}
