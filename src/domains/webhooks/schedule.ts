const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Delays after the first, second … failed attempt: ten attempts in 75 hours. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

export const MAX_TRIES = WAITS_MS.length + 1
/** Random variation, so that deliveries that failed together are not retried together. */
const JITTER = 0.1
const LONGEST_ASKED_MS = 24 * HOUR_MS

/** How long a failing event holds back later events of its purchase. */
export const HOLD_MS = 10 * MINUTE_MS
/** An endpoint that only fails for this long is disabled. */
export const FAILING_MS = 5 * 24 * HOUR_MS
/** How long the old secret also signs after a rotation. */
export const ROTATION_MS = 24 * HOUR_MS

/**
 * Milliseconds until the next attempt, or undefined when there is none. A receiver may ask for more time, not for less.
 */
export function computeWaitMs(
  tries: number,
  asked: { readonly chance: number; readonly retryAfterMs: number | undefined },
): number | undefined {
  const waitMs = WAITS_MS[tries - 1]
  if (waitMs === undefined) return undefined
  const spread = waitMs * (1 - JITTER + asked.chance * 2 * JITTER)
  return Math.round(Math.max(spread, Math.min(asked.retryAfterMs ?? 0, LONGEST_ASKED_MS)))
}

/** Seconds or an HTTP date; anything else is ignored. */
export function parseRetryAfterMs(text: string | undefined, realNowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND_MS
  const dateMs = /GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - realNowMs)
}
