import { LruCache } from './lru-cache.ts'

const REMEMBERED = 100_000

/**
 * Counts guesses in the memory of this process, besides the count in the database: a writer there could take that one
 * back after every guess, and so try all codes.
 */
export class BoundedGuesses {
  readonly #most: number
  readonly #counts: LruCache<number>

  constructor(most: number, remembered = REMEMBERED) {
    this.#most = most
    this.#counts = new LruCache(remembered)
  }

  /** False when this was guessed too often already. */
  take(id: string): boolean {
    const count = (this.#counts.get(id) ?? 0) + 1
    if (count > this.#most) return false
    this.#counts.set(id, count)
    return true
  }
}
