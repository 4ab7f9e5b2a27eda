import type { IncomingMessage, ServerResponse } from 'node:http'
import { computeClientAddress } from './client-address.ts'
import { refuseConnection } from './connection-errors.ts'

/*
 * Requests whose body has not arrived. They take no slot of the server (overload.ts), so that idle connections cannot use
 * up the slots; here they are bounded in time and in number for each client. Looked at a few times a second, oldest
 * first: a timer for each request would cost every honest one.
 */
export interface UnreadBodies {
  add(body: UnreadBody): void
  delete(body: UnreadBody): void
  close(): void
}

export interface UnreadBody {
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
      // A pipelined request waits for its turn: an answer on its socket would be taken for that of the one before.
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
