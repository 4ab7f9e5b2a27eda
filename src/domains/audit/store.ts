import type { AuditAction, AuditAuthor, AuditRefusal } from '../../contract/desk-audit.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Database, Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import { type AuditEntry, type AuditHead, type AuditSeal, computeAuditHash, FIRST_HEAD } from './chain.ts'

// Arbitrary, but every process must use the same key.
const AUDIT_LOCK = 4_072_050

const NOTE_COLUMNS = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, operator_id,
  action, subject, details, staff_id, retailer_id`
const ENTRY_COLUMNS = `position, ${NOTE_COLUMNS}, encode(hash, 'hex') AS hash`
const PAGE = 500

const INSERT_NOTE: Statement = {
  name: 'audit.note',
  text: `INSERT INTO audit_notes (at, operator_id, action, subject, details, staff_id, retailer_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIST_NOTES: Statement = {
  name: 'audit.list-notes',
  text: `SELECT id, ${NOTE_COLUMNS} FROM audit_notes ORDER BY id LIMIT $1`,
}
const COUNT_NOTES: Statement = {
  name: 'audit.count-notes',
  text: 'SELECT count(*) AS count FROM audit_notes',
}
const DELETE_NOTES: Statement = {
  name: 'audit.delete-notes',
  text: 'DELETE FROM audit_notes WHERE id = ANY ($1)',
}
/* One at a time chains notes: each entry holds the hash of the one before. */
const LOCK_AUDIT: Statement = { name: 'audit.lock', text: 'SELECT pg_advisory_xact_lock($1)' }
const SELECT_HEAD: Statement = {
  name: 'audit.head',
  text: `SELECT position, encode(hash, 'hex') AS hash FROM audit_entries ORDER BY position DESC LIMIT 1`,
}
interface ChainedNote {
  readonly position: number
  readonly noteId: number
  readonly hash: Buffer
}

const INSERT_ENTRIES: RowStatement<ChainedNote> = {
  name: 'audit.insert',
  columns: { position: 'bigint', noteId: 'bigint', hash: 'bytea' },
  text: `INSERT INTO audit_entries (position, note_id, at, operator_id, action, subject, details, staff_id, retailer_id, hash)
    SELECT c.position, n.id, n.at, n.operator_id, n.action, n.subject, n.details, n.staff_id, n.retailer_id, c.hash
    FROM rows c JOIN audit_notes n ON n.id = c.note_id`,
}
const LIST_ENTRIES: Statement = {
  name: 'audit.list',
  text: `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE position > $1 ORDER BY position LIMIT $2`,
}
const LIST_ABOUT: Statement = {
  name: 'audit.list-about',
  text: `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE subject = $1 ORDER BY position`,
}
/* A note becomes an entry in one transaction, so that one of the two is always seen. */
const LIST_NOTES_ABOUT: Statement = {
  name: 'audit.list-notes-about',
  text: `SELECT operator_id, action, details FROM audit_entries WHERE subject = $1 AND strpos(details, $2) > 0
    UNION ALL
    SELECT operator_id, action, details FROM audit_notes WHERE subject = $1 AND strpos(details, $2) > 0`,
}
const LIST_NOTES_OF: Statement = {
  name: 'audit.list-notes-of',
  text: `SELECT subject, at, details FROM audit_entries WHERE action = $1
    UNION ALL
    SELECT subject, at, details FROM audit_notes WHERE action = $1
    ORDER BY at`,
}
const LIST_SEALS: Statement = {
  name: 'audit.list-seals',
  text: `SELECT position, encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature, version
    FROM audit_seals ORDER BY position`,
}
const LIST_LAST_SEALS: Statement = {
  name: 'audit.list-last-seals',
  text: `SELECT position, encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature, version
    FROM audit_seals ORDER BY position DESC LIMIT 2`,
}
const SELECT_HASH: Statement = {
  name: 'audit.hash-at',
  text: `SELECT encode(hash, 'hex') AS hash FROM audit_entries WHERE position = $1`,
}
const INSERT_SEAL: Statement = {
  name: 'audit.insert-seal',
  text: `INSERT INTO audit_seals (position, hash, signature, version, sealed_at)
    VALUES ($1, decode($2, 'hex'), decode($3, 'hex'), $4, $5)`,
}

type AuditDetails = Readonly<Record<string, string | number | boolean>> & {
  readonly why?: AuditRefusal
  readonly by?: AuditAuthor
}

/** A person of a retailer, and the retailer that the action was about. */
export interface AuditStaff {
  readonly personId: string | undefined
  readonly retailerId: string
}

/** What an operator, or a person of a retailer, saw or did. Details hold ids and codes, never personal data. */
interface AuditNote {
  readonly operatorId?: string | undefined
  /** Listed in the retailer's own log too. */
  readonly staff?: AuditStaff | undefined
  readonly action: AuditAction
  readonly subject?: string | undefined
  readonly details?: AuditDetails
}

/** Written in the transaction of the action; `chainNotes` makes it an entry of the chain once that is committed. */
export async function appendAudit(tx: Queryable, note: AuditNote, now: Date): Promise<void> {
  const { operatorId, staff, action, subject } = note
  const details = staff === undefined ? note.details : { by: 'retailer' as const, ...note.details }
  const about = [operatorId ?? null, action, subject ?? null, computeCanonicalJson(details ?? {})]
  await tx.run(INSERT_NOTE, [now, ...about, staff?.personId ?? null, staff?.retailerId ?? null])
}

export function recordAudit(database: Database, note: AuditNote, now: Date): Promise<void> {
  return appendAudit(database, note, now)
}

/**
 * Makes every committed note an entry of the chain. Separate from writing them, because the hash of the entry before
 * would serialise all that is audited, each until its commit.
 */
export async function chainNotes(database: Database): Promise<void> {
  while ((await database.transaction(chainPage)) === PAGE);
}

type WaitingNote = Omit<AuditEntry, 'position' | 'hash'> & { readonly id: number }

async function chainPage(tx: Transaction): Promise<number> {
  const [, [last = FIRST_HEAD], notes] = await Promise.all([
    tx.run(LOCK_AUDIT, [AUDIT_LOCK]),
    tx.run<AuditHead>(SELECT_HEAD, []),
    tx.run<WaitingNote>(LIST_NOTES, [PAGE]),
  ])
  if (notes.length === 0) return 0
  let head = last
  const chained = notes.map(({ id, ...note }) => {
    const position = head.position + 1
    head = { position, hash: computeAuditHash(head.hash, { ...note, position }) }
    return { position, noteId: id, hash: Buffer.from(head.hash, 'hex') }
  })
  sendRows(tx, INSERT_ENTRIES, chained)
  tx.send(DELETE_NOTES, [notes.map(({ id }) => id)])
  return notes.length
}

/** Notes that are not in the chain yet. */
export async function countNotes(db: Queryable): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_NOTES, []))[0]?.count ?? 0
}

