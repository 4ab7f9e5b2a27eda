import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { open, seal } from '../crypto/sealed-box.ts'

const KEY_BYTES = 32
const ID_BYTES = 16

/** A key, sealed under an ENCRYPTION_KEY. */
export interface WrappedKey {
  /** Tells under which one. */
  readonly wrappedBy: Buffer
  readonly box: Buffer
}

export function wrapKey(encryptionKey: Buffer, context: string, key: Buffer): WrappedKey {
  return {
    wrappedBy: computeWrapperId(encryptionKey),
    box: seal(deriveWrappingKey(encryptionKey), context, key),
  }
}

/** Undefined when it was wrapped under another key, or changed. */
export function unwrapKey(
  encryptionKey: Buffer,
  context: string,
  { wrappedBy, box }: WrappedKey,
): Buffer | undefined {
  if (!wrappedBy.equals(computeWrapperId(encryptionKey))) return undefined
  try {
    return open(deriveWrappingKey(encryptionKey), context, box)
  } catch {
    return undefined
  }
}

export const computeWrapperId = (key: Buffer): Buffer => derive(key, 'keyring-id').subarray(0, ID_BYTES)

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'crediario', purpose, KEY_BYTES))
const deriveWrappingKey = (key: Buffer): KeyObject => createSecretKey(derive(key, 'keyring-wrapping'))
