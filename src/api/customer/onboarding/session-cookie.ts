import { createHash } from 'node:crypto'
import type { DeviceSession } from '../../../modules/onboarding/index.ts'

const NAME = 'onboarding-'
/** More than anybody has purchases in hand; a browser that sends more is not asked about all of them. */
const MAX_SESSIONS = 10

/** One cookie for each purchase. Over https its name has a prefix that no other site, also of our own domain, can set. */
export function createSessionCookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  const prefix = isSecure ? `__Host-${NAME}` : NAME
  return {
    /** Those that a device sent, of whatever purchase. */
    list(header: string | undefined): string[] {
      return (header ?? '')
        .split(';')
        .map(pair => pair.trim())
        .filter(pair => pair.startsWith(prefix))
        .map(pair => pair.slice(pair.indexOf('=') + 1))
        .filter(value => /^[\w-]{43}$/.test(value))
        .slice(-MAX_SESSIONS)
    },
    present({ id, rootId, expiresAt }: DeviceSession, now: Date): string {
      const purchase = createHash('sha256').update(rootId).digest('hex').slice(0, 12)
      const maxAge = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)
      const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
      return `${prefix}${purchase}=${id}; ${attributes}`
    },
  }
}

export type SessionCookies = ReturnType<typeof createSessionCookies>
