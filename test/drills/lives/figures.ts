/** What a run did and compared. */
export class Figures {
  lives = 0
  comparisons = 0
  readonly acts = new Map<string, number>()
  readonly declined = new Map<string, number>()
  /** Of each act, why it was declined last. */
  readonly reasons = new Map<string, string>()
  readonly deviations: string[] = []

  readonly #tell: (deviation: string) => void

  constructor(tell: (deviation: string) => void = () => {}) {
    this.#tell = tell
  }

  count(act: string): void {
    this.acts.set(act, (this.acts.get(act) ?? 0) + 1)
  }

  decline(act: string, why: string): void {
    this.reasons.set(act, why)
    this.declined.set(act, (this.declined.get(act) ?? 0) + 1)
  }

  /** A comparison: a deviation where they differ. */
  compare(what: string, actual: unknown, expected: unknown): void {
    this.comparisons += 1
    if (actual === expected) return
    this.deviate(`${what}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`)
  }

  deviate(what: string): void {
    this.deviations.push(what)
    this.#tell(what)
  }

  get actCount(): number {
    return [...this.acts.values()].reduce((sum, count) => sum + count, 0)
  }

  add(other: Figures): void {
    this.lives += other.lives
    this.comparisons += other.comparisons
    for (const [act, count] of other.acts) this.acts.set(act, (this.acts.get(act) ?? 0) + count)
    for (const [act, count] of other.declined) this.declined.set(act, (this.declined.get(act) ?? 0) + count)
    for (const [act, why] of other.reasons) this.reasons.set(act, why)
    this.deviations.push(...other.deviations)
  }
}
