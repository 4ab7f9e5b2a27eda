/** One performance claim, measured against its floor in the same run. */
export interface BenchResult {
  readonly claim: string
  /** Our time ÷ the floor's time, or the floor's rate ÷ ours: 1 is as fast as the floor. */
  readonly ratio: number
  readonly goal: string
  readonly ok: boolean
  readonly figures: Record<string, number | string>
}
