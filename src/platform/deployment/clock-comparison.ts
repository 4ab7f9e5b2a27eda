import type { Clock } from '../../kernel/clock.ts'

/** A machine whose clock is further from the database's than this must start no work. */
export const MAX_SKEW_MS = 5_000

/** How far the clock of this machine is from the database's. Positive: ahead. */
export class ClockComparison {
  readonly #machine: Clock
  #known = { skewMs: 0, atMs: Number.NaN, monotonicMs: Number.NaN }

  constructor(machine: Clock) {
    this.#machine = machine
  }

  /**
   * `ask` reads the database's time. Its answer lies between sending and receiving: only what is outside that interval
   * is skew, so that a slow answer is never taken for a wrong clock.
   */
  async compare<T extends { readonly databaseNow: Date }>(ask: () => Promise<T>): Promise<T> {
    const sentMs = this.#machine.now().getTime()
    const answer = await ask()
    const atMs = this.#machine.now().getTime()
    const databaseMs = answer.databaseNow.getTime()
    const ahead = Math.max(0, sentMs - databaseMs)
    const behind = Math.max(0, databaseMs - atMs)
    this.#known = { skewMs: ahead - behind, atMs, monotonicMs: performance.now() }
    return answer
  }

  /** As last compared, plus what the machine's clock has jumped since, measured by the monotonic clock. */
  get skewMs(): number {
    const { skewMs, atMs, monotonicMs } = this.#known
    if (Number.isNaN(atMs)) return 0
    const jumpedMs = this.#machine.now().getTime() - atMs - (performance.now() - monotonicMs)
    return Math.round(skewMs + jumpedMs)
  }

  get isSound(): boolean {
    return Math.abs(this.skewMs) <= MAX_SKEW_MS
  }
}
