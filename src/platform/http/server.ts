import { readFileSync } from 'node:fs'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { VERSIONS, type Versions } from '../../contract/versions.ts'
import { newId } from '../../kernel/ids.ts'
import { type ReportForgery, reportForgedRow } from '../crypto/row-mac.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import { createPeerReader } from './client-address.ts'
import { addCompression } from './content-encoding.ts'
import { addDeadline } from './deadline.ts'
import { prepareRefusal, sendError, toRefusal } from './errors.ts'
import { addIdempotency } from './idempotency.ts'
import { createIdempotencyStore, type RequestCrypto } from './idempotency-store.ts'
import { parseJsonBody } from './json-body.ts'
import { addOpeningChecks, SAFE_HEADERS } from './opening-checks.ts'
import { guardAgainstOverload } from './overload.ts'
import type { Presence } from './presence.ts'
import { serveQuickReads } from './quick-reads.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'
import { addRequestGuards } from './request-guards.ts'
import { type AnsweredRequest, addRequestLog, recordRequest } from './request-log.ts'
import { createUnknownKeyLimit } from './unknown-keys.ts'
import { addConnectionErrors, answerParserError } from './unread-bodies.ts'
import { createValidatorOptions, type Formats, toRequestError } from './validation.ts'
import { addVersioning } from './versioning.ts'
import { type Shell, sendShell } from './web-assets.ts'

export interface ServerOptions {
  readonly database: Database
  readonly presence: Presence
  readonly crypto: RequestCrypto
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing?: Tracing | undefined
  readonly formats: Formats
  readonly findCaller: (key: string) => Promise<Caller | undefined>
  /** Called with each answered request whose key is known. */
  readonly noteRequest?: (request: AnsweredRequest) => void
  readonly unknownKeyLimitPerMinute: number
  readonly requestsAtOnce: number
  /** Addresses or networks whose X-Forwarded-For is trusted; any other client could forge it. */
  readonly trustedProxies: readonly string[]
  /** The pages for people where there is nothing to show; without them they get the JSON answer. */
  readonly errorPages?: ErrorPages
  /** Called with rows that failed a request because the program did not write them. */
  readonly reportForgery?: ReportForgery
  readonly timeouts?: Partial<Timeouts>
  /** Those of the interface when absent. */
  readonly versions?: Versions
}

interface Timeouts {
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  readonly headersMs: number
  /** From the headers of a request to the last byte of a small body. */
  readonly smallBodyMs: number
  /** From the first byte of a request to its answer; the handler must finish within it. */
  readonly handlerMs: number
  readonly idleConnectionMs: number
  readonly keepAliveMs: number
  /** How often Node checks the first two. */
  readonly checkMs: number
}

const DEFAULT_TIMEOUTS: Timeouts = {
  requestMs: 15_000,
  headersMs: 10_000,
  smallBodyMs: 4_000,
  handlerMs: 20_000,
  idleConnectionMs: 30_000,
  keepAliveMs: 65_000,
  checkMs: 1_000,
}

const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_LIMIT_BYTES = 16 * 1024
const URL_LIMIT_BYTES = 8 * 1024

