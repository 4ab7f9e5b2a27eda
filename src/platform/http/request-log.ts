import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The framework has no logger: it would make one for each request, and listeners to measure its time. */
    readonly serviceLog: Log
  }
  interface FastifyRequest {
    /** Of `performance.now()`. */
    startedAtMs: number
    /** The code of the error that was answered. */
    errorCode: string | undefined
  }
}

/** A request whose key is known, as its owner may read it: nothing that came with it, and its route only as a pattern. */
export interface AnsweredRequest {
  readonly retailerId: string
  readonly trackId: string
  readonly keyId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly errorCode: string | null
  readonly durationMs: number
}

interface RequestLogOptions {
  readonly log: Log
  readonly metrics: Metrics
  readonly noteRequest?: ((request: AnsweredRequest) => void) | undefined
}

/**
 * One log line and one metric per request. Neither contains the URL: a path holds ids, a query string perhaps a key.
 */
export function addRequestLog(app: FastifyInstance, options: RequestLogOptions): void {
  app.decorate('serviceLog', options.log)
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('errorCode', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAtMs = performance.now()
    // Once. Also when the client disconnected before the answer, which the framework's own hook does not report.
    reply.raw.on('close', () => recordRequest(request, reply, options))
    done()
  })
}

/** For what happens on behalf of one request. */
export function getRequestLog(request: FastifyRequest): Log {
  return request.server.serviceLog.child({ trackId: request.id })
}

/** As nginx logs it: the client closed the connection before it was answered. */
const CLIENT_CLOSED = 499

export function recordRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RequestLogOptions,
): void {
  const { log, metrics } = options
  const { id: trackId, method, startedAtMs, traceId } = request
  const route = request.routeOptions.url ?? 'unmatched'
  // What the framework refuses before every hook, such as a broken URL, has no beginning.
  const elapsedMs = startedAtMs > 0 ? performance.now() - startedAtMs : 0
  const durationMs = Math.round(elapsedMs * 1000) / 1000
  const status = reply.raw.writableEnded ? reply.statusCode : CLIENT_CLOSED
  // An unmatched path may come with any of three dozen methods, which would only multiply the time series.
  metrics.observeRequest({ method: route === 'unmatched' ? 'any' : method, route, status, durationMs })
  const { retailerId, keyId } = request.caller ?? {}
  if (retailerId !== undefined && keyId !== undefined)
    options.noteRequest?.({
      retailerId,
      trackId,
      keyId,
      method,
      route,
      status,
      errorCode: request.errorCode ?? null,
      durationMs: Math.round(elapsedMs),
    })
  if (!log.isLevelEnabled('info')) return
  const bytes = Number(reply.getHeader('content-length') ?? 0)
  log.info({ trackId, method, route, status, durationMs, bytes, retailerId, keyId, traceId }, 'request')
}
