/** How many parallel requests a receiver gets, adapted to how it has responded. */
export interface Pace {
  readonly limit: number
  note(answer: { readonly durationMs: number; readonly isGood: boolean }): void
}

const WEIGHT = 0.1
const QUICK_MS = 50
const QUICK_LIMIT = 64
const USUAL_LIMIT = 16
/** More parallel requests do not help a receiver that almost always fails. */
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
      // Capped, because one time-out among fast responses says little about the others.
      meanMs += WEIGHT * (Math.min(durationMs, 10 * QUICK_MS) - meanMs)
      failingShare += WEIGHT * ((isGood ? 0 : 1) - failingShare)
    },
  }
}
