import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'

/**
 * One log line and one metric per request. Neither contains the URL: a path holds ids, a query string perhaps a key.
 */
export function addRequestLog(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Also fires when the client disconnected before the answer, which the framework's own hook does not report.
    reply.raw.once('close', () => recordRequest(request, reply, metrics))
    done()
  })
}

/** As nginx logs it: the client closed the connection before it was answered. */
const CLIENT_CLOSED = 499

export function recordRequest(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const route = request.routeOptions.url ?? 'unmatched'
  const durationMs = Math.round(reply.elapsedTime * 1000) / 1000
  const { method } = request
  const status = reply.raw.writableEnded ? reply.statusCode : CLIENT_CLOSED
  // An unmatched path may come with any of three dozen methods, which would only multiply the time series.
  metrics.observeRequest({ method: route === 'unmatched' ? 'any' : method, route, status, durationMs })
  request.log.info(
    {
      method,
      route,
      status,
      durationMs,
      bytes: Number(reply.getHeader('content-length') ?? 0),
      retailerId: request.caller?.retailerId,
      keyId: request.caller?.keyId,
      traceId: request.traceId,
    },
    'request',
  )
}
