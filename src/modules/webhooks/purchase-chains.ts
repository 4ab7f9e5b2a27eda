import type { DueDelivery } from './queue-store.ts'

/** What waits in memory, by purchase and in order: events of one purchase follow each other, different purchases go side by side. */
export class PurchaseChains {
  /** A purchase stays here while one of its events is under way. */
  readonly #chains = new Map<string, DueDelivery[]>()
  /** Purchases whose next event may be sent. */
  readonly #ready: string[] = []
  /** Everything in memory, until its outcome is stored. */
  readonly #known = new Set<string>()
  /** Purchases whose failure is not stored yet: what follows must not be sent before the database knows. */
  readonly #held = new Set<string>()
  #waiting = 0

  /** How many were not sent yet. */
  get waiting(): number {
    return this.#waiting
  }

  /** Nothing waits, is under way, or has an outcome that is not stored. */
  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  has(eventId: string): boolean {
    return this.#known.has(eventId)
  }

  isHeld(delivery: DueDelivery): boolean {
    return this.#held.has(chainOf(delivery))
  }

  add(delivery: DueDelivery): void {
    const name = chainOf(delivery)
    this.#known.add(delivery.eventId)
    this.#waiting += 1
    const chain = this.#chains.get(name)
    if (chain !== undefined) chain.push(delivery)
    else {
      this.#chains.set(name, [delivery])
      this.#ready.push(name)
    }
  }

  /** The next to be sent; those behind it wait for `advance` or `hold`. */
  take(): DueDelivery | undefined {
    for (let name = this.#ready.shift(); name !== undefined; name = this.#ready.shift()) {
      const delivery = this.#chains.get(name)?.shift()
      if (delivery === undefined) continue
      this.#waiting -= 1
      return delivery
    }
    return undefined
  }

  /** One was settled: the next of its purchase may be sent. */
  advance(delivery: DueDelivery): void {
    const name = chainOf(delivery)
    const isLast = (this.#chains.get(name)?.length ?? 0) === 0
    if (isLast) this.#chains.delete(name)
    else this.#ready.push(name)
  }

  /** One is to be sent again: those behind it are dropped, and come back when the database lets them. */
  hold(delivery: DueDelivery): void {
    const name = chainOf(delivery)
    const chain = this.#chains.get(name) ?? []
    this.#held.add(name)
    this.#waiting -= chain.length
    for (const { eventId } of chain) this.#known.delete(eventId)
    this.#chains.delete(name)
  }

  /** The database knows of the failure. */
  release(delivery: DueDelivery): void {
    this.#held.delete(chainOf(delivery))
  }

  /** Its outcome is stored. */
  forget(eventId: string): void {
    this.#known.delete(eventId)
  }
}

function chainOf({ transactionId, eventId }: DueDelivery): string {
  return transactionId ?? eventId
}
