import type { Role } from '../../contract/desk.ts'
import { describeVersion, ENDED, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { PasskeyRow } from '../sign-in/index.ts'

export interface OperatorRow {
  readonly id: string
  readonly emailIndex: Buffer
  readonly profile: Buffer
  readonly role: Role
  readonly passwordHash: string
  readonly totpSecret: Buffer
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** Counts the changes. */
  readonly version: number
  /** According to the audit log. */
  readonly latestVersion: number | null
  readonly mac: Buffer
}

type WrittenOperator = Omit<OperatorRow, 'latestVersion'>

const OPERATOR_COLUMNS = `o.id, o.email_index, o.profile, o.role, o.password_hash, o.totp_secret,
  o.created_at, o.disabled_at, o.version, ${latestVersion('operators', 'o.id')} AS latest_version, o.mac`

const INSERT_OPERATOR: Statement = {
  name: 'operators.insert',
  text: `WITH added AS (
      INSERT INTO operators (id, email_index, profile, role, password_hash, totp_secret, created_at, disabled_at, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (email_index) DO NOTHING RETURNING id
    ) SELECT ${noteVersion('operators', 'a.id', '$11')} AS is_noted FROM added a`,
}
const SELECT_BY_EMAIL: Statement = {
  name: 'operators.find-by-email',
  text: `SELECT ${OPERATOR_COLUMNS} FROM operators o WHERE o.email_index = $1`,
}
const LIST_BY_IDS: Statement = {
  name: 'operators.list-by-ids',
  text: `SELECT ${OPERATOR_COLUMNS} FROM operators o WHERE o.id = ANY ($1::text[])`,
}
const LIST_OPERATORS: Statement = {
  name: 'operators.list',
  text: `SELECT ${OPERATOR_COLUMNS} FROM operators o ORDER BY o.id`,
}
const USE_TOTP_STEP: Statement = {
  name: 'operators.use-totp-step',
  text: `UPDATE operators SET totp_last_step = $3
    WHERE id = $1 AND version = $2 AND totp_last_step < $3 AND disabled_at IS NULL RETURNING id`,
}
/* Disabling and resetting wait for it, and end the session that is being opened. */
const LOCK_ENABLED: Statement = {
  name: 'operators.lock-enabled',
  text: 'SELECT id FROM operators WHERE id = $1 AND disabled_at IS NULL FOR SHARE',
}
const LOCK_OPERATOR: Statement = {
  name: 'operators.lock',
  text: `SELECT ${OPERATOR_COLUMNS} FROM operators o WHERE o.id = $1 FOR UPDATE`,
}
const UPDATE_OPERATOR: Statement = {
  name: 'operators.update',
  text: `WITH changed AS (
      UPDATE operators SET role = $2, password_hash = $3, totp_secret = $4, disabled_at = $5, version = $6, mac = $7
      WHERE id = $1 RETURNING id
    ) SELECT ${noteVersion('operators', 'c.id', '$8')} AS is_noted FROM changed c`,
}
const FORGET_CODES: Statement = {
  name: 'operators.forget-codes',
  text: 'UPDATE operators SET totp_last_step = 0 WHERE id = $1',
}

/** Returns false when the e-mail is already in use. */
export async function insertOperator(tx: Transaction, row: WrittenOperator): Promise<boolean> {
  const { id, emailIndex, profile, role, passwordHash, totpSecret, createdAt, disabledAt, version, mac } = row
  const values = [
    id,
    emailIndex,
    profile,
    role,
    passwordHash,
    totpSecret,
    createdAt,
    disabledAt,
    version,
    mac,
  ]
  return (await tx.run(INSERT_OPERATOR, [...values, describeVersion('operators', version)])).length === 1
}

export async function findOperatorRow(db: Queryable, emailIndex: Buffer): Promise<OperatorRow | undefined> {
  return (await db.run<OperatorRow>(SELECT_BY_EMAIL, [emailIndex]))[0]
}

export function listOperatorRows(db: Queryable, ids?: readonly string[]): Promise<OperatorRow[]> {
  return ids === undefined ? db.run<OperatorRow>(LIST_OPERATORS, []) : db.run<OperatorRow>(LIST_BY_IDS, [ids])
}

/**
 * Returns false when this code or a later one was used, or the operator was reset since the row was read. The row lock keeps
 * two sign-ins from sharing a code.
 */
export async function useTotpStep(
  tx: Transaction,
  { id, version }: Pick<OperatorRow, 'id' | 'version'>,
  step: number,
): Promise<boolean> {
  return (await tx.run(USE_TOTP_STEP, [id, version, step])).length === 1
}

export async function lockEnabledOperator(tx: Transaction, operatorId: string): Promise<boolean> {
  return (await tx.run(LOCK_ENABLED, [operatorId])).length === 1
}

export async function lockOperatorRow(tx: Transaction, id: string): Promise<OperatorRow | undefined> {
  return (await tx.run<OperatorRow>(LOCK_OPERATOR, [id]))[0]
}

export async function updateOperator(tx: Transaction, row: WrittenOperator): Promise<void> {
  const { id, role, passwordHash, totpSecret, disabledAt, version, mac } = row
  const note = describeVersion('operators', version)
  await tx.run(UPDATE_OPERATOR, [id, role, passwordHash, totpSecret, disabledAt, version, mac, note])
}

/** With a new secret, codes of the old one mean nothing. */
export async function forgetUsedCodes(tx: Transaction, id: string): Promise<void> {
  await tx.run(FORGET_CODES, [id])
}

interface SessionRow extends OperatorRow {
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
  text: `SELECT s.role AS session_role, s.opened_at, s.last_seen_at, s.ended_at,
      s.mac AS session_mac, ${OPERATOR_COLUMNS}
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
/* A reset waits for it, and then removes what was added in the session. */
const LOCK_SESSION: Statement = {
  name: 'operator-sessions.lock',
  text: 'SELECT operator_id FROM operator_sessions WHERE id_hash = $1 AND ended_at IS NULL FOR SHARE',
}
const END_SESSIONS_OF: Statement = {
  name: 'operator-sessions.end-all',
  text: 'UPDATE operator_sessions SET ended_at = $2, mac = NULL WHERE operator_id = $1 AND ended_at IS NULL',
}
const REMOVE_OLD_SESSIONS: Statement = {
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

/** Returns false when the session has ended. */
export async function lockSession(tx: Transaction, idHash: Buffer): Promise<boolean> {
  return (await tx.run(LOCK_SESSION, [idHash])).length === 1
}

export async function endSessionsOf(tx: Transaction, operatorId: string, now: Date): Promise<void> {
  await tx.run(END_SESSIONS_OF, [operatorId, now])
}

export async function removeSessionsBefore(db: Queryable, openedBefore: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD_SESSIONS, openedBefore)
}

const COLUMNS = `id, operator_id AS owner_id, credential_id, public_key, counter, label, mac,
  created_at, last_used_at, ${latestVersion('operator_passkeys', 'id')} IS NOT NULL AS was_removed`

const REMOVED = describeVersion('operator_passkeys', ENDED)

const INSERT_PASSKEY: Statement = {
  name: 'operator-passkeys.insert',
  text: `INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, counter, label, mac, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
}
const LIST_OF_OPERATOR: Statement = {
  name: 'operator-passkeys.list',
  text: `SELECT ${COLUMNS} FROM operator_passkeys WHERE operator_id = $1 ORDER BY id`,
}
const SELECT_BY_CREDENTIAL: Statement = {
  name: 'operator-passkeys.find',
  text: `SELECT ${COLUMNS} FROM operator_passkeys WHERE credential_id = $1`,
}
/* An authenticator that counts has counted further, unless there are two of it. */
const USE_PASSKEY: Statement = {
  name: 'operator-passkeys.use',
  text: `UPDATE operator_passkeys SET counter = $2, last_used_at = $3
    WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
}
const DELETE_PASSKEY: Statement = {
  name: 'operator-passkeys.delete',
  text: `WITH removed AS (DELETE FROM operator_passkeys WHERE operator_id = $1 AND id = $2 RETURNING id)
    SELECT ${noteVersion('operator_passkeys', 'r.id', '$3')} AS is_noted FROM removed r`,
}
const DELETE_OF_OPERATOR: Statement = {
  name: 'operator-passkeys.delete-all',
  text: `WITH removed AS (DELETE FROM operator_passkeys WHERE operator_id = $1 RETURNING id)
    SELECT ${noteVersion('operator_passkeys', 'r.id', '$2')} AS is_noted FROM removed r`,
}
/** Returns false when the credential is registered already. */
export async function insertPasskey(
  tx: Transaction,
  row: Omit<PasskeyRow, 'lastUsedAt' | 'wasRemoved'>,
): Promise<boolean> {
  const { id, ownerId, credentialId, publicKey, counter, label, mac, createdAt } = row
  const values = [id, ownerId, credentialId, publicKey, counter, label, mac, createdAt]
  return (await tx.run(INSERT_PASSKEY, values)).length === 1
}

export function listPasskeyRows(db: Queryable, operatorId: string): Promise<PasskeyRow[]> {
  return db.run<PasskeyRow>(LIST_OF_OPERATOR, [operatorId])
}

export async function findPasskeyRow(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return (await db.run<PasskeyRow>(SELECT_BY_CREDENTIAL, [credentialId]))[0]
}

/** Returns false when the authenticator's own count has not grown, or the key was removed meanwhile. */
export async function usePasskey(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  return (await tx.run(USE_PASSKEY, [id, counter, now])).length === 1
}

/** Returns false when the operator has no such key. */
export async function deletePasskey(tx: Transaction, operatorId: string, id: string): Promise<boolean> {
  return (await tx.run(DELETE_PASSKEY, [operatorId, id, REMOVED])).length === 1
}

export async function deletePasskeysOf(tx: Transaction, operatorId: string): Promise<void> {
  await tx.run(DELETE_OF_OPERATOR, [operatorId, REMOVED])
}
