import type { FastifyReply, FastifyRequest } from 'fastify'
import { KNOWN_DEVICE_DAYS } from '../../domains/sign-in/index.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../platform/http/cookies.ts'

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, sessionId: string): void
  clear(reply: FastifyReply): void
}

/** Cookies of one realm are unknown to the other. */
export type CookieRealm = 'desk' | 'console'

const SESSION_NAMES: Readonly<Record<CookieRealm, string>> = {
  desk: 'crediario_desk',
  console: 'crediario_console',
}
const DEVICE_NAMES: Readonly<Record<CookieRealm, string>> = {
  desk: 'crediario_known',
  console: 'crediario_console_known',
}

/** The cookie of a person's session. It has no max-age: it ends with the browser. */
export function createSessionCookie(realm: CookieRealm, publicUrl: string): SessionCookie {
  const name = computeCookieName(SESSION_NAMES[realm], publicUrl)
  return {
    read(request) {
      const found = parseCookies(request.headers.cookie).filter(cookie => cookie.name === name)
      // Two cookies of one name suggest that one was planted: neither is trusted.
      return found.length === 1 ? found[0]?.value : undefined
    },
    write(reply, value) {
      reply.header('set-cookie', presentCookie({ name, value }, { publicUrl }))
    },
    clear(reply) {
      reply.header('set-cookie', presentCookie({ name, value: '' }, { publicUrl, maxAgeSeconds: 0 }))
    },
  }
}

/** More people than this do not share one browser. */
const MAX_DEVICE_COOKIES = 16

interface DeviceCookies {
  read(request: FastifyRequest): string[]
  write(reply: FastifyReply, token: { readonly name: string; readonly value: string }): void
}

/** The cookies by which a browser is known as one where somebody has signed in before, one per person. */
export function createDeviceCookies(realm: CookieRealm, publicUrl: string): DeviceCookies {
  const prefix = `${computeCookieName(DEVICE_NAMES[realm], publicUrl)}_`
  return {
    read: request =>
      parseCookies(request.headers.cookie)
        .filter(({ name }) => name.startsWith(prefix))
        .slice(0, MAX_DEVICE_COOKIES)
        .map(({ value }) => value),
    write(reply, { name, value }) {
      const age = { publicUrl, maxAgeSeconds: KNOWN_DEVICE_DAYS * 86_400 }
      reply.header('set-cookie', presentCookie({ name: prefix + name, value }, age))
    },
  }
}
