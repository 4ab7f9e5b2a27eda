export const MAX_ATTEMPTS = 12

const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 3_600_000

/**
 * Doubles with every failure up to an hour; twelve attempts take a little more than an hour. Jitter of a quarter up or
 * down, so that jobs that failed together are not retried together.
 */
export function computeRetryDelayMs(attempts: number, chance: number): number {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1))
  return Math.round(delayMs * (0.75 + chance / 2))
}
