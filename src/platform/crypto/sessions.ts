import { takeRandomBytes } from './random-bytes.ts'
import type { MacPurpose, Secrets } from './secrets.ts'

const SESSION_BYTES = 32
/** Limits writes: reading a page again and again would otherwise update the row every time. */
const TOUCH_AFTER_MS = 30_000

/** Each realm has a key of its own: a session of one opens nothing in another. */
type SessionRealm = Extract<
  MacPurpose,
  'operator-session' | 'staff-session' | 'customer-session' | 'onboarding-session' | 'link-visit'
>

/** The id is stored only in the cookie. Always a new one, so that a session id planted in the browser is worthless. */
export function newSession(
  secrets: Secrets,
  realm: SessionRealm,
): { readonly id: string; readonly hash: Buffer } {
  const id = takeRandomBytes(SESSION_BYTES).toString('base64url')
  return { id, hash: hashSession(secrets, realm, id) }
}

/** Keyed: with write access to the database alone, nobody can make the row of a session whose id they know. */
export function hashSession(secrets: Secrets, realm: SessionRealm, id: string): Buffer {
  return secrets.computeMac(realm, id)
}

/** Whether a session is still valid: it ends when unused for a while, and after a maximum time in any case. */
export function checkSessionAge(
  { openedAt, lastSeenAt }: { readonly openedAt: Date; readonly lastSeenAt: Date },
  { idleMs, longestMs }: { readonly idleMs: number; readonly longestMs: number },
  now: Date,
): { readonly isLiving: boolean; readonly isToBeTouched: boolean } {
  const unusedMs = now.getTime() - lastSeenAt.getTime()
  const openMs = now.getTime() - openedAt.getTime()
  return { isLiving: unusedMs < idleMs && openMs < longestMs, isToBeTouched: unusedMs > TOUCH_AFTER_MS }
}
