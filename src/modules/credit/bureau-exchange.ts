import type { Applicant, BureauFailure, BureauReport } from './bureau.ts'
import { parseBureauResponse } from './bureau-protocol.ts'

/** A report is below one kilobyte; the bound keeps a broken or hostile bureau from filling the memory. */
const MAX_BODY_BYTES = 64 * 1024

/** Why one try failed, and what that means for the next ones. */
export class ExchangeFailure extends Error {
  readonly reason: BureauFailure
  /** The same request may succeed a moment later. */
  readonly isTransient: boolean
  /** The bureau is unwell, rather than this one inquiry refused. */
  readonly isBureauFault: boolean
  readonly retryAfterMs: number

  constructor(
    reason: BureauFailure,
    meaning: { isTransient: boolean; isBureauFault: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(`bureau: ${reason}`, { cause: meaning.cause })
    this.reason = reason
    this.isTransient = meaning.isTransient
    this.isBureauFault = meaning.isBureauFault
    this.retryAfterMs = meaning.retryAfterMs ?? 0
  }
}

export interface Exchange {
  readonly url: string
  readonly token: string
  readonly applicant: Applicant
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** One try: sends the inquiry and reads the report, or throws an ExchangeFailure. */
export async function exchangeWithBureau(exchange: Exchange): Promise<BureauReport> {
  const response = await send(exchange)
  if (response.status !== 200) {
    // Left unread, the body would keep the connection busy until it is collected.
    await response.body?.cancel().catch(() => undefined)
    throw classifyStatus(response.status, response.headers.get('retry-after'))
  }
  const report = parseBureauResponse(await readBody(response))
  if (report === undefined) {
    throw new ExchangeFailure('malformed', { isTransient: false, isBureauFault: true })
  }
  return report
}

async function send({ url, token, applicant, idempotencyKey, signal }: Exchange): Promise<Response> {
  const { cpf, phone, email, zipCode } = applicant
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        // A compressed answer could be a thousand times its size on the wire.
        'accept-encoding': 'identity',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ cpf, phone, email, zipCode }),
      // Following one would hand the token and the person to an address nobody configured.
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    throw new ExchangeFailure('connection', { isTransient: true, isBureauFault: true, cause: error })
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
    throw new ExchangeFailure('connection', { isTransient: true, isBureauFault: true, cause: error })
  }
  if (size > MAX_BODY_BYTES) {
    throw new ExchangeFailure('too-large', { isTransient: false, isBureauFault: true })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function classifyStatus(status: number, retryAfter: string | null): ExchangeFailure {
  const retryAfterMs = computeRetryAfterMs(retryAfter)
  if (status >= 500) {
    return new ExchangeFailure('server-error', { isTransient: true, isBureauFault: true, retryAfterMs })
  }
  if (status === 429) {
    return new ExchangeFailure('rate-limited', { isTransient: true, isBureauFault: true, retryAfterMs })
  }
  if (status === 408) {
    return new ExchangeFailure('timeout', { isTransient: true, isBureauFault: true, retryAfterMs })
  }
  if (status >= 300 && status < 400) {
    return new ExchangeFailure('redirect', { isTransient: false, isBureauFault: true })
  }
  // A bad token fails every inquiry alike; any other 4xx may concern this person only and must not stop the rest.
  const isBureauFault = status === 401 || status === 403
  return new ExchangeFailure('rejected', { isTransient: false, isBureauFault })
}

function computeRetryAfterMs(header: string | null): number {
  if (header === null) return 0
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000
  const instant = Date.parse(header)
  return Number.isNaN(instant) ? 0 : Math.max(0, instant - Date.now())
}
