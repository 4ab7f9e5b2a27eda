import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
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

  // This connection would take a file descriptor that the program needs itself.
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
      // Answered without its body, which is read and discarded.
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

interface OverloadOptions extends UnreadBodyLimits {
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

/*
 * Limits the number of concurrent requests. A server that accepts more than it can answer answers nobody in time, so
 * requests beyond the bound are refused at once. Little's law gives the expected latency: requests in flight ÷ answer
 * rate. When that is too long for a while, and the process is nearly always busy, the bound falls to what is answered
 * in a quarter of a second; when there is time again, it rises. A short burst does not move it.
 */
export interface Admission {
  readonly inFlight: number
  readonly bound: number
  readonly isFull: boolean
  /** False at the bound; otherwise `leave` must follow. */
  enter(): boolean
  leave(): void
  /** Call every `WINDOW_MS`, with the share of time in which the process was busy. */
  review(busyShare: number): void
}

const WINDOW_MS = 500
/**
 * With much more in flight every answer is late and throughput is the same; with much less, the main thread waits for
 * other threads.
 */
const AIM_MS = 275
const SLOW_MS = 350
const QUICK_MS = 200
const BUSY_SHARE = 0.6
/** Fewer slow windows than this, net of normal ones, are a burst; more are overload. */
const SLOW_WINDOWS_ALLOWED = 2
/**
 * How much a window with a lower rate lowers the estimate: it may have met a pause of the collector, or too few
 * requests.
 */
const RATE_DECAY = 0.3
const RISE = 1.1
/** Transactions are batched across concurrent requests, so the bound never falls below this share of the maximum. */
const MIN_SHARE = 1 / 8

export function createAdmission(most: number): Admission {
  const least = Math.max(1, Math.ceil(most * MIN_SHARE))
  let bound = most
  let inFlight = 0
  let answered = 0
  let perMs = 0
  let slowWindows = 0

  return {
    get inFlight() {
      return inFlight
    },
    get bound() {
      return bound
    },
    get isFull() {
      return inFlight >= bound
    },
    enter() {
      if (inFlight >= bound) return false
      inFlight += 1
      return true
    },
    leave() {
      inFlight -= 1
      answered += 1
    },
    review(busyShare) {
      const seenPerMs = answered / WINDOW_MS
      perMs = seenPerMs > perMs ? seenPerMs : perMs + RATE_DECAY * (seenPerMs - perMs)
      const expectedMs = inFlight === 0 ? 0 : inFlight / seenPerMs
      answered = 0
      const aim = Math.min(most, Math.max(least, Math.ceil(perMs * AIM_MS)))
      if (expectedMs > SLOW_MS && busyShare > BUSY_SHARE) {
        slowWindows = Math.min(SLOW_WINDOWS_ALLOWED, slowWindows + 1)
        // Requests admitted before the bound fell have to finish first: until then they say nothing about the new
        // bound.
        const isDraining = inFlight > bound
        if ((slowWindows >= SLOW_WINDOWS_ALLOWED || bound < most) && !isDraining) bound = Math.min(bound, aim)
      } else {
        slowWindows = Math.max(0, slowWindows - 1)
        // One bad moment must not hold the bound down for as long as the rush lasts.
        const risen = expectedMs < QUICK_MS ? Math.ceil(bound * RISE) : bound
        bound = Math.min(most, Math.max(risen, aim))
      }
    },
  }
}
