import type { Role } from '../../contract/desk.ts'
import { computeRowMac, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listOperatorRows, type OperatorRow } from './operator-store.ts'

type CoveredOperator = Omit<OperatorRow, 'profile' | 'totpSecret' | 'latestVersion' | 'mac'>

/** Profile and authenticator secret are sealed boxes bound to this operator: they cannot be forged either. */
const listFields = (row: CoveredOperator): MacField[] => [
  row.id,
  row.emailIndex,
  row.role,
  row.passwordHash,
  row.createdAt,
  row.disabledAt,
  row.version,
]

export const computeOperatorMac = (secrets: Secrets, row: CoveredOperator): Buffer =>
  computeRowMac(secrets, 'operators', listFields(row))

/** An earlier state of the row is none: who was disabled, or lost a role or a password, does not get it back. */
export const isOperatorGenuine = (secrets: Secrets, row: OperatorRow): boolean =>
  row.version === row.latestVersion && isRowGenuine(secrets, 'operators', listFields(row), row.mac)

interface CoveredSession {
  readonly idHash: Buffer
  readonly operatorId: string
  readonly role: Role
  readonly openedAt: Date
}

const listSessionFields = ({ idHash, operatorId, role, openedAt }: CoveredSession): MacField[] => [
  idHash,
  operatorId,
  role,
  openedAt,
]

export const computeSessionMac = (secrets: Secrets, session: CoveredSession): Buffer =>
  computeRowMac(secrets, 'operator_sessions', listSessionFields(session))

export const isSessionGenuine = (secrets: Secrets, session: CoveredSession, mac: Buffer | null): boolean =>
  isRowGenuine(secrets, 'operator_sessions', listSessionFields(session), mac)

export async function listForgedOperatorIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const rows = await listOperatorRows(db)
  return rows.filter(row => !isOperatorGenuine(secrets, row)).map(({ id }) => id)
}
