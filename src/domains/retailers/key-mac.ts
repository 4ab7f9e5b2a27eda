import { FIRST_VERSION } from '../../contract/versions.ts'
import { type Adopted, defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type ApiKeyRow, lockUnrevokedKeys, updateKeyMacs } from './store.ts'

type CoveredKey = Omit<ApiKeyRow, 'hint' | 'revokedAt' | 'wasRevoked' | 'mac'>

/** Revocation is not covered: it takes the MAC away, and the audit log has it. */
const mac = defineMac('api_keys', (key: CoveredKey) => [
  key.id,
  key.retailerId,
  key.kind,
  key.keyHash,
  key.scopes,
  key.rateLimitPerSecond,
  key.createdAt,
  key.expiresAt,
  // The keys of the first version have their MACs from before there were versions.
  ...(key.apiVersion === FIRST_VERSION ? [] : [key.apiVersion]),
])

export const computeKeyMac = mac.compute

export const isKeyGenuine = (secrets: Secrets, row: ApiKeyRow): boolean =>
  !row.wasRevoked && mac.isGenuine(secrets, row)

/** Gives the keys of earlier versions their MACs. */
export async function adoptKeys(tx: Transaction, secrets: Secrets): Promise<Adopted> {
  const all = await lockUnrevokedKeys(tx)
  const rows = all.filter(row => row.mac === null)
  await updateKeyMacs(
    tx,
    rows.map(row => ({ id: row.id, mac: computeKeyMac(secrets, row) })),
  )
  return { adopted: rows.length, known: all.length - rows.length }
}
