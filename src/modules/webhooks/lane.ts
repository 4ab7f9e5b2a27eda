import { setTimeout as delay } from 'node:timers/promises'
import { type AttemptContext, type Attempted, attemptDelivery, type Receiver } from './attempt.ts'
import { createPace } from './pace.ts'
import type { DueCursor, DueDelivery, DuePageRow, Outcome } from './queue-store.ts'

/** The endpoint's part of the queue. */
export interface LaneQueue {
  listDue(after: DueCursor | undefined, limit: number): Promise<readonly DuePageRow[]>
  postpone(held: readonly { readonly eventId: string; readonly until: Date }[]): Promise<void>
  /** With what follows for the endpoint. */
  record(batch: readonly Attempted[]): Promise<void>
}

export interface LaneOptions {
  readonly queue: LaneQueue
  readonly attempt: AttemptContext
  readonly receiver: Receiver
  readonly onAttempt: (outcome: Outcome) => void
}

const PAGE = 512
/** Below so many that wait in memory the next ones are fetched. */
const LOW_WATER = 256
const FLUSH_MS = 20
const FLUSH_COUNT = 256
const LOOK_AGAIN_MS = 100

/**
 * Delivers to one endpoint until nothing is due. Events of one purchase follow each other; different purchases go side by side. Nothing is
 * marked in the database while it is under way: a lane that dies leaves everything as it was, and what it had sent is sent again.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #pace = createPace()
  /** What waits in memory, by purchase and in order. A purchase stays here while one of its events is under way. */
  readonly #chains = new Map<string, DueDelivery[]>()
  /** Purchases whose next event may be sent. */
  #ready: string[] = []
  /** Everything in memory, until its outcome is stored. */
  readonly #known = new Set<string>()
  /** Purchases whose failure is not stored yet: what follows must not be sent before the database knows. */
  readonly #held = new Set<string>()
  /** Stored while a page was being read, which may show them as they were before. */
  #overtaken: Attempted[] | undefined
  readonly #underWay = new Set<Promise<void>>()
  #receiver: Receiver
  #outcomes: Attempted[] = []
  #cursor: DueCursor | undefined
  #isExhausted = false
  #fetchedAtMs = Number.NEGATIVE_INFINITY
  #waiting = 0
  #isStopping = false
  #failure: Error | undefined
  #flushing: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(options: LaneOptions) {
    this.#options = options
    this.#receiver = options.receiver
  }

  /** Ends when nothing is due, or after stop() when what was under way is stored. */
  async run(): Promise<void> {
    const flusher = this.#flushRegularly()
    try {
      while (this.#isRunning) {
        this.#pump()
        if (!this.#wantsMore) await this.#pause()
        else {
          const wasIdle = this.#known.size === 0
          const count = await this.#fetch()
          if (wasIdle && count === 0 && this.#isExhausted) break
        }
      }
      await Promise.allSettled(this.#underWay)
    } catch (error) {
      this.#fail(error)
    }
    this.#isStopping = true
    await flusher
    if (this.#failure !== undefined) throw this.#failure
  }

  stop(): void {
    this.#isStopping = true
    this.#wake()
  }

  /** The endpoint may have got another secret or address. */
  change(receiver: Receiver): void {
    this.#receiver = receiver
  }

  get #isRunning(): boolean {
    return !this.#isStopping && this.#failure === undefined
  }

  get #wantsMore(): boolean {
    if (this.#waiting >= LOW_WATER) return false
    const isLong = performance.now() - this.#fetchedAtMs >= LOOK_AGAIN_MS
    return !this.#isExhausted || this.#known.size === 0 || isLong
  }

  /** Reads one page on, and says how many on it were new. */
  async #fetch(): Promise<number> {
    const { queue } = this.#options
    this.#overtaken = []
    const page = await queue.listDue(this.#cursor, PAGE)
    const overtaken = new Set(this.#overtaken.map(({ outcome }) => outcome.eventId))
    const held: { eventId: string; until: Date }[] = []
    let count = 0
    for (const row of page) {
      const { eventId, behindId, heldUntil: until } = row
      if (this.#known.has(eventId) || overtaken.has(eventId) || this.#held.has(chainOf(row))) continue
      // One that was committed late may lie behind the cursor, before events that follow it: those wait until it was seen.
      const isInTurn = behindId === null || this.#known.has(behindId) || overtaken.has(behindId)
      if (until !== null) held.push({ eventId, until })
      else if (isInTurn) this.#add(row)
      else continue
      count += 1
    }
    for (const { delivery } of this.#overtaken) this.#held.delete(chainOf(delivery))
    this.#overtaken = undefined
    if (held.length > 0) await queue.postpone(held)
    this.#isExhausted = page.length < PAGE
    this.#cursor = this.#isExhausted ? undefined : page.at(-1)
    this.#fetchedAtMs = performance.now()
    return count
  }

  #add(delivery: DueDelivery): void {
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

  #pump(): void {
    let taken = 0
    while (this.#underWay.size < this.#pace.limit && this.#isRunning && taken < this.#ready.length) {
      const name = this.#ready[taken++] ?? ''
      const delivery = this.#chains.get(name)?.shift()
      if (delivery === undefined) continue
      this.#waiting -= 1
      const sending = this.#send(name, delivery).then(() => {
        this.#underWay.delete(sending)
        this.#pump()
        if (this.#wantsMore) this.#wake()
      })
      this.#underWay.add(sending)
    }
    this.#ready = this.#ready.slice(taken)
  }

  async #send(name: string, delivery: DueDelivery): Promise<void> {
    const attempted = await attemptDelivery(this.#options.attempt, this.#receiver, delivery)
    const { outcome } = attempted
    this.#pace.note({ durationMs: outcome.durationMs, isGood: outcome.status === 'delivered' })
    this.#options.onAttempt(outcome)
    const chain = this.#chains.get(name) ?? []
    if (outcome.status === 'pending') {
      // Those behind it come back when the database lets them.
      this.#held.add(name)
      this.#waiting -= chain.length
      for (const { eventId } of chain.splice(0)) this.#known.delete(eventId)
    }
    if (chain.length > 0) this.#ready.push(name)
    else this.#chains.delete(name)
    this.#outcomes.push(attempted)
    if (this.#outcomes.length >= FLUSH_COUNT) void this.#flush()
  }

  async #flushRegularly(): Promise<void> {
    while (this.#failure === undefined) {
      if (this.#isStopping && this.#underWay.size === 0 && this.#outcomes.length === 0) break
      await delay(FLUSH_MS)
      await this.#flush()
    }
    await this.#flushing
  }

  /** One at a time; what arrives meanwhile goes with the next. */
  async #flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
    if (this.#outcomes.length === 0 || this.#failure !== undefined) return
    const batch = this.#outcomes
    this.#outcomes = []
    this.#flushing = this.#store(batch)
    await this.#flushing
  }

  async #store(batch: readonly Attempted[]): Promise<void> {
    try {
      await this.#options.queue.record(batch)
      for (const { outcome, delivery } of batch) {
        this.#known.delete(outcome.eventId)
        if (this.#overtaken === undefined) this.#held.delete(chainOf(delivery))
      }
      this.#overtaken?.push(...batch)
    } catch (error) {
      this.#fail(error)
    }
    this.#flushing = undefined
    if (this.#known.size === 0) this.#wake()
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
    this.#wake()
  }

  async #pause(): Promise<void> {
    const timer = new AbortController()
    const woken = new Promise<void>(resolve => {
      this.#wake = resolve
    })
    await Promise.race([woken, delay(LOOK_AGAIN_MS, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}

function chainOf({ transactionId, eventId }: DueDelivery): string {
  return transactionId ?? eventId
}
