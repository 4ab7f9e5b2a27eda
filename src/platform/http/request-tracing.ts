import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where nothing is traced. */
    traceId: string | undefined
  }
}

/** Asked every few seconds by machines; their spans would bury the others. */
const NOT_TRACED = new Set(['/health', '/ready', '/metrics'])
const SERVER_FAULT = 500

/** A span for each request, as a child of the caller's where it sends a `traceparent`. */
export function addRequestTracing(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? 'unmatched'
    if (NOT_TRACED.has(route)) return done()
    const name = `${route === 'unmatched' ? 'any' : method} ${route}`
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracing.start({ name, kind: 'server', attributes }, headers)
    spans.set(request, span)
    request.traceId = span.traceId
    reply.raw.once('close', () => {
      const status = reply.statusCode
      span.end({
        attributes: {
          'http.response.status_code': status,
          'crediario.track_id': request.id,
          'crediario.retailer_id': request.caller?.retailerId,
        },
        ...(status >= SERVER_FAULT && { error: String(status) }),
      })
    })
    span.run(done)
  })
  // A body arrives by events of its connection, which know nothing of the request that they belong to.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
}
