import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'

/*
 * No caller waits for ever: a request that is not answered in time gets 503. The framework's own `handlerTimeout`
 * cannot be used: it disarms itself as soon as the body has been read. Requests are looked at several times a
 * second: a timer and a listener for each would cost every quick one.
 */
const overdue = new WeakSet<FastifyRequest>()

/** At least so often within a deadline, so that a short one is kept as well. */
const LOOKS = 80
const LONGEST_LOOK_MS = 250

interface Pending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function addDeadline(app: FastifyInstance, deadlineMs: number): void {
  let pending: Pending[] = []
  app.addHook('onRequest', (request, reply, done) => {
    pending.push({ request, reply })
    done()
  })
  const look = (): void => {
    const before = performance.now() - deadlineMs
    // A broken connection closes the answer too.
    const open = pending.filter(({ reply }) => !reply.raw.closed)
    pending = open.filter(({ request }) => request.startedAtMs > before)
    for (const each of open.slice(0, open.length - pending.length)) refuse(each)
  }
  const timer = setInterval(look, Math.min(LONGEST_LOOK_MS, deadlineMs / LOOKS)).unref()
  app.server.once('close', () => clearInterval(timer))
}

function refuse({ request, reply }: Pending): void {
  if (reply.sent || reply.raw.headersSent) return
  overdue.add(request)
  reply.send(
    new RequestError('service_unavailable', {
      retryAfterSeconds: 1,
      cause: new Error('not answered before the deadline'),
    }),
  )
}

/** True when the caller was sent 503 while the handler may still be running. */
export function isOverdue(request: FastifyRequest): boolean {
  return overdue.has(request)
}
