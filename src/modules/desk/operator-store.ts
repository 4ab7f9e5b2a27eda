import type { Role } from '../../contract/desk.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

export interface OperatorRow {
  readonly id: string
  readonly profile: Buffer
  readonly role: Role
  readonly passwordHash: string
  readonly totpSecret: Buffer
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export const OPERATOR_COLUMNS = `o.id, o.profile, o.role, o.password_hash AS "passwordHash", o.totp_secret AS "totpSecret",
  o.created_at AS "createdAt", o.disabled_at AS "disabledAt"`

const INSERT_OPERATOR: Statement = {
  name: 'operators.insert',
  text: `INSERT INTO operators (id, email_index, profile, role, password_hash, totp_secret, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email_index) DO NOTHING RETURNING id`,
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
const SET_DISABLED: Statement = {
  name: 'operators.set-disabled',
  text: 'UPDATE operators SET disabled_at = $2 WHERE id = $1',
}
const SET_ROLE: Statement = {
  name: 'operators.set-role',
  text: 'UPDATE operators SET role = $2 WHERE id = $1',
}
const SET_SECRETS: Statement = {
  name: 'operators.set-secrets',
  text: 'UPDATE operators SET password_hash = $2, totp_secret = $3, totp_last_step = 0 WHERE id = $1',
}

/** Returns false when the e-mail is already in use. */
export async function insertOperator(
  tx: Transaction,
  row: Omit<OperatorRow, 'disabledAt'> & { readonly emailIndex: Buffer },
): Promise<boolean> {
  const { id, emailIndex, profile, role, passwordHash, totpSecret, createdAt } = row
  const values = [id, emailIndex, profile, role, passwordHash, totpSecret, createdAt]
  return (await tx.run(INSERT_OPERATOR, values)).length === 1
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

export async function updateDisabled(tx: Transaction, id: string, disabledAt: Date | null): Promise<void> {
  await tx.run(SET_DISABLED, [id, disabledAt])
}

export async function updateRole(tx: Transaction, id: string, role: Role): Promise<void> {
  await tx.run(SET_ROLE, [id, role])
}

export async function updateSecrets(
  tx: Transaction,
  id: string,
  secrets: { readonly passwordHash: string; readonly totpSecret: Buffer },
): Promise<void> {
  await tx.run(SET_SECRETS, [id, secrets.passwordHash, secrets.totpSecret])
}
