import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'

/** 192 random bits. */
const TOKEN_BYTES = 24

export function newOnboardingToken(): string {
  return takeRandomBytes(TOKEN_BYTES).toString('base64url')
}
