/**
 * Values that can be made again, those of late kept. Two generations instead of an order: a value in use costs one lookup and no
 * change, and what was not used while a whole generation of others came is dropped.
 */
export class LruCache<T> {
  #recent = new Map<string, T>()
  #older = new Map<string, T>()
  readonly #perGeneration: number

  constructor(maxEntries: number) {
    this.#perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  }

  get size(): number {
    return this.#recent.size + this.#older.size
  }

  get(key: string): T | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: T): void {
    this.#older.delete(key)
    this.#recent.set(key, value)
    if (this.#recent.size < this.#perGeneration) return
    this.#older = this.#recent
    this.#recent = new Map()
  }
}
