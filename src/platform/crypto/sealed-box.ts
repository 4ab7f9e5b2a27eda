import { createCipheriv, createDecipheriv, KeyObject } from 'node:crypto'
import { takeRandomBytes } from './random-bytes.ts'

/*
 * AES-256-GCM. A sealed box is: 1 byte of format, in format 2 two bytes with the id of the data key, 12 bytes of nonce,
 * 16 bytes of tag, then the ciphertext. The context (which column of which row) is authenticated, so that a box copied
 * to another row or column does not open.
 *
 * Format 1 stands for the first data key. As long as there is no other one, nothing else is written, so that the
 * release before this one can read everything.
 */
const UNNUMBERED = 1
const NUMBERED = 2
const ID_BYTES = 2
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The data key that derives from the root key. */
export const FIRST_KEY_ID = 1

/** What one purpose, or one person, derives from each data key. */
export interface BoxKeys {
  /** Of the data key that new boxes are sealed with. */
  readonly sealingId: number
  /** Throws when this process does not know the data key. */
  get(keyId: number): KeyObject
}

/** A single key seals boxes without an id. */
type BoxKey = KeyObject | BoxKeys

export function seal(key: BoxKey, context: string, plain: string | Buffer): Buffer {
  const keyId = key instanceof KeyObject ? FIRST_KEY_ID : key.sealingId
  const nonce = takeRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', getKey(key, keyId), nonce).setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  return Buffer.concat([composePrefix(keyId), nonce, cipher.getAuthTag(), body])
}

export function open(key: BoxKey, context: string, box: Buffer): Buffer {
  const keyId = findBoxKeyId(box)
  const nonceAt = box[0] === NUMBERED ? 1 + ID_BYTES : 1
  const bodyAt = nonceAt + NONCE_BYTES + TAG_BYTES
  if (keyId === undefined || box.length < bodyAt) throw new Error('sealed box has an unknown format')
  const nonce = box.subarray(nonceAt, nonceAt + NONCE_BYTES)
  const tag = box.subarray(nonceAt + NONCE_BYTES, bodyAt)
  const decipher = createDecipheriv('aes-256-gcm', getKey(key, keyId), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  const plain = decipher.update(box.subarray(bodyAt))
  decipher.final()
  return plain
}

/** The data key that the box names; undefined for bytes that are not a box. */
export function findBoxKeyId(box: Buffer): number | undefined {
  if (box[0] === UNNUMBERED) return FIRST_KEY_ID
  if (box[0] !== NUMBERED || box.length < 1 + ID_BYTES) return undefined
  const keyId = box.readUInt16BE(1)
  // One form for each key: the first is never numbered.
  return keyId > FIRST_KEY_ID ? keyId : undefined
}

function composePrefix(keyId: number): Buffer {
  return keyId === FIRST_KEY_ID ? Buffer.of(UNNUMBERED) : Buffer.of(NUMBERED, keyId >> 8, keyId & 0xff)
}

function getKey(key: BoxKey, keyId: number): KeyObject {
  if (!(key instanceof KeyObject)) return key.get(keyId)
  if (keyId !== FIRST_KEY_ID) throw new Error('sealed box has an unknown format')
  return key
}
