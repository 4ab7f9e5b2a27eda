import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, errorCatalogue, RequestError } from '../../contract/errors.ts'
import { VERSION_HEADER, VERSIONS } from '../../contract/versions.ts'
import { newId } from '../../kernel/ids.ts'
import { computeClientAddress } from './client-address.ts'
import { presentError } from './errors.ts'

/*
 * Requests whose body has not arrived. They take no slot of the server (overload.ts), so that idle connections cannot use
 * up the slots; here they are bounded in time and in number for each client. Looked at a few times a second, oldest
 * first: a timer for each request would cost every honest one.
 */
interface UnreadBodies {
  add(body: UnreadBody): void
  delete(body: UnreadBody): void
  close(): void
}

interface UnreadBody {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly sinceMs: number
}

export interface UnreadBodyLimits {
  /** From the headers to the last byte of a body that states to be small. The server's request timeout bounds others. */
  readonly smallBodyMs: number
  readonly readPeer: (request: IncomingMessage) => string
}

/** A JSON body of this size fits into a few packets; what is larger is an upload. */
const SMALL_BODY_BYTES = 64 * 1024
/** Bodies of honest callers mostly arrive with their headers: only what is later than this counts for its address. */
const SLOW_AFTER_MS = 1_000
export const MAX_SLOW_PER_ADDRESS = 64
const LOOK_MS = 250

export function createUnreadBodies({ smallBodyMs, readPeer }: UnreadBodyLimits): UnreadBodies {
  const unread = new Set<UnreadBody>()

  const timer = setInterval(() => {
    const now = performance.now()
    const slow = new Map<string, number>()
    // In the order of their arrival.
    for (const body of unread) {
      const ageMs = now - body.sinceMs
      if (ageMs < Math.min(SLOW_AFTER_MS, smallBodyMs)) return
      // A pipelined request waits for its turn: an answer on its socket would be taken for the answer to the previous request.
      if (body.response.socket === null) continue
      if (ageMs >= smallBodyMs && isSmall(body.request)) refuse(body, 'request_timeout')
      else if (ageMs >= SLOW_AFTER_MS) countSlow(slow, body)
    }
  }, LOOK_MS).unref()

  function countSlow(slow: Map<string, number>, body: UnreadBody): void {
    const address = computeClientAddress(readPeer(body.request))
    const count = (slow.get(address) ?? 0) + 1
    slow.set(address, count)
    if (count > MAX_SLOW_PER_ADDRESS) refuse(body, 'service_unavailable', 'retry-after: 1\r\n')
  }

  function refuse(body: UnreadBody, code: 'request_timeout' | 'service_unavailable', header = ''): void {
    unread.delete(body)
    const { request, response } = body
    if (response.headersSent) request.socket.destroy()
    else refuseConnection(request.socket, code, header)
  }

  return {
    add: body => void unread.add(body),
    delete: body => void unread.delete(body),
    close: () => clearInterval(timer),
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= SMALL_BODY_BYTES
}

/** The framework reads no body of a GET or HEAD: those begin at once, whatever they announce. */
export function awaitsBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/*
 * Input that never becomes a request: bytes the HTTP parser refuses, headers too large, requests that do not arrive in
 * time. There is no reply object here, so the answer is written to the socket, in the same format as every other error,
 * and the socket is closed.
 */
const PARSER_CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  refuseConnection(socket, PARSER_CODES[error.code ?? ''] ?? 'malformed_request')
}

/** A second head in the middle of an answer would be read as part of its body. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent === true
}

/** Requests that Node passes in separate events, bypassing the framework. */
export function addConnectionErrors(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) =>
    refuseConnection(socket, 'method_not_allowed', 'Allow: \r\n'),
  )
  app.server.on('checkExpectation', (_request, response) => {
    const trackId = newId()
    const body = JSON.stringify(presentError(new RequestError('expectation_failed'), trackId))
    response.writeHead(417, {
      ...HEADERS,
      'x-track-id': trackId,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  [VERSION_HEADER]: VERSIONS.current,
}

function refuseConnection(socket: Duplex, code: ErrorCode, extraHeaders = ''): void {
  const trackId = newId()
  const body = JSON.stringify(presentError(new RequestError(code), trackId))
  const { status } = errorCatalogue[code]
  const headers = Object.entries({
    ...HEADERS,
    'x-track-id': trackId,
    'content-length': Buffer.byteLength(body),
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}${extraHeaders}connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
