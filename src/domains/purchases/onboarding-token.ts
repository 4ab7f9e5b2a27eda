import { createHash } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'

/** 192 random bits. */
const TOKEN_BYTES = 24

export function newOnboardingToken(): string {
  return takeRandomBytes(TOKEN_BYTES).toString('base64url')
}

/** The token has as many bits as the hash needs, so that no key is needed against guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
