export const CODES_PER_DAY = 5

const DAY_MS = 24 * 3_600_000
/** Delay after the first, the second, and every later code. */
const DELAYS_MS = [30_000, 60_000, 120_000] as const

/**
 * How long a phone must still wait for its next code; 0 when it may have one now. `sentAt`: codes of the last day that
 * were never entered, oldest first. Entered codes do not count: the owner of the phone asked for them, so this is no
 * abuse.
 */
export function computeSendWaitMs(sentAt: readonly Date[], now: Date): number {
  const times = sentAt.map(each => each.getTime()).filter(each => each > now.getTime() - DAY_MS)
  const last = times.at(-1)
  if (last === undefined) return 0
  const delayMs = DELAYS_MS[Math.min(times.length, DELAYS_MS.length) - 1] ?? 0
  const oldest = times.at(-CODES_PER_DAY)
  const freeAtMs = Math.max(last + delayMs, oldest === undefined ? 0 : oldest + DAY_MS)
  return Math.max(0, freeAtMs - now.getTime())
}

export function startOfLimit(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}
