import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { AddendumStatement, ConfirmationStatement } from './addendum.ts'
import type { DischargeStatement } from './discharge-statement.ts'
import type { ReleaseStatement } from './release-statement.ts'
import type { SignatureStatement } from './statement.ts'

type SealedStatement =
  | SignatureStatement
  | ReleaseStatement
  | DischargeStatement
  | AddendumStatement
  | ConfirmationStatement

export function sealStatement(key: KeyObject, statement: SealedStatement): Buffer {
  return sign(null, Buffer.from(computeCanonicalJson(statement)), key)
}

export function isSealed(publicKey: KeyObject, statement: SealedStatement, seal: Buffer): boolean {
  return verify(null, Buffer.from(computeCanonicalJson(statement)), publicKey, seal)
}

/** The public half, as text that can be published. */
export function presentPublicKey(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Undefined for any other text. */
export function parsePublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
