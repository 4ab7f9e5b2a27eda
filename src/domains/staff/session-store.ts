import type { ConsoleRole } from '../../contract/console.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'

export interface SessionRow {
  readonly idHash: Buffer
  readonly id: string
  readonly personId: string
  readonly retailerId: string
  readonly role: ConsoleRole
  readonly browser: string
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly endedAt: Date | null
  readonly mac: Buffer | null
}

const COLUMNS = `s.id_hash, s.id, s.person_id, s.retailer_id, s.role, s.browser, s.opened_at, s.last_seen_at,
  s.ended_at, s.mac`

const INSERT: Statement = {
  name: 'staff-sessions.insert',
  text: `INSERT INTO staff_sessions (id_hash, id, person_id, retailer_id, role, browser, opened_at, last_seen_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}
const SELECT: Statement = {
  name: 'staff-sessions.find',
  text: `SELECT ${COLUMNS} FROM staff_sessions s WHERE s.id_hash = $1`,
}
const LIST_OF_PERSON: Statement = {
  name: 'staff-sessions.list-of-person',
  text: `SELECT ${COLUMNS} FROM staff_sessions s WHERE s.person_id = $1 AND s.ended_at IS NULL ORDER BY s.last_seen_at DESC`,
}
const SELECT_LAST_RETAILER: Statement = {
  name: 'staff-sessions.find-last-retailer',
  text: 'SELECT s.retailer_id FROM staff_sessions s WHERE s.person_id = $1 ORDER BY s.last_seen_at DESC LIMIT 1',
}
const TOUCH: Statement = {
  name: 'staff-sessions.touch',
  text: 'UPDATE staff_sessions SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2 AND ended_at IS NULL',
}
/* Without its MAC a session stays ended, even if somebody takes the date away again. */
const END: Statement = {
  name: 'staff-sessions.end',
  text: 'UPDATE staff_sessions SET ended_at = $2, mac = NULL WHERE id_hash = $1 AND ended_at IS NULL RETURNING id',
}
const END_BY_ID: Statement = {
  name: 'staff-sessions.end-by-id',
  text: `UPDATE staff_sessions SET ended_at = $3, mac = NULL
    WHERE id = $1 AND person_id = $2 AND ended_at IS NULL RETURNING id`,
}
/* A reset waits for it, and then removes what was added in the session. */
const LOCK: Statement = {
  name: 'staff-sessions.lock',
  text: 'SELECT id FROM staff_sessions WHERE id_hash = $1 AND ended_at IS NULL FOR SHARE',
}
const END_ALL: Statement = {
  name: 'staff-sessions.end-all',
  text: `UPDATE staff_sessions SET ended_at = $2, mac = NULL
    WHERE person_id = $1 AND ended_at IS NULL AND ($3::text IS NULL OR retailer_id = $3) AND id IS DISTINCT FROM $4::text`,
}
const REMOVE_OLD: Statement = {
  name: 'staff-sessions.remove-old',
  text: composeRemoval('staff_sessions', 'opened_at'),
}

export async function insertSession(tx: Transaction, row: Omit<SessionRow, 'endedAt'>): Promise<void> {
  const { idHash, id, personId, retailerId, role, browser, openedAt, lastSeenAt, mac } = row
  await tx.run(INSERT, [idHash, id, personId, retailerId, role, browser, openedAt, lastSeenAt, mac])
}

export async function findSessionRow(db: Queryable, idHash: Buffer): Promise<SessionRow | undefined> {
  return (await db.run<SessionRow>(SELECT, [idHash]))[0]
}

/** Those that were not ended; some may be too old. */
export function listSessionRows(db: Queryable, personId: string): Promise<SessionRow[]> {
  return db.run<SessionRow>(LIST_OF_PERSON, [personId])
}

/** Where the person was last; undefined after a week without a session. */
export async function findLastRetailer(db: Queryable, personId: string): Promise<string | undefined> {
  return (await db.run<{ retailerId: string }>(SELECT_LAST_RETAILER, [personId]))[0]?.retailerId
}

export async function touchSession(db: Queryable, idHash: Buffer, now: Date): Promise<void> {
  await db.run(TOUCH, [idHash, now])
}

/** Returns false when the session had ended before. */
export async function endSessionRow(tx: Transaction, idHash: Buffer, now: Date): Promise<boolean> {
  return (await tx.run(END, [idHash, now])).length === 1
}

/** Returns false when the person has no such session. */
export async function endSessionById(
  tx: Transaction,
  id: string,
  personId: string,
  now: Date,
): Promise<boolean> {
  return (await tx.run(END_BY_ID, [id, personId, now])).length === 1
}

/** Returns false when the session has ended. */
export async function lockSession(tx: Transaction, idHash: Buffer): Promise<boolean> {
  return (await tx.run(LOCK, [idHash])).length === 1
}

/** All of a person, or those that show one retailer; `except` stays. */
export async function endSessionsOf(
  tx: Transaction,
  personId: string,
  now: Date,
  { retailerId, except }: { readonly retailerId?: string; readonly except?: string } = {},
): Promise<void> {
  await tx.run(END_ALL, [personId, now, retailerId ?? null, except ?? null])
}

export async function removeSessionsBefore(db: Queryable, openedBefore: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, openedBefore)
}
