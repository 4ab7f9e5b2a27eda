import { randomUUID } from 'node:crypto'
import { CrediarioError } from './crediario-error.ts'
import { API_VERSION } from './generated.ts'
import { computeWaitMs, pause, RETRIES } from './retry.ts'

export interface CallOptions {
  /** Repeating a call with the same key gives the same answer, for 31 days. Chosen by the client when absent. */
  readonly idempotencyKey?: string
  /** Instead of the client's own. */
  readonly timeoutMs?: number
  /** Instead of the client's own. */
  readonly retries?: number
  readonly signal?: AbortSignal
}

export interface CallRequest {
  readonly method: string
  readonly path: string
  readonly query?: object
  readonly body?: object
  readonly answer?: 'bytes'
  /** Repeating it has no second effect. */
  readonly isRepeatable?: true
  readonly options: CallOptions
}

export type Call = <Answer>(request: CallRequest) => Promise<Answer>

export interface ClientOptions {
  /** Where the service is, such as https://credito.example. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Of each attempt, from the call to the last byte of the answer; 30 seconds when absent. */
  readonly timeoutMs?: number
  /** How often a call that got no answer, or that is to be repeated, is sent again; 2 when absent. */
  readonly retries?: number
  /** Instead of the global one. */
  readonly fetch?: typeof fetch
}

const TIMEOUT_MS = 30_000

export function createCall(client: ClientOptions): Call {
  return async <Answer>(request: CallRequest): Promise<Answer> => {
    const { options } = request
    // One key for all attempts of a call: the service does it once, however often it is told.
    const isKeyed = request.method === 'POST' && request.isRepeatable !== true
    const key = options.idempotencyKey ?? (isKeyed ? randomUUID() : undefined)
    const retries = options.retries ?? client.retries ?? RETRIES
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce<Answer>(client, request, key)
      } catch (error) {
        const waitMs = options.signal?.aborted === true ? undefined : computeWaitMs(error, attempt)
        if (attempt >= retries || waitMs === undefined) throw error
        await pause(waitMs, options.signal)
      }
    }
  }
}

async function sendOnce<Answer>(
  client: ClientOptions,
  { method, path, query = {}, body, answer, options }: CallRequest,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const base = client.baseUrl.replace(/\/+$/, '')
  const send = client.fetch ?? fetch
  const deadline = startDeadline(options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS, options.signal)
  try {
    const response = await send(base + path + presentQuery(query), {
      method,
      headers: {
        'x-service-apikey': client.apiKey,
        'x-service-version': API_VERSION,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      // Never leads the key elsewhere.
      redirect: 'error',
      signal: deadline.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new CrediarioError(response, parseObject(await response.text()))
    if (answer === 'bytes') return new Uint8Array(await response.arrayBuffer()) as Answer
    return (await response.json()) as Answer
  } finally {
    deadline.stop()
  }
}

function presentQuery(query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** One signal for the caller's own and for the time that is left; Node 18 cannot join signals by itself. */
function startDeadline(
  timeoutMs: number,
  caller: AbortSignal | undefined,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  const giveUp = (): void => controller.abort(caller?.reason)
  if (caller?.aborted) giveUp()
  caller?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}
