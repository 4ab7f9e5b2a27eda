import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, errorCatalogue, RequestError } from '../../contract/errors.ts'
import { VERSION_HEADER, VERSIONS } from '../../contract/versions.ts'
import { newId } from '../../kernel/ids.ts'
import { presentError } from './errors.ts'

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

export function refuseConnection(socket: Duplex, code: ErrorCode, extraHeaders = ''): void {
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
