/*
 * Limits the number of concurrent requests. A server that accepts more than it can answer answers nobody in time, so
 * requests beyond the bound are refused at once. Little's law gives the expected latency: requests in flight ÷ answer
 * rate. When that is too long for a while, and the process is nearly always busy, the bound falls to what is answered
 * in a quarter of a second; when there is time again, it rises. A short burst does not move it.
 */
export interface Admission {
  readonly inFlight: number
  readonly bound: number
  readonly isFull: boolean
  /** False at the bound; otherwise `leave` must follow. */
  enter(): boolean
  leave(): void
  /** Call every `WINDOW_MS`, with the share of time in which the process was busy. */
  review(busyShare: number): void
}

export const WINDOW_MS = 500
/**
 * With much more in flight every answer is late and throughput is the same; with much less, the main thread waits for
 * other threads.
 */
const AIM_MS = 275
const SLOW_MS = 350
const QUICK_MS = 200
const BUSY_SHARE = 0.6
/** Fewer slow windows than this, net of normal ones, are a burst; more are overload. */
const SLOW_WINDOWS_ALLOWED = 2
/**
 * How much a window with a lower rate lowers the estimate: it may have met a pause of the collector, or too few
 * requests.
 */
const RATE_DECAY = 0.3
const RISE = 1.1
/** Transactions are batched across concurrent requests, so the bound never falls below this share of the maximum. */
const MIN_SHARE = 1 / 8

export function createAdmission(most: number): Admission {
  const least = Math.max(1, Math.ceil(most * MIN_SHARE))
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
    get isFull() {
      return inFlight >= bound
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
      perMs = seenPerMs > perMs ? seenPerMs : perMs + RATE_DECAY * (seenPerMs - perMs)
      const expectedMs = inFlight === 0 ? 0 : inFlight / seenPerMs
      answered = 0
      const aim = Math.min(most, Math.max(least, Math.ceil(perMs * AIM_MS)))
      if (expectedMs > SLOW_MS && busyShare > BUSY_SHARE) {
        slowWindows = Math.min(SLOW_WINDOWS_ALLOWED, slowWindows + 1)
        // Requests admitted before the bound fell have to finish first: until then they say nothing about the new
        // bound.
        const isDraining = inFlight > bound
        if ((slowWindows >= SLOW_WINDOWS_ALLOWED || bound < most) && !isDraining) bound = Math.min(bound, aim)
      } else {
        slowWindows = Math.max(0, slowWindows - 1)
        // One bad moment must not hold the bound down for as long as the rush lasts.
        const risen = expectedMs < QUICK_MS ? Math.ceil(bound * RISE) : bound
        bound = Math.min(most, Math.max(risen, aim))
      }
    },
  }
}
