import type { FastifyInstance, InjectOptions } from 'fastify'

/** Without a body, whatever the answer says. */
const EMPTY = new Set([204, 205, 304])

/**
 * The interface of this process as a `fetch`, with every check of a request and without a connection: what is asked this way is part of
 * a request or job that was admitted already. By the network it would need a second place among the requests at once, be refused
 * where the first took the last one, and be compressed for nobody.
 */
export function createOwnFetch(server: FastifyInstance): typeof fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const answer = await server.inject({
      method: method as InjectOptions['method'] & string,
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    })
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const { statusCode: status } = answer
    return new Response(EMPTY.has(status) ? null : new Uint8Array(answer.rawPayload), {
      status,
      headers: sent,
    })
  }
}
