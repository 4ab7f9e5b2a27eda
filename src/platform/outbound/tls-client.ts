import { Agent, request } from 'undici'
import type { CallObserver } from './call-metrics.ts'

/** Our identity for a service that requires a client certificate. All of it in PEM. */
export interface TlsIdentity {
  readonly certificate: string
  readonly key: string
  /** The authority of the service's certificate, when it is not a public one. */
  readonly ca?: string | undefined
}

interface TlsClientOptions {
  readonly observer?: CallObserver | undefined
  readonly identity: TlsIdentity
  /** More requests at once wait for a connection, within their deadline. */
  readonly connections: number
  readonly connectMs: number
  /** From the call to the last byte of the answer. */
  readonly totalMs: number
}

export interface TlsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type TlsAnswer =
  | { readonly status: number; readonly text: string }
  /** `wasSent` is false only when the service cannot have seen the request. */
  | { readonly status: undefined; readonly wasSent: boolean; readonly text: string }

export interface TlsClient {
  /** Never rejects: a failure is an answer too. Redirects are not followed. */
  send(request: TlsRequest): Promise<TlsAnswer>
  close(): Promise<void>
}

/** A page of a thousand payments is about half a megabyte. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
const IDLE_MS = 10_000

/** Failures before the first byte of a request. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** An HTTP client with a certificate of its own (mutual TLS), for one configured service. */
export function createTlsClient(options: TlsClientOptions): TlsClient {
  const { identity, connections, connectMs, totalMs, observer } = options
  const agent = new Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    connect: {
      cert: identity.certificate,
      key: identity.key,
      minVersion: 'TLSv1.2',
      timeout: connectMs,
      ...(identity.ca === undefined ? {} : { ca: identity.ca }),
    },
  })
  return {
    async send(wanted) {
      const startedAtMs = performance.now()
      const span = observer?.startSpan(wanted.method)
      const answer = await exchange(
        span ? { ...wanted, headers: { ...wanted.headers, ...span.headers } } : wanted,
      )
      const outcome = classify(answer)
      observer?.onCall({ outcome, durationMs: performance.now() - startedAtMs })
      span?.end({
        attributes: { 'http.response.status_code': answer.status },
        ...(outcome === 'failed' && { error: String(answer.status ?? answer.text) }),
      })
      return answer
    },
    close: () => agent.destroy(),
  }

  async function exchange({ method, url, headers, body }: TlsRequest): Promise<TlsAnswer> {
    // Not AbortSignal.timeout, whose timer goes on after the answer.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), totalMs)
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        // A compressed answer could expand to a thousand times its size on the wire.
        headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
        body: body ?? null,
        signal: deadline.signal,
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of answer.body) {
        size += (chunk as Buffer).length
        if (size > MAX_BODY_BYTES) return { status: undefined, wasSent: true, text: 'answer too large' }
        chunks.push(chunk as Buffer)
      }
      return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') }
    } catch (error) {
      return describeFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A refusal is an answer of a service that works. */
function classify({ status }: TlsAnswer): 'ok' | 'refused' | 'failed' {
  if (status === undefined || status >= 500) return 'failed'
  return status < 400 ? 'ok' : 'refused'
}

/** Our own words: the message of an error may hold addresses and headers. */
function describeFailure(error: unknown): TlsAnswer {
  const name = error instanceof Error ? error.name : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Several addresses were tried: the causes are inside.
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0])
  if (name === 'TimeoutError' || name === 'AbortError')
    return { status: undefined, wasSent: true, text: 'timed out' }
  const isRefusedHere = /^(?:CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_)/.test(code)
  if (isRefusedHere) return { status: undefined, wasSent: false, text: 'TLS failed' }
  if (NOT_SENT.has(code)) return { status: undefined, wasSent: false, text: 'no connection' }
  return { status: undefined, wasSent: true, text: 'connection lost' }
}
