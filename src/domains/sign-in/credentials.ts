import { argon2, createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'

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

const STEP_SECONDS = 30
const DIGITS = 6
/** Phone clocks are slightly off: the previous and the next code are accepted too. */
const TOLERATED_STEPS = 1

export const TOTP_SECRET_BYTES = 20

export function computeTotpStep(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_SECONDS)
}

/** RFC 6238 with SHA-1 and six digits, which every authenticator app supports. */
export function computeTotp(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step that this code belongs to. Compares every tolerated step, so that response times reveal nothing. */
export function findTotpStep(secret: Buffer, code: string, at: Date): number | undefined {
  const shown = Buffer.from(code.replaceAll(/\s/g, ''))
  const now = computeTotpStep(at)
  let found: number | undefined
  for (let step = now - TOLERATED_STEPS; step <= now + TOLERATED_STEPS; step++) {
    const right = Buffer.from(computeTotp(secret, step))
    if (shown.length === right.length && timingSafeEqual(shown, right)) found = step
  }
  return found
}

/** What is set up in the app of an authenticator: the link is shown as a QR code, and `typed` is entered by hand. */
export function newAuthenticator(
  email: string,
  secret: Buffer = takeRandomBytes(TOTP_SECRET_BYTES),
): { readonly secret: Buffer; readonly link: string; readonly typed: string } {
  return { secret, link: presentTotpLink(secret, email), typed: writeBase32(secret) }
}

/** The otpauth link for the QR code of an authenticator app; it can also be entered by hand. */
export function presentTotpLink(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Crediario:${email}`)
  return `otpauth://totp/${label}?secret=${writeBase32(secret)}&issuer=Crediario&period=${STEP_SECONDS}&digits=${DIGITS}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps take it. */
export function writeBase32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31]
}
