import { createHash } from 'node:crypto'
import type { VisitSession } from '../../../modules/links/index.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../../platform/http/cookies.ts'

const MAX_SESSIONS = 10
const MAX_AGE_SECONDS = 48 * 3_600

/** One cookie for each link. */
export function createVisitCookies(publicUrl: string) {
  const prefix = computeCookieName('pay-', publicUrl)
  return {
    list(header: string | undefined): string[] {
      return parseCookies(header)
        .filter(({ name, value }) => name.startsWith(prefix) && /^[\w-]{43}$/.test(value))
        .map(({ value }) => value)
        .slice(-MAX_SESSIONS)
    },
    present({ id, linkId }: VisitSession): string {
      const link = createHash('sha256').update(linkId).digest('hex').slice(0, 12)
      return presentCookie(
        { name: `${prefix}${link}`, value: id },
        { publicUrl, maxAgeSeconds: MAX_AGE_SECONDS },
      )
    },
  }
}