export function listEntries(db: Queryable, after: number, limit: number): Promise<AuditEntry[]> {
  return db.run<AuditEntry>(LIST_ENTRIES, [after, limit])
}

/** All entries about one purchase, case or invoice. */
export async function listEntriesAbout(db: Database, subject: string): Promise<AuditEntry[]> {
  await chainNotes(db)
  return db.run<AuditEntry>(LIST_ABOUT, [subject])
}

/** What was noted about a subject with this id among its details, chained or not. */
export function listNotesAbout(
  db: Queryable,
  subject: string,
  mentioned: string,
): Promise<Pick<AuditEntry, 'operatorId' | 'action' | 'details'>[]> {
  return db.run(LIST_NOTES_ABOUT, [subject, mentioned])
}

interface ActionNote {
  readonly subject: string | null
  readonly at: Date
  readonly details: string
}

/** Everything that was noted of a rare action, chained or not, the oldest first. */
export function listNotesOf(db: Queryable, action: AuditAction): Promise<ActionNote[]> {
  return db.run<ActionNote>(LIST_NOTES_OF, [action])
}

export function listSeals(db: Queryable): Promise<AuditSeal[]> {
  return db.run<AuditSeal>(LIST_SEALS, [])
}

/** The last one first. */
export function listLastSeals(db: Queryable): Promise<AuditSeal[]> {
  return db.run<AuditSeal>(LIST_LAST_SEALS, [])
}

