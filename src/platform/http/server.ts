import { type FastifyInstance, fastify } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { VERSIONS, type Versions } from '../../contract/versions.ts'
import { newId } from '../../kernel/ids.ts'
import { type ReportForgery, reportForgedRow } from '../crypto/row-mac.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { createPeerReader } from './client-address.ts'
import { addCompression } from './compression.ts'
import { addConnectionErrors, answerParserError } from './connection-errors.ts'
import { computeMostConnections, findDescriptorLimit } from './connection-limit.ts'
import { addDeadline } from './deadline.ts'
import { toRefusal } from './errors.ts'
import { addIdempotency } from './idempotency.ts'
import { createIdempotencyStore, type RequestCrypto } from './idempotency-store.ts'
import { parseJsonBody } from './json-body.ts'
import { createErrorAnswer, type MissingPages } from './missing-page.ts'
import { addOpeningChecks, SAFE_HEADERS } from './opening-checks.ts'
import { guardAgainstOverload } from './overload.ts'
import type { Presence } from './presence.ts'
import { serveQuickReads } from './quick-reads.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'
import { addRequestGuards } from './request-guards.ts'
import { addRequestLog, recordRequest } from './request-log.ts'
import { addRequestTracing } from './request-tracing.ts'
import { createUnknownKeyLimit } from './unknown-keys.ts'
import { createValidatorOptions, type Formats, toRequestError } from './validation.ts'
import { addVersioning } from './versioning.ts'

export interface ServerOptions {
  readonly database: Database
  readonly presence: Presence
  readonly crypto: RequestCrypto
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing?: Tracing | undefined
  readonly formats: Formats
  readonly findCaller: (key: string) => Promise<Caller | undefined>
  readonly unknownKeyLimitPerMinute: number
  readonly requestsAtOnce: number
  /** Addresses or networks whose X-Forwarded-For is trusted; any other client could forge it. */
  readonly trustedProxies: readonly string[]
  /** For people who come to an address that is none; without it they get what programs get. */
  readonly missingPages?: MissingPages
  /** Told of rows that a request broke on because somebody else wrote them. */
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
  const answerError = createErrorAnswer(options.missingPages)
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
      answerError(error, request, reply)
      recordRequest(request, reply, options)
    },
  })
  const mostConnections = computeMostConnections(findDescriptorLimit())
  if (mostConnections !== undefined) app.server.maxConnections = mostConnections
  app.decorateRequest('traceId', undefined)
  // Before every other hook, so that all of them run within the request's span.
  if (options.tracing !== undefined) addRequestTracing(app, options.tracing)
  // The guard stands before these, and these before the framework.
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
    countError(toRefusal(error, request).code)
    if (options.reportForgery !== undefined) await reportForgedRow(error, options.reportForgery)
    answerError(error, request, reply)
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
