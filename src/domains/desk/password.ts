import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { writeBase32 } from './base32.ts'

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1_024
const PASSES = 2
const TAG_BYTES = 32
const SALT_BYTES = 16
const PASSWORD_BYTES = 15

const derive = promisify(argon2)

/** 120 random bits in groups that can be read aloud: operators cannot choose a weak password. */
export function newPassword(bytes: Buffer = takeRandomBytes(PASSWORD_BYTES)): string {
  return writeBase32(bytes.subarray(0, PASSWORD_BYTES))
    .toLowerCase()
    .replaceAll(/(.{6})(?=.)/g, '$1-')
}

export async function hashPassword(password: string): Promise<string> {
  const salt = takeRandomBytes(SALT_BYTES)
  const tag = await computeTag(password, salt, MEMORY_KIB, PASSES)
  return ['argon2id', MEMORY_KIB, PASSES, salt.toString('base64url'), tag.toString('base64url')].join('$')
}

export async function isPasswordRight(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, salt = '', tag = ''] = hash.split('$')
  const computed = await computeTag(password, Buffer.from(salt, 'base64url'), Number(memory), Number(passes))
  return timingSafeEqual(computed, Buffer.from(tag, 'base64url'))
}

/** The hash of no password. Comparing with it takes as long as with a real one. */
export const NOBODYS_HASH = [
  'argon2id',
  MEMORY_KIB,
  PASSES,
  Buffer.alloc(SALT_BYTES, 1).toString('base64url'),
  Buffer.alloc(TAG_BYTES, 1).toString('base64url'),
].join('$')

function computeTag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  // Another keyboard may send the same password as other code points.
  const message = Buffer.from(password.normalize('NFKC'))
  return derive('argon2id', { message, nonce, parallelism: 1, tagLength: TAG_BYTES, memory, passes })
}
