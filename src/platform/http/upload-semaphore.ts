import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { RequestError } from '../../contract/errors.ts'

interface Waiting {
  readonly bytes: number
  enter(): void
}

export interface UploadSemaphoreOptions {
  /** One body always fits. */
  readonly maxBytes: number
  readonly waitMs?: number
}

const WAIT_MS = 5_000

/**
 * A semaphore of bytes. A large body is held in memory several times over while it is parsed. This many bytes of bodies are taken in at
 * a time; who comes meanwhile waits with the body unread, and is asked to come again when that takes long.
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
    // Refused by its size alone, without being read.
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

/** A body that does not say how long it is may be as long as the route allows. */
function computeSize({ headers, routeOptions }: FastifyRequest): number {
  const stated = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(stated) ? stated : routeOptions.bodyLimit
}

/** Comes after every end of a request, a broken connection included. */
function onEnd({ raw }: FastifyReply, act: () => void): void {
  raw.once('close', act)
}

function busy(): RequestError {
  return new RequestError('service_unavailable', {
    message: 'Too many uploads at once',
    retryAfterSeconds: 1,
  })
}
