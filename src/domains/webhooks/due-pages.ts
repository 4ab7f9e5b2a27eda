import type { Attempted } from './attempt.ts'
import type { PurchaseChains } from './purchase-chains.ts'
import type { DueCursor, DuePageRow } from './queue-store.ts'

/** Reads one endpoint's due deliveries. */
export interface DueQueue {
  listDue(after: DueCursor | undefined, limit: number): Promise<readonly DuePageRow[]>
  postpone(held: readonly { readonly eventId: string; readonly until: Date }[]): Promise<void>
}

const PAGE = 512
/** The next page is fetched when fewer than this many wait in memory. */
const LOW_WATER = 256
/** Delay before a queue that was read to its end is read again. */
export const LOOK_AGAIN_MS = 100

/** Reads due deliveries into the chains, page by page, and then from the beginning again. */
export class DuePages {
  readonly #queue: DueQueue
  readonly #chains: PurchaseChains
  /** Outcomes stored while a page was being read: the page may show these deliveries in their earlier state. */
  #overtaken: Attempted[] | undefined
  #cursor: DueCursor | undefined
  #isExhausted = false
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(queue: DueQueue, chains: PurchaseChains) {
    this.#queue = queue
    this.#chains = chains
  }

  /** The last page was not full. */
  get isExhausted(): boolean {
    return this.#isExhausted
  }

  get areWanted(): boolean {
    if (this.#chains.waiting >= LOW_WATER) return false
    const isLong = performance.now() - this.#readAtMs >= LOOK_AGAIN_MS
    return !this.#isExhausted || this.#chains.isEmpty || isLong
  }

  /** Reads the next page, and returns how many of its deliveries were new. */
  async read(): Promise<number> {
    this.#overtaken = []
    const page = await this.#queue.listDue(this.#cursor, PAGE)
    const held: { eventId: string; until: Date }[] = []
    const count = this.#addPage(page, held)
    if (held.length > 0) await this.#queue.postpone(held)
    this.#isExhausted = page.length < PAGE
    this.#cursor = this.#isExhausted ? undefined : page.at(-1)
    this.#readAtMs = performance.now()
    return count
  }

  #addPage(page: readonly DuePageRow[], held: { eventId: string; until: Date }[]): number {
    const chains = this.#chains
    const stored = this.#overtaken ?? []
    const overtaken = new Set(stored.map(({ outcome }) => outcome.eventId))
    let count = 0
    for (const row of page) {
      const { eventId, behindId, heldUntil: until } = row
      if (chains.has(eventId) || overtaken.has(eventId) || chains.isHeld(row)) continue
      // An event that was committed late may be behind the cursor, before events that follow it: those wait until it
      // was read.
      const isInOrder = behindId === null || chains.has(behindId) || overtaken.has(behindId)
      if (until !== null) held.push({ eventId, until })
      else if (isInOrder) chains.add(row)
      else continue
      count += 1
    }
    for (const { delivery } of stored) chains.release(delivery)
    this.#overtaken = undefined
    return count
  }

  /** Call it after outcomes were stored: a page that is being read may be older than they are. */
  noteStored(batch: readonly Attempted[]): void {
    for (const { outcome, delivery } of batch) {
      this.#chains.forget(outcome.eventId)
      if (this.#overtaken === undefined) this.#chains.release(delivery)
    }
    this.#overtaken?.push(...batch)
  }
}
