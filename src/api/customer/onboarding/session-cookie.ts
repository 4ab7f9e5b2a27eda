import { createHash } from 'node:crypto'
import type { DeviceSession } from '../../../modules/onboarding/index.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../../platform/http/cookies.ts'

/** More than any customer has purchases in progress; further cookies are ignored. */
const MAX_SESSIONS = 10

/** One cookie for each purchase. */
export function createSessionCookies(publicUrl: string) {
  const prefix = computeCookieName('onboarding-', publicUrl)
  return {
    /** All session cookies that the device sent, whatever the purchase. */
    list(header: string | undefined): string[] {
      return parseCookies(header)
        .filter(({ name, value }) => name.startsWith(prefix) && /^[\w-]{43}$/.test(value))
        .map(({ value }) => value)
        .slice(-MAX_SESSIONS)
    },
    present({ id, rootId, expiresAt }: DeviceSession, now: Date): string {
      const purchase = createHash('sha256').update(rootId).digest('hex').slice(0, 12)
      const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)
      return presentCookie({ name: `${prefix}${purchase}`, value: id }, { publicUrl, maxAgeSeconds })
    },
  }
}
