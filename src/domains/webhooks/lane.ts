import { setTimeout as delay } from 'node:timers/promises'
import { type AttemptContext, type Attempted, attemptDelivery, type Receiver } from './attempt.ts'
import { DuePages, type DueQueue, LOOK_AGAIN_MS } from './due-pages.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import { createPace } from './pace.ts'
import { PurchaseChains } from './purchase-chains.ts'
import type { DueDelivery, Outcome } from './queue-store.ts'

/** One endpoint's part of the queue. */
export interface LaneQueue extends DueQueue {
  /** Also applies the consequences for the endpoint. */
  record(batch: readonly Attempted[]): Promise<void>
}

export interface LaneOptions {
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
