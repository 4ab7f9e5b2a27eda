import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'

/*
 * No caller waits for ever: a request that is not answered in time gets 503. The framework's own `handlerTimeout`
 * cannot be used: it disarms itself as soon as the body has been read.
 */
const overdue = new WeakSet<FastifyRequest>()

export function addDeadline(app: FastifyInstance, deadlineMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      overdue.add(request)
      reply.send(
        new RequestError('service_unavailable', {
          retryAfterSeconds: 1,
          cause: new Error('not answered before the deadline'),
        }),
      )
    }, deadlineMs)
    // Fires after every end of a request, a broken connection included.
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** True when the caller was sent 503 while the handler may still be running. */
export function isOverdue(request: FastifyRequest): boolean {
  return overdue.has(request)
}