/** The head and the last two seals, the last one first. Nothing is chained until the transaction ends. */
export async function lockHead(
  tx: Transaction,
): Promise<{ readonly head: AuditHead | undefined; readonly seals: readonly AuditSeal[] }> {
  const [, [head], seals] = await Promise.all([
    tx.run(LOCK_AUDIT, [AUDIT_LOCK]),
    tx.run<AuditHead>(SELECT_HEAD, []),
    tx.run<AuditSeal>(LIST_LAST_SEALS, []),
  ])
  return { head, seals }
}

export async function findHashAt(db: Queryable, position: number): Promise<string | undefined> {
  return (await db.run<{ hash: string }>(SELECT_HASH, [position]))[0]?.hash
}

export async function insertSeal(tx: Transaction, seal: AuditSeal, now: Date): Promise<void> {
  await tx.run(INSERT_SEAL, [seal.position, seal.hash, seal.signature, seal.version, now])
}

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
const FOUND = `SELECT ${ENTRY_COLUMNS}, is_found, is_last_read FROM (
    SELECT s.*, row_number() OVER () = ${MAX_SCANNED} AND at >= coalesce($3::timestamptz, '-infinity') AS is_last_read,
      at >= coalesce($3::timestamptz, '-infinity')
      AND ($5::text IS NULL OR operator_id = $5) AND ($6::text IS NULL OR action = $6) AND ($7::text IS NULL OR subject = $7)
      AND ($8::text IS NULL OR (operator_id IS NULL AND details::jsonb ->> 'by' = $8)) AS is_found
    FROM scanned s
  ) f WHERE is_found OR is_last_read LIMIT $2`

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

/** What is looked for among the entries of one retailer; everything given must hold. */
export interface RetailerAuditFilter {
  readonly retailerId: string
  readonly staffId?: string | undefined
  readonly action?: AuditAction | undefined
  readonly from?: Date | undefined
  /** Entries before it. */
  readonly until?: Date | undefined
}

const FIND_OF_RETAILER: Statement = {
  name: 'audit.find-of-retailer',
  text: `WITH scanned AS (
      SELECT * FROM audit_entries
      WHERE retailer_id = $5
        AND (at, position) < (coalesce((SELECT c.at FROM audit_entries c WHERE c.position = $1::bigint), $4::timestamptz, 'infinity'),
          coalesce(nullif($1::bigint, 0), 9223372036854775807))
      ORDER BY at DESC, position DESC LIMIT ${MAX_SCANNED}
    ) SELECT ${ENTRY_COLUMNS}, is_found, is_last_read FROM (
      SELECT s.*, row_number() OVER () = ${MAX_SCANNED} AND at >= coalesce($3::timestamptz, '-infinity') AS is_last_read,
        at >= coalesce($3::timestamptz, '-infinity') AND at < coalesce($4::timestamptz, 'infinity')
        AND ($6::text IS NULL OR staff_id = $6) AND ($7::text IS NULL OR action = $7) AS is_found
      FROM scanned s
    ) f WHERE is_found OR is_last_read LIMIT $2`,
}

/** What people of one retailer did, the newest first, those just written included. */
export async function findRetailerEntries(
  db: Database,
  { retailerId, staffId, action, from, until }: RetailerAuditFilter,
  before: number | undefined,
  limit: number,
): Promise<FoundEntries> {
  await chainNotes(db)
  const days = [from ?? null, until ?? null]
  const values = [before ?? 0, limit, ...days, retailerId, staffId ?? null, action ?? null]
  return toPage(await db.run<FoundRow>(FIND_OF_RETAILER, values), limit)
}

type FoundRow = AuditEntry & { readonly isFound: boolean; readonly isLastRead: boolean }

function toPage(rows: readonly FoundRow[], limit: number): FoundEntries {
  const last = rows.at(-1)
  const isMore = rows.length === limit || last?.isLastRead === true
  return { entries: rows.filter(({ isFound }) => isFound), next: isMore ? last?.position : undefined }
}

interface FoundEntries {
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
  const rows = await db.run<FoundRow>(chooseStatement(filter), [
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
  return toPage(rows, limit)
}
