export interface CallOptions {
  /** Repeating a call with the same key gives the same answer, for 31 days. */
  readonly idempotencyKey?: string
  /** Instead of the client's own. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface CallRequest {
  readonly method: string
  readonly path: string
  readonly query?: object
  readonly body?: object
  readonly answer?: 'bytes'
  readonly options: CallOptions
}

export type Call = <Answer>(request: CallRequest) => Promise<Answer>

export interface ClientOptions {
  /** Where the service is, such as https://credito.example. */
  readonly baseUrl: string
  readonly apiKey: string
  /** From the call to the last byte of the answer; 30 seconds when absent. */
  readonly timeoutMs?: number
  /** Instead of the global one. */
  readonly fetch?: typeof fetch
}

export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

/** A refusal of the service. `code` is stable and meant for programs; `trackId` is what to quote when asking about it. */
export class CrediarioError extends Error {
  override readonly name = 'CrediarioError'
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly trackId: string | undefined
  /** How long to wait before the same call is worth repeating. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Pick<Response, 'status' | 'headers'>, body: Readonly<Record<string, unknown>>) {
    const { message, code, details, trackId } = body
    super(typeof message === 'string' ? message : `the service answered ${response.status}`)
    this.status = response.status
    this.code = typeof code === 'string' ? code : 'unreadable_answer'
    this.details = Array.isArray(details) ? details : []
    this.trackId = typeof trackId === 'string' ? trackId : (response.headers.get('x-track-id') ?? undefined)
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(wait) ? wait : undefined
  }
}

const TIMEOUT_MS = 30_000

export function createCall(client: ClientOptions): Call {
  const base = client.baseUrl.replace(/\/+$/, '')
  const send = client.fetch ?? fetch
  return async <Answer>({
    method,
    path,
    query = {},
    body,
    answer,
    options,
  }: CallRequest): Promise<Answer> => {
    const deadline = startDeadline(options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS, options.signal)
    try {
      const response = await send(base + path + presentQuery(query), {
        method,
        headers: {
          'x-service-apikey': client.apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
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
