export const CODES_PER_DAY = 5

const DAY_MS = 24 * 3_600_000
export const FIRST_PAUSE_MS = 30_000
/** After the first, the second, and every later code. */
const GROWING_PAUSES_MS = [FIRST_PAUSE_MS, 60_000, 120_000] as const

export interface SendLimit {
  readonly perDay: number
  /** After the first, the second … code; the last one counts for all later ones. None: only the day is limited. */
  readonly pausesMs: readonly number[]
}

export const USUAL_LIMIT: SendLimit = { perDay: CODES_PER_DAY, pausesMs: GROWING_PAUSES_MS }

/**
 * How long the next code must still wait; 0 when it may be sent now. `sentAt`: codes of the last day that were never
 * entered, oldest first. Entered codes do not count: the owner of the phone asked for them, so this is not abuse.
 */
export function computeSendWaitMs(
  sentAt: readonly Date[],
  now: Date,
  { perDay, pausesMs }: SendLimit = USUAL_LIMIT,
): number {
  const times = sentAt.map(each => each.getTime()).filter(each => each > now.getTime() - DAY_MS)
  const last = times.at(-1)
  if (last === undefined) return 0
  const pauseMs = pausesMs[Math.min(times.length, pausesMs.length) - 1] ?? 0
  const oldest = times.at(-perDay)
  const freeAtMs = Math.max(last + pauseMs, oldest === undefined ? 0 : oldest + DAY_MS)
  return Math.max(0, freeAtMs - now.getTime())
}

export function startOfLimit(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}
