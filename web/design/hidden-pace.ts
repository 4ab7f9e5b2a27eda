const MOST_MS = 60_000

/**
 * How long a page that nobody sees waits before it asks again: twice as long each time, at most a minute. What takes
 * seconds is noticed within seconds, and a tab that was forgotten costs next to nothing.
 */
export function computeHiddenWaitMs(waitMs: number, answersBefore: number): number {
  return Math.min(MOST_MS, waitMs * 2 ** Math.min(answersBefore, 10))
}
