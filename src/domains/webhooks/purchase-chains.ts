import type { DueDelivery } from './queue-store.ts'

/** Deliveries in memory by purchase: events of one purchase are sent in order, different purchases in parallel. */
export class PurchaseChains {
  /** A purchase stays here until the outcome of its event in flight is stored. */
  readonly #chains = new Map<string, DueDelivery[]>()
  /** Purchases whose next event may be sent. */
  readonly #ready: string[] = []
  /** Everything in memory whose outcome is not stored yet. */
  readonly #known = new Set<string>()
  /** Purchases with a failure that is not stored yet: later events must wait until the database has it. */
  readonly #held = new Set<string>()
  #waiting = 0

  /** Deliveries not sent yet. */
  get waiting(): number {
    return this.#waiting
  }

  /** Nothing is waiting, in flight, or without a stored outcome. */
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

  /** The next delivery to send; those behind it wait for `advance` or `hold`. */
  take(): DueDelivery | undefined {
    for (let name = this.#ready.shift(); name !== undefined; name = this.#ready.shift()) {
      const delivery = this.#chains.get(name)?.shift()
      if (delivery === undefined) continue
      this.#waiting -= 1
      return delivery
    }
    return undefined
  }

  /** The delivery is settled, and that is stored: the next one of its purchase may be sent. */
  advance(delivery: DueDelivery): void {
    const name = chainOf(delivery)
    const isLast = (this.#chains.get(name)?.length ?? 0) === 0
    if (isLast) this.#chains.delete(name)
    else this.#ready.push(name)
  }

  /** The delivery will be retried: those behind it are dropped, and read again when the database releases them. */
  hold(delivery: DueDelivery): void {
    const name = chainOf(delivery)
    const chain = this.#chains.get(name) ?? []
    this.#held.add(name)
    this.#waiting -= chain.length
    for (const { eventId } of chain) this.#known.delete(eventId)
    this.#chains.delete(name)
  }

  /** The failure is stored. */
  release(delivery: DueDelivery): void {
    this.#held.delete(chainOf(delivery))
  }

  /** The outcome is stored. */
  forget(eventId: string): void {
    this.#known.delete(eventId)
  }
}

function chainOf({ transactionId, eventId }: DueDelivery): string {
  return transactionId ?? eventId
}
