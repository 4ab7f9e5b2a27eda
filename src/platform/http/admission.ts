/*
 * How many requests may be in work at once. A server that takes in more than it can answer answers nobody in time: beyond the
 * bound it is better to say so at once. What is in work, at the rate of the answers, tells how long it will take (Little's law).
 * When that is too long for a while, and the process has hardly a free moment, the bound falls to as many as are answered in a
 * quarter of a second; when there is time again, it rises. A short burst does not move it.
 */
export interface Admission {
  readonly inFlight: number
  readonly bound: number
  /** False when there is no room; otherwise `leave` must follow. */
  enter(): boolean
  leave(): void
  /** To be called every `WINDOW_MS`, with the share of time in which the process was busy. */
  review(busyShare: number): void
}

export const WINDOW_MS = 500
/** With much more in work every answer is late and none comes sooner; with much less, the thread that serves waits for the others. */
const AIM_MS = 275
const SLOW_MS = 350
const QUICK_MS = 200
const BUSY_SHARE = 0.6
/** So many slow windows more than others are a burst; longer is overload. */
const PATIENCE_WINDOWS = 2
/** How much a window that answered less lowers the rate: it may have met a pause of the collector, or nobody asked for more. */
const DOUBT_SHARE = 0.3
const RISE = 1.1
/** Sharing transactions needs company, so the bound never falls below this share of the most. */
const LEAST_SHARE = 1 / 8

export function createAdmission(most: number): Admission {
  const least = Math.max(1, Math.ceil(most * LEAST_SHARE))
  let bound = most
  let inFlight = 0
  let answered = 0
  let perMs = 0
  let slowWindows = 0

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
    leave() {
      inFlight -= 1
      answered += 1
    },
    review(busyShare) {
      const seenPerMs = answered / WINDOW_MS
      perMs = seenPerMs > perMs ? seenPerMs : perMs + DOUBT_SHARE * (seenPerMs - perMs)
      const expectedMs = inFlight === 0 ? 0 : inFlight / seenPerMs
      answered = 0
      const aim = Math.min(most, Math.max(least, Math.ceil(perMs * AIM_MS)))
      if (expectedMs > SLOW_MS && busyShare > BUSY_SHARE) {
        slowWindows = Math.min(PATIENCE_WINDOWS, slowWindows + 1)
        // What was let in before the bound fell has to end first: until then it tells nothing about the new bound.
        const isDraining = inFlight > bound
        if ((slowWindows >= PATIENCE_WINDOWS || bound < most) && !isDraining) bound = Math.min(bound, aim)
      } else {
        slowWindows = Math.max(0, slowWindows - 1)
        // One bad moment must not hold it down for as long as the rush lasts.
        const risen = expectedMs < QUICK_MS ? Math.ceil(bound * RISE) : bound
        bound = Math.min(most, Math.max(risen, aim))
      }
    },
  }
}
