import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../../platform/db/removal.ts'

const INSERT: Statement = {
  name: 'customer-sessions.insert',
  text: `INSERT INTO customer_sessions (session_hash, cpf_index, phone_index, opened_at, last_seen_at, mac)
    VALUES ($1, $2, $3, $4, $4, $5)`,
}
const COLUMNS = `session_hash AS "sessionHash", cpf_index AS "cpfIndex", phone_index AS "phoneIndex", opened_at AS "openedAt",
  last_seen_at AS "lastSeenAt", mac`
const FIND: Statement = {
  name: 'customer-sessions.find',
  text: `SELECT ${COLUMNS} FROM customer_sessions WHERE session_hash = $1`,
}
const LIST: Statement = {
  name: 'customer-sessions.list',
  text: `SELECT ${COLUMNS} FROM customer_sessions WHERE opened_at > $1`,
}
const TOUCH: Statement = {
  name: 'customer-sessions.touch',
  text: 'UPDATE customer_sessions SET last_seen_at = $2 WHERE session_hash = $1 AND last_seen_at < $2',
}
const REMOVE: Statement = {
  name: 'customer-sessions.remove',
  text: 'DELETE FROM customer_sessions WHERE session_hash = $1',
}
const REMOVE_OLD: Statement = {
  name: 'customer-sessions.remove-old',
  text: composeRemoval('customer_sessions', 'opened_at'),
}

export interface SessionRow {
  readonly sessionHash: Buffer
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly mac: Buffer
}

export async function insertSession(tx: Transaction, row: Omit<SessionRow, 'lastSeenAt'>): Promise<void> {
  await tx.run(INSERT, [row.sessionHash, row.cpfIndex, row.phoneIndex, row.openedAt, row.mac])
}

export async function findSessionRow(db: Queryable, sessionHash: Buffer): Promise<SessionRow | undefined> {
  return (await db.run<SessionRow>(FIND, [sessionHash]))[0]
}

export function listSessionRows(db: Queryable, openedAfter: Date): Promise<SessionRow[]> {
  return db.run<SessionRow>(LIST, [openedAfter])
}

export async function touchSession(db: Queryable, sessionHash: Buffer, now: Date): Promise<void> {
  await db.run(TOUCH, [sessionHash, now])
}

export async function removeSession(db: Queryable, sessionHash: Buffer): Promise<void> {
  await db.run(REMOVE, [sessionHash])
}

export function removeSessionsBefore(db: Queryable, openedBefore: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD, openedBefore)
}
