/** The outcome of one check: a summary for the log, and what to fix, one line each. */
export interface Verdict {
  readonly summary: string
  readonly defects: readonly string[]
}
