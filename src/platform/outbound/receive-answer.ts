import type { Dispatcher } from 'undici'

export interface Exchange {
  readonly url: URL
  /** POST when absent. */
  readonly method?: 'GET' | 'POST' | undefined
  /** Path and query to the byte, where reading and writing the address would change them. */
  readonly target?: string | undefined
  /** Names and values, alternating. */
  readonly headers: readonly string[]
  readonly body: string
  /** Called once connected, directly before the first byte: false sends nothing. */
  readonly maySend?: (() => boolean) | undefined
}

export interface OutboundAnswer {
  /** The HTTP status; absent when no complete answer arrived in time. */
  readonly status?: number | undefined
  readonly retryAfter?: string | undefined
  /** Names and values, as they came. */
  readonly headers?: Headers | undefined
  /** At most its first 16 kB. */
  readonly body?: Buffer | undefined
  readonly error?: string
  /** False when `maySend` forbade it. */
  readonly wasSent?: false
  readonly durationMs: number
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const MAX_BODY_BYTES = 16 * 1024

const ERRORS: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'address refused',
  NAME_NOT_RESOLVED: 'name not found',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'answer too large',
}

/** Collects one answer within a deadline. A body beyond its limit is cut off, and the part before it is kept. */
export class ReceiveAnswer implements Dispatcher.DispatchHandler {
  readonly #startedAtMs = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #maySend: () => boolean
  #done: ((answer: OutboundAnswer) => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #status: number | undefined
  #headers: Headers = {}
  #body: Buffer | undefined

  constructor(totalMs: number, done: (answer: OutboundAnswer) => void, maySend: () => boolean = () => true) {
    this.#maySend = maySend
    this.#done = done
    this.#timer = setTimeout(() => {
      this.#finish({ error: 'timed out' })
      this.#controller?.abort(new Error('timed out'))
    }, totalMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#done === undefined) controller.abort(new Error('timed out'))
    else if (!this.#maySend()) {
      this.#finish({ error: 'not sent', wasSent: false })
      controller.abort(new Error('not sent'))
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body = this.#body === undefined ? chunk : Buffer.concat([this.#body, chunk])
    if (this.#body.length < MAX_BODY_BYTES) return
    this.#finishAnswered()
    controller.abort(new Error('answer too large'))
  }

  onResponseEnd(): void {
    this.#finishAnswered()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ error: describe(error) })
  }

  #finishAnswered(): void {
    const retryAfter = this.#headers['retry-after']
    this.#finish({
      status: this.#status,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      headers: this.#headers,
      body: this.#body?.subarray(0, MAX_BODY_BYTES),
    })
  }

  #finish(answer: Omit<OutboundAnswer, 'durationMs'>): void {
    const done = this.#done
    if (done === undefined) return
    this.#done = undefined
    clearTimeout(this.#timer)
    done({ ...answer, durationMs: Math.round(performance.now() - this.#startedAtMs) })
  }
}

/** Our own text: the message of an error may contain addresses inside our network. */
function describe(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  // Several addresses were tried: the causes are inside.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
  if (first !== undefined) return describe(first)
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) return 'TLS failed'
  if (error.name === 'HTTPParserError') return 'answer not understood'
  return ERRORS[code] ?? 'connection failed'
}
