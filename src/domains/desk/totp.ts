import { createHmac, timingSafeEqual } from 'node:crypto'
import { writeBase32 } from './base32.ts'

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

/** The otpauth link for the QR code of an authenticator app; it can also be entered by hand. */
export function presentTotpLink(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Crediario:${email}`)
  return `otpauth://totp/${label}?secret=${writeBase32(secret)}&issuer=Crediario&period=${STEP_SECONDS}&digits=${DIGITS}`
}
