import type { AuditAction, AuditAuthor, AuditRefusal } from '../../contract/desk.ts'
import type { Database, Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { computeCanonicalJson } from '../../platform/http/canonical-json.ts'
import {
  type AuditEntry,
  type AuditHead,
  type AuditSeal,
  computeAuditHash,
  FIRST_HEAD,
} from './audit-chain.ts'

// Arbitrary, but every process must use the same key.
const AUDIT_LOCK = 4_072_050

const ENTRY_COLUMNS = `position, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, operator_id AS "operatorId",
  action, subject, details, encode(hash, 'hex') AS hash`

/* Entries are chained in the order in which they are written: the next writer waits until this one commits. */
const LOCK_AUDIT: Statement = { name: 'audit.lock', text: 'SELECT pg_advisory_xact_lock($1)' }
const SELECT_HEAD: Statement = {
  name: 'audit.head',
  text: `SELECT position, encode(hash, 'hex') AS hash FROM audit_entries ORDER BY position DESC LIMIT 1`,
}
const INSERT_ENTRY: Statement = {
  name: 'audit.insert',
  text: `INSERT INTO audit_entries (position, at, operator_id, action, subject, details, hash)
    VALUES ($1, $2::timestamp AT TIME ZONE 'UTC', $3, $4, $5, $6, decode($7, 'hex'))`,
}
const LIST_ENTRIES: Statement = {
  name: 'audit.list',
  text: `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE position > $1 ORDER BY position LIMIT $2`,
}
const LIST_NEWEST: Statement = {
  name: 'audit.list-newest',
  text: `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE position < $1 ORDER BY position DESC LIMIT $2`,
}
const LIST_ABOUT: Statement = {
  name: 'audit.list-about',
  text: `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE subject = $1 ORDER BY position`,
}
const LIST_SEALS: Statement = {
  name: 'audit.list-seals',
  text: `SELECT position, encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature FROM audit_seals ORDER BY position`,
}
const SELECT_LAST_SEAL: Statement = {
  name: 'audit.last-seal',
  text: 'SELECT position FROM audit_seals ORDER BY position DESC LIMIT 1',
}
const INSERT_SEAL: Statement = {
  name: 'audit.insert-seal',
  text: `INSERT INTO audit_seals (position, hash, signature, sealed_at) VALUES ($1, decode($2, 'hex'), decode($3, 'hex'), $4)`,
}

type AuditDetails = Readonly<Record<string, string | number | boolean>> & {
  readonly why?: AuditRefusal
  readonly by?: AuditAuthor
}

/** What an operator saw or did. Details hold ids and codes, never personal data. */
export interface AuditNote {
  readonly operatorId: string | undefined
  readonly action: AuditAction
  readonly subject?: string | undefined
  readonly details?: AuditDetails
}

/** Call it last in a transaction: the next writer waits until the transaction ends. */
export async function appendAudit(tx: Transaction, note: AuditNote, now: Date): Promise<void> {
  const { operatorId, action, subject, details = {} } = note
  const [, [head = FIRST_HEAD]] = await Promise.all([
    tx.run(LOCK_AUDIT, [AUDIT_LOCK]),
    tx.run<AuditHead>(SELECT_HEAD, []),
  ])
  const entry = {
    position: head.position + 1,
    at: `${now.toISOString().slice(0, -1)}000`,
    operatorId: operatorId ?? null,
    action,
    subject: subject ?? null,
    details: computeCanonicalJson(details),
  }
  const hash = computeAuditHash(head.hash, entry)
  const { position, at } = entry
  await tx.run(INSERT_ENTRY, [position, at, entry.operatorId, action, entry.subject, entry.details, hash])
}

export function recordAudit(database: Database, note: AuditNote, now: Date): Promise<void> {
  return database.transaction(tx => appendAudit(tx, note, now))
}

export function listEntries(db: Queryable, after: number, limit: number): Promise<AuditEntry[]> {
  return db.run<AuditEntry>(LIST_ENTRIES, [after, limit])
}

/** The newest first. */
export function listNewestEntries(db: Queryable, before: number, limit: number): Promise<AuditEntry[]> {
  return db.run<AuditEntry>(LIST_NEWEST, [before, limit])
}

/** All entries about one purchase, case or invoice. */
export function listEntriesAbout(db: Queryable, subject: string): Promise<AuditEntry[]> {
  return db.run<AuditEntry>(LIST_ABOUT, [subject])
}

export function listSeals(db: Queryable): Promise<AuditSeal[]> {
  return db.run<AuditSeal>(LIST_SEALS, [])
}

/** The head, if no seal covers it yet. No entry can be added until the transaction ends. */
export async function lockUnsealedHead(tx: Transaction): Promise<AuditHead | undefined> {
  const [, [head], [seal]] = await Promise.all([
    tx.run(LOCK_AUDIT, [AUDIT_LOCK]),
    tx.run<AuditHead>(SELECT_HEAD, []),
    tx.run<{ position: number }>(SELECT_LAST_SEAL, []),
  ])
  return head !== undefined && head.position > (seal?.position ?? 0) ? head : undefined
}

export async function insertSeal(tx: Transaction, seal: AuditSeal, now: Date): Promise<void> {
  await tx.run(INSERT_SEAL, [seal.position, seal.hash, seal.signature, now])
}