export function createServer(options: ServerOptions): FastifyInstance {
  const { versions = VERSIONS } = options
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const answerError = createErrorAnswer(options.errorPages)
  const app: FastifyInstance = fastify({
    http: {
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Checked by our own hook, which answers in JSON.
      requireHostHeader: false,
    },
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleConnectionMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    // An id of any length that fits a URL reaches its route, which knows whether a wrong one is 400 or 404.
    routerOptions: { maxParamLength: URL_LIMIT_BYTES },
    genReqId: () => newId(),
    requestIdHeader: false,
    // Our own hook answers while stopping, in the format of every other error.
    return503OnClosing: false,
    ajv: createValidatorOptions(options.formats),
    schemaErrorFormatter: toRequestError,
    clientErrorHandler: answerParserError,
    frameworkErrors(error, request, reply) {
      reply.headers({ ...SAFE_HEADERS, 'x-track-id': request.id })
      void answerError(error, request, reply).then(() => recordRequest(request, reply, options))
    },
  })
  const mostConnections = computeMostConnections(findDescriptorLimit())
  if (mostConnections !== undefined) app.server.maxConnections = mostConnections
  app.decorateRequest('traceId', undefined)
  // Before every other hook, so that all of them run within the request's span.
  if (options.tracing !== undefined) addRequestTracing(app, options.tracing)
  // The guard runs before these, and these before the framework.
  serveQuickReads(app, options)
  guardAgainstOverload(app, {
    ...options,
    most: options.requestsAtOnce,
    smallBodyMs: timeouts.smallBodyMs,
    readPeer: createPeerReader(options.trustedProxies),
  })
  const help = 'Requests that were refused or broke, by the code of the answer'
  const countError = options.metrics.addCounter('crediario_request_errors_total', help, 'code')
  app.setErrorHandler(async (error, request, reply) => {
    request.errorCode = toRefusal(error, request).code
    countError(request.errorCode)
    if (options.reportForgery !== undefined) await reportForgedRow(error, options.reportForgery)
    await answerError(error, request, reply)
    return reply
  })
  // Reached from static routes that found no file.
  app.setNotFoundHandler(() => {
    throw new RequestError('route_not_found')
  })
  addConnectionErrors(app)
  addJsonParser(app)
  // The first hook, so that a request refused by any other hook is recorded too.
  addRequestLog(app, options)
  addDeadline(app, timeouts.handlerMs)
  addOpeningChecks(app, URL_LIMIT_BYTES)
  addVersioning(app, versions)
  addRequestGuards(app, {
    findCaller: options.findCaller,
    versions,
    rateLimit: createRateLimit(options.database),
    unknownKeys: createUnknownKeyLimit({
      database: options.database,
      hash: options.crypto.hash,
      limitPerMinute: options.unknownKeyLimitPerMinute,
    }),
  })
  addIdempotency(app, {
    store: createIdempotencyStore(options),
    database: options.database,
    hash: options.crypto.hash,
  })
  addCompression(app)
  return app
}

function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      requireUtf8(request.headers['content-type'])
      done(null, parseJsonBody(body))
    } catch (error) {
      done(error instanceof Error ? error : new RequestError('invalid_json'))
    }
  })
}

function requireUtf8(contentType = ''): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RequestError('unsupported_media_type')
}

/** As much as the program itself needs at most: connections to the database and to partners, pipes, files. */
const MOST_RESERVED = 1_024

/**
 * How many connections a server may accept, so that a client that opens all it can never takes the last descriptor: then the
 * program could neither reach its database nor read a file. Undefined where the system reports no limit.
 */
function computeMostConnections(descriptorLimit: number | undefined): number | undefined {
  if (descriptorLimit === undefined) return undefined
  return descriptorLimit - Math.min(Math.ceil(descriptorLimit / 2), MOST_RESERVED)
}

/** Undefined where there is no limit, or none that can be read. */
function findDescriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/** Why a person gets no page: the address is unknown or meant for programs, we failed, or cannot answer now. */
export type PageFault = 'unknown' | 'for-programs' | 'failed' | 'away'
type ErrorPages = (url: string, fault: PageFault) => Promise<Shell>

const PAGE_FAULTS: Readonly<Partial<Record<ErrorCode, PageFault>>> = {
  route_not_found: 'unknown',
  method_not_allowed: 'for-programs',
  internal_error: 'failed',
  service_unavailable: 'away',
}

type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Errors are JSON; only a browser that goes to an address gets a page, with the same status. */
function createErrorAnswer(errorPages: ErrorPages | undefined): ErrorAnswer {
  return async (error, request, reply) => {
    const { code, status } = toRefusal(error, request)
    const fault = PAGE_FAULTS[code]
    // What failed may be the pages themselves.
    const shell =
      errorPages === undefined || fault === undefined || !isVisit(request)
        ? undefined
        : await errorPages(request.url, fault).catch(() => undefined)
    if (shell === undefined) return sendError(error, request, reply)
    prepareRefusal(error, request, reply)
    sendShell(reply.code(status), shell)
  }
}

/** A person's browser goes to an address, as opposed to a program or a script that asks for data. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers['x-service-apikey'] !== undefined) return false
  return prefersHtml(headers.accept)
}

/** HTML must be named, and before JSON: a wildcard, as curl sends it, is a program's. */
export function prefersHtml(accept = ''): boolean {
  const html = readWeight(accept, 'text/html')
  return html > 0 && html > readWeight(accept, 'application/json')
}

function readWeight(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  }
  return 0
}

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
function addRequestTracing(app: FastifyInstance, tracing: Tracing): void {
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
  // A body arrives in events of its connection, which are not linked to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
}
