import type { Role } from '../../contract/desk.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import { OPERATOR_COLUMNS, type OperatorRow } from './operator-store.ts'

export interface SessionRow extends OperatorRow {
  readonly sessionRole: Role
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly endedAt: Date | null
  readonly sessionMac: Buffer | null
}

const INSERT_SESSION: Statement = {
  name: 'operator-sessions.insert',
  text: `INSERT INTO operator_sessions (id_hash, operator_id, role, opened_at, last_seen_at, mac) VALUES ($1, $2, $3, $4, $4, $5)`,
}
const SELECT_SESSION: Statement = {
  name: 'operator-sessions.find',
  text: `SELECT s.role AS "sessionRole", s.opened_at AS "openedAt", s.last_seen_at AS "lastSeenAt", s.ended_at AS "endedAt",
      s.mac AS "sessionMac", ${OPERATOR_COLUMNS}
    FROM operator_sessions s JOIN operators o ON o.id = s.operator_id WHERE s.id_hash = $1`,
}
const TOUCH_SESSION: Statement = {
  name: 'operator-sessions.touch',
  text: 'UPDATE operator_sessions SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2 AND ended_at IS NULL',
}
/* Without its MAC a session stays ended, even if somebody takes the date away again. */
const END_SESSION: Statement = {
  name: 'operator-sessions.end',
  text: 'UPDATE operator_sessions SET ended_at = $2, mac = NULL WHERE id_hash = $1 AND ended_at IS NULL RETURNING operator_id',
}
const END_SESSIONS_OF: Statement = {
  name: 'operator-sessions.end-all',
  text: 'UPDATE operator_sessions SET ended_at = $2, mac = NULL WHERE operator_id = $1 AND ended_at IS NULL',
}
const REMOVE_OLD: Statement = {
  name: 'operator-sessions.remove-old',
  text: composeRemoval('operator_sessions', 'opened_at'),
}

export async function insertSession(
  tx: Transaction,
  session: {
    readonly idHash: Buffer
    readonly operatorId: string
    readonly role: Role
    readonly openedAt: Date
    readonly mac: Buffer
  },
): Promise<void> {
  const { idHash, operatorId, role, openedAt, mac } = session
  await tx.run(INSERT_SESSION, [idHash, operatorId, role, openedAt, mac])
}

export async function findSessionRow(db: Queryable, idHash: Buffer): Promise<SessionRow | undefined> {
  return (await db.run<SessionRow>(SELECT_SESSION, [idHash]))[0]
}

export async function touchSession(db: Queryable, idHash: Buffer, now: Date): Promise<void> {
  await db.run(TOUCH_SESSION, [idHash, now])
}

/** Returns false when the session had ended before. */
export async function endSessionRow(tx: Transaction, idHash: Buffer, now: Date): Promise<boolean> {
  return (await tx.run(END_SESSION, [idHash, now])).length === 1
}

export async function endSessionsOf(tx: Transaction, operatorId: string, now: Date): Promise<void> {
  await tx.run(END_SESSIONS_OF, [operatorId, now])
}

export async function removeSessionsBefore(db: Queryable, openedBefore: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, openedBefore)
}
