import type { Span } from '../telemetry/tracing.ts'

/** A normal answer is below one kilobyte; the bound keeps a broken or hostile service from filling the memory. */
const MAX_BODY_BYTES = 64 * 1024

/** Safe for a log line or a metric label: says what went wrong and nothing about the person. */
export type ExchangeReason =
  | 'timeout'
  | 'connection'
  | 'server-error'
  | 'rate-limited'
  | 'rejected'
  | 'redirect'
  | 'malformed'
  | 'too-large'
  | 'circuit-open'

/** Why one try failed, and whether to try again. */
export class ExchangeFailure extends Error {
  readonly reason: ExchangeReason
  /** The same request may succeed a moment later. */
  readonly isTransient: boolean
  /** The service is failing, rather than refusing this one request. */
  readonly isServiceFault: boolean
  readonly retryAfterMs: number

  constructor(
    reason: ExchangeReason,
    meaning: { isTransient: boolean; isServiceFault: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(`service failed: ${reason}`, { cause: meaning.cause })
    this.reason = reason
    this.isTransient = meaning.isTransient
    this.isServiceFault = meaning.isServiceFault
    this.retryAfterMs = meaning.retryAfterMs ?? 0
  }
}

export interface Exchange<Answer> {
  readonly url: string
  readonly token: string
  readonly body: unknown
  readonly idempotencyKey: string
  /** Returns undefined when the answer violates the protocol. */
  readonly parse: (text: string) => Answer | undefined
  /** Statuses of a good answer; 200 alone when absent. */
  readonly successes?: readonly number[]
  readonly signal: AbortSignal
  readonly span?: Span | undefined
}

/** One try: sends the body as JSON and reads the answer, or throws an ExchangeFailure. */
export async function exchangeJson<Answer>(exchange: Exchange<Answer>): Promise<Answer> {
  const { span } = exchange
  try {
    const answer = await tryExchange(exchange)
    span?.end()
    return answer
  } catch (error) {
    span?.end({ error: error instanceof ExchangeFailure ? error.reason : 'connection' })
    throw error
  }
}

async function tryExchange<Answer>(exchange: Exchange<Answer>): Promise<Answer> {
  const response = await send(exchange)
  const { successes = [200] } = exchange
  if (!successes.includes(response.status)) {
    // An unread body would keep the connection busy until it is garbage collected.
    await response.body?.cancel().catch(() => undefined)
    throw classifyStatus(response.status, response.headers.get('retry-after'))
  }
  const answer = exchange.parse(await readBody(response))
  if (answer === undefined) {
    throw new ExchangeFailure('malformed', { isTransient: false, isServiceFault: true })
  }
  return answer
}

async function send({
  url,
  token,
  body,
  idempotencyKey,
  signal,
  span,
}: Exchange<unknown>): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        // A compressed answer could expand to a thousand times its size on the wire.
        'accept-encoding': 'identity',
        'idempotency-key': idempotencyKey,
        ...span?.headers,
      },
      body: JSON.stringify(body),
      // Following a redirect would send the token and personal data to an address that was not configured.
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    throw new ExchangeFailure('connection', { isTransient: true, isServiceFault: true, cause: error })
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      if (size > MAX_BODY_BYTES) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new ExchangeFailure('connection', { isTransient: true, isServiceFault: true, cause: error })
  }
  if (size > MAX_BODY_BYTES) {
    throw new ExchangeFailure('too-large', { isTransient: false, isServiceFault: true })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function classifyStatus(status: number, retryAfter: string | null): ExchangeFailure {
  const retryAfterMs = computeRetryAfterMs(retryAfter)
  if (status >= 500) {
    return new ExchangeFailure('server-error', { isTransient: true, isServiceFault: true, retryAfterMs })
  }
  if (status === 429) {
    return new ExchangeFailure('rate-limited', { isTransient: true, isServiceFault: true, retryAfterMs })
  }
  if (status === 408) {
    return new ExchangeFailure('timeout', { isTransient: true, isServiceFault: true, retryAfterMs })
  }
  if (status >= 300 && status < 400) {
    return new ExchangeFailure('redirect', { isTransient: false, isServiceFault: true })
  }
  // A bad token fails every request alike; any other 4xx may concern this person only and must not open the breaker.
  const isServiceFault = status === 401 || status === 403
  return new ExchangeFailure('rejected', { isTransient: false, isServiceFault })
}

function computeRetryAfterMs(header: string | null): number {
  if (header === null) return 0
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000
  const instant = Date.parse(header)
  return Number.isNaN(instant) ? 0 : Math.max(0, instant - Date.now())
}
