const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000

/** Doubles with every attempt up to a quarter of an hour, with jitter, so that what failed together comes apart. */
export function computeNextAsk(now: Date, attempts: number): Date {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20))
  return new Date(now.getTime() + Math.round(delayMs * (0.75 + Math.random() / 2)))
}
