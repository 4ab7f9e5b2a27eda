/*
 * How many requests may be in work at once. A server that takes in more than it can answer answers nobody in time: beyond the
 * bound it is better to say so at once. The bound follows what the answers tell: when half of them take too long while the
 * process has hardly a free moment, it falls; when they are quick again, it rises. A short burst does not move it.
 */
export interface Admission {
  readonly inFlight: number
  readonly bound: number
  /** False when there is no room; otherwise `leave` must follow. */
  enter(): boolean
  leave(durationMs: number): void
  /** To be called every `WINDOW_MS`, with the share of time in which the process was busy. */
  review(busyShare: number): void
}

export const WINDOW_MS = 500
const SLOW_MS = 800
const BUSY_SHARE = 0.6
/** So many slow windows are a burst; longer is overload. */
const PATIENCE_WINDOWS = 4
const FALL = 0.5
const RISE = 1.1
/** Sharing transactions needs company, so the bound never falls below this share of the most. */
const LEAST_SHARE = 1 / 16
const FEWEST_ANSWERS = 5

export function createAdmission(most: number): Admission {
  const least = Math.max(1, Math.ceil(most * LEAST_SHARE))
  let bound = most
  let inFlight = 0
  let slowWindows = 0
  let durations: number[] = []

  function computeMedian(): number {
    const sorted = durations.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }

  return {
    get inFlight() {
      return inFlight
    },
    get bound() {
      return bound
    },
    enter() {
      if (inFlight >= bound) return false
      inFlight += 1
      return true
    },
    leave(durationMs) {
      inFlight -= 1
      durations.push(durationMs)
    },
    review(busyShare) {
      const medianMs = durations.length < FEWEST_ANSWERS ? 0 : computeMedian()
      durations = []
      if (medianMs > SLOW_MS && busyShare > BUSY_SHARE) {
        slowWindows += 1
        if (slowWindows >= PATIENCE_WINDOWS || bound < most)
          bound = Math.max(least, Math.floor(Math.min(bound, inFlight) * FALL))
      } else {
        slowWindows = 0
        if (medianMs < SLOW_MS / 2) bound = Math.min(most, Math.ceil(bound * RISE))
      }
    },
  }
}
