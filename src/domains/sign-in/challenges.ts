import { timingSafeEqual } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'

const NONCE_BYTES = 16
const EXPIRY_BYTES = 8
const MAC_BYTES = 32
export const CHALLENGE_MS = 5 * 60_000

export interface Challenge {
  readonly nonce: Buffer
  readonly expiresAt: Date
}

/**
 * Signed, not stored, so that strangers who ask for challenges fill no table. `purpose` says what it is for: a challenge
 * for one thing is of no use for another.
 */
export function issueChallenge(secrets: Secrets, purpose: string, now: Date): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MS))
  const named = Buffer.concat([takeRandomBytes(NONCE_BYTES), expiry])
  return Buffer.concat([named, sign(secrets, purpose, named)]).toString('base64url')
}

/** The challenge that an answer names, if it was issued here for this purpose and its deadline has not passed. */
export function findChallenge(
  secrets: Secrets,
  purpose: string,
  challenge: string,
  now: Date,
): Challenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES) return undefined
  const named = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES)
  if (!timingSafeEqual(bytes.subarray(named.length), sign(secrets, purpose, named))) return undefined
  const expiresAt = new Date(Number(named.readBigUInt64BE(NONCE_BYTES)))
  return expiresAt > now ? { nonce: named.subarray(0, NONCE_BYTES), expiresAt } : undefined
}

function sign(secrets: Secrets, purpose: string, named: Buffer): Buffer {
  return secrets.computeMac('passkey', `challenge:${purpose}:${named.toString('hex')}`)
}
