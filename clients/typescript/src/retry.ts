import { CrediarioError } from './crediario-error.ts'

export const RETRIES = 2
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/** A longer Retry-After is passed on to the caller instead of waited for. */
const LONGEST_RETRY_AFTER_MS = 30_000
/** Refusals that end by themselves. A 409 is one of them only when it says when to come back. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** How long to wait before the next attempt; undefined when it would fail like this one. */
export function computeWaitMs(error: unknown, attempt: number): number | undefined {
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  // Random, so that callers whom one failure stopped do not come back together.
  const backOffMs = grown * (0.5 + Math.random() / 2)
  // No answer at all: the network, or the time-out.
  if (!(error instanceof CrediarioError)) return error instanceof SyntaxError ? undefined : backOffMs
  const { status, retryAfterSeconds } = error
  const isPassing = PASSING_STATUSES.has(status) || (status === 409 && retryAfterSeconds !== undefined)
  if (!isPassing) return undefined
  if (retryAfterSeconds === undefined) return backOffMs
  const askedMs = retryAfterSeconds * 1_000
  return askedMs > LONGEST_RETRY_AFTER_MS ? undefined : Math.max(askedMs, backOffMs)
}

export function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, waitMs)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
