import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createAdmission, WINDOW_MS } from './admission.ts'
import { presentError } from './errors.ts'
import { SAFE_HEADERS } from './opening-checks.ts'
import { awaitsBody, createUnreadBodies, type UnreadBodyLimits } from './unread-bodies.ts'

/** Monitoring must work most of all under overload. */
const ALWAYS_SERVED = new Set(['/health', '/ready', '/metrics'])
/** Random, so that refused callers do not all come back together. */
const LONGEST_RETRY_AFTER_SECONDS = 3

/** Requests whose body arrived when every slot was taken. */
const late = new WeakSet<IncomingMessage>()

/**
 * Runs before the framework: refusing must cost a small part of serving, or the refusals would be the next overload. No
 * body is read, no key is looked up, and refusals are logged together, one line per window. A request takes its slot
 * when its body has arrived, because until then it costs nothing but a connection, which anybody can hold.
 */
export function guardAgainstOverload(app: FastifyInstance, options: OverloadOptions): void {
  const { server } = app
  const unread = createUnreadBodies(options)
  const admission = createAdmission(options.most)
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  let refused = 0
  let logged = 0
  let droppedConnections = 0
  let lastUse = performance.eventLoopUtilization()

  // Sent together, once per event-loop tick: sent one by one between other work, each would wake its receiver alone,
  // which costs more than writing.
  const refusals: ServerResponse[] = []
  const refuseAll = (): void => {
    for (const response of refusals.splice(0)) refuse(response)
  }

  const timer = setInterval(() => {
    const use = performance.eventLoopUtilization()
    admission.review(performance.eventLoopUtilization(use, lastUse).utilization)
    lastUse = use
    if (droppedConnections > 0)
      options.log.warn({ count: droppedConnections }, 'connections refused: too many are open')
    droppedConnections = 0
    if (refused === logged) return
    options.log.warn({ count: refused - logged }, 'requests refused: too many at once')
    logged = refused
  }, WINDOW_MS).unref()
  server.once('close', () => {
    clearInterval(timer)
    unread.close()
  })
  options.metrics.addGauge('crediario_requests_in_flight', 'Requests in work', () => admission.inFlight)
  options.metrics.addGauge(
    'crediario_requests_bound',
    'Requests that may be in work at once before others are refused',
    () => admission.bound,
  )

  options.metrics.addTotal(
    'crediario_requests_refused_total',
    'Requests refused because too many were in work',
    () => refused,
  )

  // One that would take a descriptor which the program needs for itself.
  server.on('drop', () => {
    droppedConnections += 1
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!ALWAYS_SERVED.has(request.url ?? '')) {
      const isLater = awaitsBody(request)
      if (isLater ? admission.isFull : !admission.enter()) {
        refused += 1
        refusals.push(response)
        if (refusals.length === 1) setImmediate(refuseAll)
        return
      }
      if (isLater) enterWithBody(request, response)
      else response.on('close', admission.leave)
    }
    for (const listener of listeners) listener.call(server, request, response)
  })

  function enterWithBody(request: IncomingMessage, response: ServerResponse): void {
    const body = { request, response, sinceMs: performance.now() }
    let hasSlot = false
    unread.add(body)
    // Both events come once; `once` would wrap each listener for every request.
    response.on('close', () => {
      unread.delete(body)
      if (hasSlot) admission.leave()
    })
    request.on('end', () => {
      unread.delete(body)
      // Answered without its body, which is now read to no purpose.
      if (response.headersSent) return
      hasSlot = admission.enter()
      if (!hasSlot) late.add(request)
    })
  }

  // The first hook behind the body. Rare: the slots were taken while the body was on its way.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!late.has(request.raw)) return done()
    refused += 1
    done(new RequestError('service_unavailable', { retryAfterSeconds: drawRetryAfterSeconds() }))
  })
}

export interface OverloadOptions extends UnreadBodyLimits {
  readonly most: number
  readonly log: Log
  readonly metrics: Metrics
}

// Built once: capturing the stack of an error costs as much as the rest of a refusal.
const MARK = '0'.repeat(24)
const REFUSAL = JSON.stringify(presentError(new RequestError('service_unavailable'), MARK))
const HEADERS = Object.entries({
  ...SAFE_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(REFUSAL)),
}).flat()

const drawRetryAfterSeconds = (): number => 1 + Math.floor(Math.random() * LONGEST_RETRY_AFTER_SECONDS)

function refuse(response: ServerResponse): void {
  const trackId = newId()
  const retryAfterSeconds = drawRetryAfterSeconds()
  response.writeHead(503, [...HEADERS, 'retry-after', String(retryAfterSeconds), 'x-track-id', trackId])
  response.end(REFUSAL.replace(MARK, trackId), 'latin1')
}
