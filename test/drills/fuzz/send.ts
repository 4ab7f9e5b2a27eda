import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FuzzedRequest } from './requests.ts'

export interface FuzzAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
  /** Undefined where the text is not JSON. */
  readonly body: unknown
  readonly durationMs: number
}

const LONGEST_WAIT_MS = 30_000

export interface Sender {
  send(request: Pick<FuzzedRequest, 'method' | 'target' | 'headers' | 'body'>): Promise<FuzzAnswer>
  close(): void
}

/** Sends without an HTTP client, which would correct malformed requests. */
export function createSender(port: number, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  function exchange(request: Parameters<Sender['send']>[0]): Promise<IncomingMessage> {
    const { method, target, headers, body } = request
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port,
          agent,
          method,
          path: target,
          headers: { ...headers, ...length },
          timeout: LONGEST_WAIT_MS,
        },
        resolve,
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  return {
    async send(request) {
      const startedAt = performance.now()
      const message = await exchange(request)
      const bytes = await buffer(message)
      const text = bytes.toString('latin1')
      const contentType = (message.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
      return {
        status: message.statusCode ?? 0,
        contentType,
        text,
        body: contentType === 'application/json' ? parse(bytes.toString('utf8')) : undefined,
        durationMs: performance.now() - startedAt,
      }
    },
    close: () => agent.destroy(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
