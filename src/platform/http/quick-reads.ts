import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { VERSION_HEADER } from '../../contract/versions.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import { computeClientAddress, createPeerReader } from './client-address.ts'
import { findRepeatedHeader, SAFE_HEADERS } from './opening-checks.ts'
import type { Caller } from './request-context.ts'
import { isStopping } from './stop-server.ts'

/*
 * Reads whose answer mostly lies in memory: the framework's hooks, its logger for each request and its timer would cost more than
 * twice the answer (bench/storefront.ts). Such a read is answered before the framework when it is plain and nothing is wrong with
 * it. All else goes the usual way, where it is checked again and refused in words; both ways send the same answer.
 */
export interface QuickRead {
  /** As the framework's router knows it, for log and metrics. */
  readonly route: string
  /** Undefined at once when this is not its request, or later when it cannot be answered here. */
  answer(request: QuickRequest): Promise<QuickAnswer | undefined> | undefined
}

export interface QuickRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** What counts as one client. */
  readAddress(): string
}

export interface QuickAnswer {
  readonly caller: Caller
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** ASCII; absent when the client has it already. */
  readonly body: string | undefined
}

interface ReadyAnswer {
  readonly read: QuickRead
  readonly found: QuickAnswer
  readonly response: ServerResponse
  readonly startedAtMs: number
  readonly span: Span | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    addQuickRead(read: QuickRead): void
  }
}

const { 'cache-control': _, ...GENERAL_HEADERS } = SAFE_HEADERS
const HEADERS = Object.entries(GENERAL_HEADERS).flat()

export function serveQuickReads(
  app: FastifyInstance,
  options: {
    readonly log: Log
    readonly metrics: Metrics
    readonly tracing?: Tracing | undefined
    readonly trustedProxies: readonly string[]
  },
): void {
  const { server } = app
  const reads: QuickRead[] = []
  const readPeer = createPeerReader(options.trustedProxies)
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  app.decorate('addQuickRead', (read: QuickRead) => void reads.push(read))

  const goOn: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response)
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isPlainRead(request) || isStopping(app)) return goOn(request, response)
    const startedAtMs = performance.now()
    const { url = '', headers } = request
    for (const read of reads) {
      const answer = read.answer({ url, headers, readAddress: () => computeClientAddress(readPeer(request)) })
      if (answer === undefined) continue
      const span = options.tracing?.start({ name: `GET ${read.route}`, kind: 'server' }, headers)
      // A failure here occurs again in the framework, which reports it.
      answer.then(
        found => {
          if (found === undefined) return goOn(request, response)
          ready.push({ read, found, response, startedAtMs, span })
          if (ready.length === 1) setImmediate(sendAll)
        },
        () => goOn(request, response),
      )
      return
    }
    goOn(request, response)
  })

  // Sent together, once per event-loop tick: sent one by one, each would wake its receiver alone, which costs more than writing.
  const ready: ReadyAnswer[] = []
  function sendAll(): void {
    for (const each of ready.splice(0)) send(each)
  }

  function send({ read: { route }, found, response, startedAtMs, span }: ReadyAnswer): void {
    const { headers, body, caller } = found
    const trackId = newId()
    const status = body === undefined ? 304 : 200
    const length = body === undefined ? [] : ['content-length', String(body.length)]
    response.writeHead(status, [...HEADERS, 'x-track-id', trackId, ...headers, ...length])
    response.end(body, 'latin1')
    const durationMs = Math.round((performance.now() - startedAtMs) * 1000) / 1000
    options.metrics.observeRequest({ method: 'GET', route, status, durationMs })
    const { retailerId, keyId } = caller
    span?.end({
      attributes: {
        'http.request.method': 'GET',
        'http.route': route,
        'http.response.status_code': status,
        'crediario.track_id': trackId,
        'crediario.retailer_id': retailerId,
      },
    })
    if (!options.log.isLevelEnabled('info')) return
    const bytes = body?.length ?? 0
    options.log.info(
      { trackId, method: 'GET', route, status, durationMs, bytes, retailerId, keyId, traceId: span?.traceId },
      'request',
    )
  }
}

function isPlainRead(request: IncomingMessage): boolean {
  const { method, headers } = request
  return (
    method === 'GET' &&
    headers.host !== undefined &&
    headers[VERSION_HEADER] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    findRepeatedHeader(request) === undefined
  )
}
