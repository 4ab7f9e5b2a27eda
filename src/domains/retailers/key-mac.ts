import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { ApiKeyRow } from './store.ts'

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
  key.apiVersion,
])

export const computeKeyMac = mac.compute

export const isKeyGenuine = (secrets: Secrets, row: ApiKeyRow): boolean =>
  !row.wasRevoked && mac.isGenuine(secrets, row)
