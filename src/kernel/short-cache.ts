/**
 * Caches values that are read often and rarely change, for a few seconds. Concurrent readers of one key share one load,
 * a failed load is not cached, and the oldest entries are evicted when the cache is full.
 */
export class ShortCache<T> {
  readonly #entries = new Map<string, { value: Promise<T>; staleAtMs: number }>()
  readonly #maxAgeMs: number
  readonly #maxEntries: number

  constructor(maxAgeMs: number, maxEntries: number) {
    this.#maxAgeMs = maxAgeMs
    this.#maxEntries = maxEntries
  }

  get(key: string, load: () => Promise<T>): Promise<T> {
    const nowMs = performance.now()
    const found = this.#entries.get(key)
    if (found !== undefined && nowMs < found.staleAtMs) return found.value
    // The age counts from before the load: a slow query may return data that is already that old.
    const entry = { value: load(), staleAtMs: nowMs + this.#maxAgeMs }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.value.catch(() => this.#forget(key, entry))
    if (this.#entries.size > this.#maxEntries) this.#dropOldest()
    return entry.value
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  #forget(key: string, entry: object): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
