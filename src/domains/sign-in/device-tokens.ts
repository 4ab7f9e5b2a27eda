import { timingSafeEqual } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'

const DEVICE_BYTES = 16
const DAY_MS = 86_400_000
export const KNOWN_DEVICE_DAYS = 180
const NAME_DIGITS = 16

/** What a browser keeps after a complete sign-in; a browser that several people share keeps one for each. */
export interface DeviceToken {
  /** Distinguishes people, and names none of them. */
  readonly name: string
  readonly value: string
}

/**
 * Signed, not stored: it proves only that this person has signed in here before. It opens nothing; failures from here
 * are counted apart from those of strangers, who could otherwise lock the person out by guessing at an e-mail.
 */
export function issueDeviceToken(
  secrets: Secrets,
  emailIndex: Buffer,
  now: Date,
  deviceId: string = takeRandomBytes(DEVICE_BYTES).toString('base64url'),
): DeviceToken {
  const named = `${deviceId}.${now.getTime() + KNOWN_DEVICE_DAYS * DAY_MS}`
  const signature = sign(secrets, emailIndex, named).toString('base64url')
  return { name: emailIndex.toString('hex').slice(0, NAME_DIGITS), value: `${named}.${signature}` }
}

/** The id of the device, if one of these tokens was issued here to the person of this e-mail. */
export function findKnownDevice(
  secrets: Secrets,
  emailIndex: Buffer,
  tokens: readonly string[],
  now: Date,
): string | undefined {
  for (const token of tokens) {
    const [deviceId = '', expires = '', signature = ''] = token.split('.')
    const right = sign(secrets, emailIndex, `${deviceId}.${expires}`)
    const shown = Buffer.from(signature, 'base64url')
    const isOurs = shown.length === right.length && timingSafeEqual(shown, right)
    if (isOurs && Number(expires) > now.getTime()) return deviceId
  }
  return undefined
}

function sign(secrets: Secrets, emailIndex: Buffer, named: string): Buffer {
  return secrets.computeMac('known-device', `${emailIndex.toString('hex')}.${named}`)
}
