import { setTimeout as delay } from 'node:timers/promises'
import { type AttemptContext, type Attempted, attemptDelivery, type Receiver } from './attempt.ts'
import type { DueCursor, DueDelivery, DuePageRow, Outcome } from './queue-store.ts'

/** One endpoint's part of the queue. */
interface LaneQueue extends DueQueue {
  /** Also applies the consequences for the endpoint. */
  record(batch: readonly Attempted[]): Promise<void>
}

interface LaneOptions {
  readonly queue: LaneQueue
  readonly attempt: AttemptContext
  readonly receiver: Receiver
  readonly onAttempt: (outcome: Outcome) => void
  /** False while it is not certain that the lane is still ours. */
  readonly maySend: () => boolean
}

/**
 * Delivers to one endpoint until nothing is due. Deliveries in flight are not marked in the database: when a lane dies,
 * they are sent again.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #chains = new PurchaseChains()
  readonly #pages: DuePages
  readonly #recorder: OutcomeRecorder
  readonly #pace = createPace()
  readonly #underWay = new Set<Promise<void>>()
  #receiver: Receiver
  #isStopping = false
  #failure: Error | undefined
  #wake: () => void = () => {}

  constructor(options: LaneOptions) {
    this.#options = options
    this.#receiver = options.receiver
    this.#pages = new DuePages(options.queue, this.#chains)
    this.#recorder = new OutcomeRecorder({
      record: batch => options.queue.record(batch),
      onRecorded: batch => {
        // Not before: if this process dies between the answer and its storing, the event is sent again, and must not
        // come after a later one of the same purchase.
        for (const { delivery, outcome } of batch)
          if (outcome.status !== 'pending') this.#chains.advance(delivery)
        this.#pages.noteStored(batch)
        this.#pump()
        if (this.#pages.areWanted) this.#wake()
      },
      onFailure: error => this.#fail(error),
    })
  }

  /** Resolves when nothing is due, or after stop() once the outcomes of requests in flight are stored. */
  async run(): Promise<void> {
    const recording = this.#recorder.run(() => !this.#isStopping || this.#underWay.size > 0)
    try {
      while (this.#isRunning) {
        this.#pump()
        if (!this.#pages.areWanted) await this.#pause()
        else {
          const wasIdle = this.#chains.isEmpty
          const count = await this.#pages.read()
          if (wasIdle && count === 0 && this.#pages.isExhausted) break
        }
      }
      await Promise.allSettled(this.#underWay)
    } catch (error) {
      this.#fail(error)
    }
    this.#isStopping = true
    await recording
    if (this.#failure !== undefined) throw this.#failure
  }

  stop(): void {
    this.#isStopping = true
    this.#wake()
  }

  /** The endpoint may have a new secret or address. */
  change(receiver: Receiver): void {
    this.#receiver = receiver
  }

  get #isRunning(): boolean {
    return !this.#isStopping && this.#failure === undefined
  }

  /** Sends as many in parallel as the receiver can handle. */
  #pump(): void {
    while (this.#underWay.size < this.#pace.limit && this.#isRunning && this.#options.maySend()) {
      const delivery = this.#chains.take()
      if (delivery === undefined) return
      const sending = this.#send(delivery)
        .catch(error => this.#fail(error))
        .then(() => {
          this.#underWay.delete(sending)
          this.#pump()
          if (this.#pages.areWanted) this.#wake()
          // Everything in memory waits for an outcome to be stored.
          if (this.#underWay.size === 0 && this.#chains.waiting > 0) this.#recorder.flushSoon()
        })
      this.#underWay.add(sending)
    }
  }

  async #send(delivery: DueDelivery): Promise<void> {
    const { attempt, maySend } = this.#options
    const attempted = await attemptDelivery(attempt, this.#receiver, delivery, maySend)
    const { outcome } = attempted
    this.#pace.note({ durationMs: outcome.durationMs, isGood: outcome.status === 'delivered' })
    this.#options.onAttempt(outcome)
    if (outcome.status === 'pending') this.#chains.hold(delivery)
    this.#recorder.add(attempted)
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
    this.#recorder.abandon()
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

/** Reads one endpoint's due deliveries. */
interface DueQueue {
  listDue(after: DueCursor | undefined, limit: number): Promise<readonly DuePageRow[]>
  postpone(held: readonly { readonly eventId: string; readonly until: Date }[]): Promise<void>
}

const PAGE = 512
/** The next page is fetched when fewer than this many wait in memory. */
const LOW_WATER = 256
/** Delay before a queue that was read to its end is read again. */
const LOOK_AGAIN_MS = 100

/** Reads due deliveries into the chains, page by page, and then from the beginning again. */
class DuePages {
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

/** Deliveries in memory by purchase: events of one purchase are sent in order, different purchases in parallel. */
class PurchaseChains {
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

interface RecorderOptions {
  /** Stores outcomes and applies their consequences for the endpoint. */
  readonly record: (batch: readonly Attempted[]) => Promise<void>
  readonly onRecorded: (batch: readonly Attempted[]) => void
  readonly onFailure: (error: unknown) => void
}

const FLUSH_MS = 20
const FLUSH_COUNT = 256

/** Stores outcomes in batches, limited by size and time. */
class OutcomeRecorder {
  readonly #options: RecorderOptions
  #outcomes: Attempted[] = []
  #writing: Promise<void> | undefined
  #isAbandoned = false

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  add(attempted: Attempted): void {
    this.#outcomes.push(attempted)
    if (this.#outcomes.length >= FLUSH_COUNT) void this.#flush()
  }

  /** Stores what there is without waiting for more. */
  flushSoon(): void {
    void this.#flush()
  }

  /** Resolves when everything is stored and no more can come, or after abandon(). */
  async run(mayCome: () => boolean): Promise<void> {
    while (!this.#isAbandoned && (mayCome() || this.#outcomes.length > 0)) {
      await delay(FLUSH_MS)
      await this.#flush()
    }
    await this.#writing
  }

  /** Nothing more is written. */
  abandon(): void {
    this.#isAbandoned = true
  }

  /** One batch at a time; outcomes that arrive meanwhile go into the next. */
  async #flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    if (this.#outcomes.length === 0 || this.#isAbandoned) return
    const batch = this.#outcomes
    this.#outcomes = []
    this.#writing = this.#write(batch)
    await this.#writing
  }

  async #write(batch: readonly Attempted[]): Promise<void> {
    const { record, onRecorded, onFailure } = this.#options
    try {
      await record(batch)
      onRecorded(batch)
    } catch (error) {
      onFailure(error)
    }
    this.#writing = undefined
  }
}

/** How many parallel requests a receiver gets, adapted to how it has responded. */
interface Pace {
  readonly limit: number
  note(answer: { readonly durationMs: number; readonly isGood: boolean }): void
}

const WEIGHT = 0.1
const QUICK_MS = 50
const QUICK_LIMIT = 64
const USUAL_LIMIT = 16
/** More parallel requests do not help a receiver that almost always fails. */
const FAILING_LIMIT = 4
const FAILING_SHARE = 0.8

function createPace(): Pace {
  let meanMs = QUICK_MS
  let failingShare = 0
  return {
    get limit() {
      if (failingShare > FAILING_SHARE) return FAILING_LIMIT
      return meanMs < QUICK_MS ? QUICK_LIMIT : USUAL_LIMIT
    },
    note({ durationMs, isGood }) {
      // Capped, because one time-out among fast responses says little about the others.
      meanMs += WEIGHT * (Math.min(durationMs, 10 * QUICK_MS) - meanMs)
      failingShare += WEIGHT * ((isGood ? 0 : 1) - failingShare)
    },
  }
}
