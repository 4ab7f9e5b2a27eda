import { createHash } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'

const SESSION_BYTES = 32
const SESSION_LIFE_MS = 30 * 24 * 3_600_000

const INSERT: Statement = {
  name: 'onboarding-sessions.insert',
  text: `INSERT INTO onboarding_sessions (session_hash, root_id, created_at, expires_at)
    SELECT $1, root_id, $3, $4 FROM onboardings WHERE transaction_id = $2 RETURNING root_id AS "rootId"`,
}
const FIND: Statement = {
  name: 'onboarding-sessions.find',
  text: `SELECT s.root_id FROM onboarding_sessions s JOIN onboardings o ON o.root_id = s.root_id
    WHERE s.session_hash = ANY ($1) AND o.transaction_id = $2 AND s.expires_at > $3 LIMIT 1`,
}
const REMOVE_EXPIRED: Statement = {
  name: 'onboarding-sessions.remove-expired',
  text: composeRemoval('onboarding_sessions', 'expires_at'),
}

/** Proves that the user of a device can read the customer's phone. */
export interface DeviceSession {
  readonly id: string
  /** The purchase with which the onboarding began; its replacements share the sessions. */
  readonly rootId: string
  readonly expiresAt: Date
}

/** Always a new id, so that a session id planted in the browser is worthless. */
export async function startSession(
  tx: Transaction,
  transactionId: string,
  now: Date,
): Promise<DeviceSession> {
  const id = takeRandomBytes(SESSION_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS)
  const [row] = await tx.run<{ rootId: string }>(INSERT, [hashSession(id), transactionId, now, expiresAt])
  if (row === undefined) throw new Error(`the onboarding of ${transactionId} was not opened`)
  return { id, rootId: row.rootId, expiresAt }
}

/** Whether one of these ids is a living session of this purchase. */
export async function hasSession(
  db: Queryable,
  transactionId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  if (sessionIds.length === 0) return false
  return (await db.run(FIND, [sessionIds.map(hashSession), transactionId, now])).length > 0
}

export function removeExpiredSessions(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_EXPIRED, now)
}

/** The id is as random as the hash is long, so the hash needs no key against guessing. */
function hashSession(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
