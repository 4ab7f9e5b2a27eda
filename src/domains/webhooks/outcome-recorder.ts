import { setTimeout as delay } from 'node:timers/promises'
import type { Attempted } from './attempt.ts'

export interface RecorderOptions {
  /** Stores outcomes and applies their consequences for the endpoint. */
  readonly record: (batch: readonly Attempted[]) => Promise<void>
  readonly onRecorded: (batch: readonly Attempted[]) => void
  readonly onFailure: (error: unknown) => void
}

const FLUSH_MS = 20
const FLUSH_COUNT = 256

/** Stores outcomes in batches, limited by size and time. */
export class OutcomeRecorder {
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
