/** How many requests a receiver gets at once: what it has shown that it can bear. */
export interface Pace {
  readonly limit: number
  note(answer: { readonly durationMs: number; readonly isGood: boolean }): void
}

const WEIGHT = 0.1
const QUICK_MS = 50
const QUICK_LIMIT = 64
const USUAL_LIMIT = 16
/** A receiver that hardly ever answers well is not helped by more of the same. */
const FAILING_LIMIT = 4
const FAILING_SHARE = 0.8

export function createPace(): Pace {
  let meanMs = QUICK_MS
  let failingShare = 0
  return {
    get limit() {
      if (failingShare > FAILING_SHARE) return FAILING_LIMIT
      return meanMs < QUICK_MS ? QUICK_LIMIT : USUAL_LIMIT
    },
    note({ durationMs, isGood }) {
      // One time-out among quick answers says little about the others.
      meanMs += WEIGHT * (Math.min(durationMs, 10 * QUICK_MS) - meanMs)
      failingShare += WEIGHT * ((isGood ? 0 : 1) - failingShare)
    },
  }
}
