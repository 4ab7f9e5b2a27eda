import { createHash } from 'node:crypto'
import { computeCookieName, parseCookies, presentCookie } from '../../platform/http/cookies.ts'

/** More than any customer has purchases or links in progress; further cookies are ignored. */
const MAX_SESSIONS = 10
const ID_FORM = /^[\w-]{43}$/

/** Session cookies of a customer's device: one for each subject, a purchase or a payment link. */
export function createDeviceCookies(kind: 'onboarding-' | 'pay-', publicUrl: string) {
  const prefix = computeCookieName(kind, publicUrl)
  return {
    /** All of this kind that the device sent, whatever the subject. */
    list(header: string | undefined): string[] {
      return parseCookies(header)
        .filter(({ name, value }) => name.startsWith(prefix) && ID_FORM.test(value))
        .map(({ value }) => value)
        .slice(-MAX_SESSIONS)
    },
    present(subjectId: string, sessionId: string, maxAgeSeconds: number): string {
      const subject = createHash('sha256').update(subjectId).digest('hex').slice(0, 12)
      return presentCookie({ name: `${prefix}${subject}`, value: sessionId }, { publicUrl, maxAgeSeconds })
    },
  }
}

/** Two cookies of one name suggest that one was planted: neither is trusted. */
export function readOnlyCookie(header: string | undefined, name: string): string | undefined {
  const found = parseCookies(header).filter(cookie => cookie.name === name && ID_FORM.test(cookie.value))
  return found.length === 1 ? found[0]?.value : undefined
}
