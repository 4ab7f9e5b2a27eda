/**
 * Milliseconds until the next attempt: doubles with every failure up to the longest. `chance` (0 to 1) varies the delay
 * by a quarter up or down, so that what failed together is not retried together; 0.5 leaves it as it is.
 */
export function computeBackoffMs(
  failures: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  chance: number = Math.random(),
): number {
  const delayMs = Math.min(longestMs, firstMs * 2 ** failures)
  return Math.round(delayMs * (0.75 + chance / 2))
}

/** Between questions to a bank or a PSP that did not answer, or has nothing to say yet. */
const BETWEEN_QUESTIONS = { firstMs: 5_000, longestMs: 15 * 60_000 }

/** When a bank or PSP is asked next. */
export const computeNextQuestion = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + computeBackoffMs(attempts, BETWEEN_QUESTIONS))
