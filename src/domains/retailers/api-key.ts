import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { ApiKeyRow } from './store.ts'

export type KeyKind = 'secret' | 'publishable'
export type Environment = 'homologation' | 'production'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 43 // 62^43 > 2^256
const CHECKSUM_LENGTH = 6
const PREFIX = {
  secret: { homologation: 'sk_homolog_', production: 'sk_live_' },
  publishable: { homologation: 'pk_homolog_', production: 'pk_live_' },
} as const satisfies Record<KeyKind, Record<Environment, string>>

/** 256 random bits and a checksum, by which a scanner recognises a leaked key without asking us. */
export function newApiKey(kind: KeyKind, environment: Environment): string {
  const bits = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const unsigned = PREFIX[kind][environment] + writeBase62(bits, BODY_LENGTH)
  return unsigned + computeChecksum(unsigned)
}

/** Enough to recognise a key in a list, too little to guess it. */
export function describeApiKey(key: string): string {
  return `${key.slice(0, 14)}…${key.slice(-4)}`
}

function computeChecksum(text: string): string {
  return writeBase62(BigInt(crc32(text)), CHECKSUM_LENGTH)
}

function writeBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text
}

type CoveredKey = Omit<ApiKeyRow, 'hint' | 'revokedAt' | 'isOutdated' | 'mac'>

/** Revocation is not covered: it removes the MAC, and the audit log records it. */
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
  // Keys from before they had versions keep their MAC.
  ...(key.version === 0 ? [] : [key.version]),
])

export const computeKeyMac = mac.compute

export const isKeyGenuine = (secrets: Secrets, row: ApiKeyRow): boolean =>
  !row.isOutdated && mac.isGenuine(secrets, row)
