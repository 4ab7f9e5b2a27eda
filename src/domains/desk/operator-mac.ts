import type { Role } from '../../contract/desk.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listOperatorRows, type OperatorRow } from './operator-store.ts'

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
