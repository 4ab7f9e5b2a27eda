/** The outcome of one check: a summary for the log, and what to mend, one line each. */
export interface Verdict {
  readonly summary: string
  readonly defects: readonly string[]
}
