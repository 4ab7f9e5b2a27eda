import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { RequestError } from '../../contract/errors.ts'

interface Waiting {
  readonly bytes: number
  enter(): void
}

export interface UploadSemaphoreOptions {
  /** A single body always fits, whatever its size. */
  readonly maxBytes: number
  readonly waitMs?: number
}

const WAIT_MS = 5_000

/**
 * A semaphore of bytes. A large body is in memory several times over while it is parsed, so only this many bytes of
 * bodies are read at a time. Further requests wait with the body unread, and get a retry answer when that takes too
 * long.
 */
export function createUploadSemaphore({
  maxBytes,
  waitMs = WAIT_MS,
}: UploadSemaphoreOptions): preParsingHookHandler {
  const queue = new Set<Waiting>()
  let entered = 0

  function admit(): void {
    for (const waiting of queue) {
      if (entered > 0 && entered + waiting.bytes > maxBytes) return
      queue.delete(waiting)
      entered += waiting.bytes
      waiting.enter()
    }
  }

  return (request, reply, payload, done) => {
    const bytes = computeSize(request)
    // Refused for its size alone, without being read.
    if (bytes > request.routeOptions.bodyLimit) return done(null, payload)
    const waiting: Waiting = {
      bytes,
      enter() {
        clearTimeout(timer)
        onEnd(reply, () => {
          entered -= bytes
          admit()
        })
        done(null, payload)
      },
    }
    const timer = setTimeout(() => {
      if (queue.delete(waiting)) done(busy())
    }, waitMs)
    onEnd(reply, () => {
      clearTimeout(timer)
      queue.delete(waiting)
    })
    queue.add(waiting)
    admit()
  }
}

/** A body without a Content-Length may be as long as the route allows. */
function computeSize({ headers, routeOptions }: FastifyRequest): number {
  const stated = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(stated) ? stated : routeOptions.bodyLimit
}

/** Fires after every end of a request, a broken connection included. */
function onEnd({ raw }: FastifyReply, act: () => void): void {
  raw.once('close', act)
}

function busy(): RequestError {
  return new RequestError('service_unavailable', {
    message: 'Too many uploads at once',
    retryAfterSeconds: 1,
  })
}
