import type { Role } from '../../contract/desk.ts'
import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

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

export const OPERATOR_COLUMNS = `o.id, o.email_index AS "emailIndex", o.profile, o.role, o.password_hash AS "passwordHash", o.totp_secret AS "totpSecret",
  o.created_at AS "createdAt", o.disabled_at AS "disabledAt", o.version, ${latestVersion('operators', 'o.id')} AS "latestVersion", o.mac`

const INSERT_OPERATOR: Statement = {
  name: 'operators.insert',
  text: `WITH added AS (
      INSERT INTO operators (id, email_index, profile, role, password_hash, totp_secret, created_at, disabled_at, version, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (email_index) DO NOTHING RETURNING id
    ) SELECT ${noteVersion('operators', 'a.id', '$11')} AS "isNoted" FROM added a`,
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
  text: `UPDATE operators SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2 AND disabled_at IS NULL RETURNING id`,
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
    ) SELECT ${noteVersion('operators', 'c.id', '$8')} AS "isNoted" FROM changed c`,
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

/** Returns false when this code or a later one was used. The row lock keeps two sign-ins from sharing a code. */
export async function useTotpStep(tx: Transaction, operatorId: string, step: number): Promise<boolean> {
  return (await tx.run(USE_TOTP_STEP, [operatorId, step])).length === 1
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
