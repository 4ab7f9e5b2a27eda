import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'crediario_desk'

/** Over https the name itself binds the cookie to this host, as long as it is Secure and for the whole site. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, sessionId: string): void
  clear(reply: FastifyReply): void
}

/** No other attributes: it ends with the browser, is never sent along from another site and cannot be read by a script. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${NAME}` : NAME
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(request) {
      const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
      const found = pairs.filter(pair => pair.startsWith(`${name}=`))
      // Two of one name come from somebody who plants cookies: neither is believed.
      return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
    },
    write: (reply, sessionId) => void reply.header('set-cookie', `${name}=${sessionId}; ${attributes}`),
    clear: reply => void reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`),
  }
}
