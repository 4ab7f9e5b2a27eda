import type { FastifyReply, FastifyRequest } from 'fastify'
import { computeCookieName, parseCookies, presentCookie } from '../../platform/http/cookies.ts'

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, sessionId: string): void
  clear(reply: FastifyReply): void
}

/** The cookie of the operator's session. It has no max-age: it ends with the browser. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const name = computeCookieName('crediario_desk', publicUrl)
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
