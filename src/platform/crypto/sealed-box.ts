import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { takeRandomBytes } from './random-bytes.ts'

/*
 * AES-256-GCM. A sealed box is: 1 byte of format, 12 bytes of nonce, 16 bytes of tag, then the ciphertext. The context
 * (which column of which row) is authenticated, so that a box copied to another row or column does not open.
 */
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES

export function seal(key: KeyObject, context: string, plain: string | Buffer): Buffer {
  const nonce = takeRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body])
}

export function open(key: KeyObject, context: string, box: Buffer): Buffer {
  if (box[0] !== FORMAT || box.length < HEADER_BYTES) throw new Error('sealed box has an unknown format')
  const nonce = box.subarray(1, 1 + NONCE_BYTES)
  const tag = box.subarray(1 + NONCE_BYTES, HEADER_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  const plain = decipher.update(box.subarray(HEADER_BYTES))
  decipher.final()
  return plain
}
