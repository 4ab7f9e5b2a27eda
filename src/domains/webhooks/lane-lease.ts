/** Of the lease: what is sent in its last part could still be on its way when another worker begins. */
const USABLE_SHARE = 3 / 4

/** When the database was asked for a lease: it ends at the earliest one length after this instant. */
export interface AskedAt {
  readonly monotonicMs: number
  readonly wallMs: number
}

export function takeAskedAt(): AskedAt {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}

/**
 * Whether a lane is surely still ours, without asking the database. A process that was stopped for a while knows by it
 * at once. Two clocks, because the monotonic one stands still while a virtual machine is suspended.
 */
export class LaneLease {
  readonly epoch: number
  readonly #usableMs: number
  #askedAt: AskedAt

  constructor(epoch: number, leaseMs: number, askedAt: AskedAt) {
    this.epoch = epoch
    this.#usableMs = leaseMs * USABLE_SHARE
    this.#askedAt = askedAt
  }

  renew(askedAt: AskedAt): void {
    this.#askedAt = askedAt
  }

  get isLive(): boolean {
    const { monotonicMs, wallMs } = this.#askedAt
    const now = takeAskedAt()
    return Math.max(now.monotonicMs - monotonicMs, now.wallMs - wallMs) < this.#usableMs
  }
}

/** Another worker has the lane, or may have it: what this one still holds in memory counts for nothing. */
export const describeLostLane = (): Error => new Error('the lease of a delivery lane has ended')
