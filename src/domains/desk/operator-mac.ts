import type { Role } from '../../contract/desk.ts'
import { type Adopted, defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { listOperatorRows, lockOperatorRows, type OperatorRow, updateOperator } from './operator-store.ts'

type CoveredOperator = Omit<OperatorRow, 'profile' | 'totpSecret' | 'latestVersion' | 'mac'>

/** Profile and authenticator secret are sealed boxes bound to this operator: they cannot be forged either. */
const mac = defineMac('operators', (row: CoveredOperator) => [
  row.id,
  row.emailIndex,
  row.role,
  row.passwordHash,
  row.createdAt,
  row.disabledAt,
  row.version,
])

export const computeOperatorMac = mac.compute

/** An earlier state of the row is none: who was disabled, or lost a role or a password, does not get it back. */
export const isOperatorGenuine = (secrets: Secrets, row: OperatorRow): boolean =>
  row.version === row.latestVersion && mac.isGenuine(secrets, row)

interface CoveredSession {
  readonly idHash: Buffer
  readonly operatorId: string
  readonly role: Role
  readonly openedAt: Date
}

export const sessionMac = defineMac('operator_sessions', (session: CoveredSession) => [
  session.idHash,
  session.operatorId,
  session.role,
  session.openedAt,
])

export async function listForgedOperatorIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const rows = await listOperatorRows(db)
  return rows.filter(row => !isOperatorGenuine(secrets, row)).map(({ id }) => id)
}

/** Gives the operators of earlier versions their MACs. */
export async function adoptOperators(tx: Transaction, secrets: Secrets): Promise<Adopted> {
  const all = await lockOperatorRows(tx)
  const rows = all.filter(row => row.mac === null)
  for (const row of rows) await updateOperator(tx, { ...row, mac: computeOperatorMac(secrets, row) })
  return { adopted: rows.length, known: all.length - rows.length }
}
