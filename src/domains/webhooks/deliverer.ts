import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { type AttemptContext, type Attempted, findReceiver, type Receiver } from './attempt.ts'
import { insertOwnDelivery } from './delivery-store.ts'
import { type DisabledReason, disableEndpoint, type EndpointRow, noteFailing } from './endpoint-store.ts'
import { appendNotice } from './event-store.ts'
import { Lane } from './lane.ts'
import { giveBackLane, LaneLease, renewLanes, type TakenLane, takeAskedAt, takeLanes } from './lane-store.ts'
import {
  listDue,
  listDueEndpointIds,
  type Outcome,
  postponeDeliveries,
  recordOutcomes,
} from './queue-store.ts'
import { FAILING_MS } from './schedule.ts'

/** Delivers what is due, each endpoint in a lane of its own, so that a dead receiver delays no other. */
export interface Deliverer {
  start(): void
  /** Delivers what is due now; resolves when nothing is left, or after `waitMs`. */
  deliverDue(waitMs: number): Promise<void>
  stop(): Promise<void>
}

interface DelivererOptions extends AttemptContext {
  readonly database: Database
  readonly log: Log
  readonly reportForgery: ReportForgery
  readonly onAttempt?: (outcome: Outcome) => void
  /** While it returns false nothing new is sent. */
  readonly mayRun?: () => boolean
  readonly leaseMs?: number
  readonly pollMs?: number
  readonly stopMs?: number
}

const LEASE_MS = 15_000
/** Also the delay after which a changed secret or a disabled endpoint is noticed. */
const RENEW_MS = 1_000
const POLL_MS = 150
const STOP_MS = 5_000
const LOOK_MS = 20
const MAX_LANES = 1_000
/** Customer requests share the connection pool. */
const STATEMENTS_AT_ONCE = 4

interface OpenLane {
  readonly lane: Lane
  readonly lease: LaneLease
  readonly ended: Promise<void>
}

export function createDeliverer(options: DelivererOptions): Deliverer {
  return new LanesDeliverer(options)
}

class LanesDeliverer implements Deliverer {
  readonly #options: Required<DelivererOptions>
  readonly #holder = newId()
  readonly #lanes = new Map<string, OpenLane>()
  readonly #semaphore = createSemaphore(STATEMENTS_AT_ONCE)
  readonly #stopping = new AbortController()
  #renewal: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #looking: Promise<void> | undefined

  constructor(options: DelivererOptions) {
    const usual = {
      leaseMs: LEASE_MS,
      pollMs: POLL_MS,
      stopMs: STOP_MS,
      onAttempt: () => {},
      mayRun: () => true,
    }
    this.#options = { ...usual, ...options }
  }

  start(): void {
    this.#polling ??= this.#poll()
  }

  async deliverDue(waitMs: number): Promise<void> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const timer = new AbortController()
      const { signal } = timer
      // A lane that waits for a slow database must not block the caller.
      const rest = delay(Math.max(0, deadline - performance.now()), 'late' as const, { signal, ref: false })
      try {
        if ((await Promise.race([this.#isNothingDue(), rest.catch(() => 'late' as const)])) !== false) return
      } finally {
        timer.abort()
      }
      await delay(LOOK_MS)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const { lane } of this.#lanes.values()) lane.stop()
    const ended = Promise.allSettled([this.#polling, ...[...this.#lanes.values()].map(each => each.ended)])
    const timer = new AbortController()
    const late = delay(this.#options.stopMs, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([ended, late])
    timer.abort()
  }

  async #isNothingDue(): Promise<boolean> {
    await this.#look()
    if (this.#lanes.size > 0) return false
    const { database, clock } = this.#options
    return (await listDueEndpointIds(database, { now: clock.now(), except: [], limit: 1 })).length === 0
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#look()
      } catch (error) {
        this.#options.log.warn({ err: error }, 'due deliveries could not be listed')
      }
      const waitMs = this.#options.pollMs * (0.75 + Math.random() / 2)
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Opens a lane for each endpoint with due deliveries that no other worker has leased. */
  #look(): Promise<void> {
    this.#looking ??= this.#openLanes().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #openLanes(): Promise<void> {
    const { database, clock, leaseMs } = this.#options
    const limit = MAX_LANES - this.#lanes.size
    if (this.#stopping.signal.aborted || limit <= 0 || !this.#options.mayRun()) return
    const except = [...this.#lanes.keys()]
    const due = await listDueEndpointIds(database, { now: clock.now(), except, limit })
    const askedAt = takeAskedAt()
    const taken = await takeLanes(database, due, { holder: this.#holder, leaseMs })
    for (const each of taken) {
      const receiver = await this.#findReceiver(each.endpoint)
      // The lease of a forged endpoint runs out: it is checked again, but not at once.
      if (receiver !== undefined) this.#open(each, receiver, new LaneLease(each.epoch, leaseMs, askedAt))
    }
  }

  async #findReceiver(endpoint: EndpointRow): Promise<Receiver | undefined> {
    const { secrets, clock, reportForgery } = this.#options
    const receiver = findReceiver(secrets, endpoint, clock.now())
    if (receiver === undefined) await reportForgery('webhook_endpoints', endpoint.id)
    return receiver
  }

  #open({ endpoint, epoch }: TakenLane, receiver: Receiver, lease: LaneLease): void {
    const { database, log, clock } = this.#options
    const { id } = endpoint
    const held = { endpointId: id, holder: this.#holder, epoch }
    if (this.#lanes.has(id) || this.#stopping.signal.aborted) return
    const state = { endpoint }
    const lane = new Lane({
      attempt: this.#options,
      receiver,
      onAttempt: this.#options.onAttempt,
      maySend: () => lease.isLive,
      queue: {
        listDue: (after, limit) =>
          this.#semaphore(() => listDue(database, id, { now: clock.now(), after, limit })),
        postpone: later => this.#semaphore(() => postponeDeliveries(database, held, later)),
        record: async batch => {
          const outcomes = batch.map(({ outcome }) => outcome)
          await this.#semaphore(() => recordOutcomes(database, held, outcomes))
          state.endpoint = await followOutcomes(this.#options, state.endpoint, batch)
          if (state.endpoint.status !== 'enabled') lane.stop()
        },
      },
    })
    const ended = lane
      .run()
      .catch(error => log.warn({ err: error, retailerId: endpoint.retailerId }, 'deliveries interrupted'))
      .then(() => giveBackLane(database, held))
      .catch(error => log.warn({ err: error }, 'the lease of a delivery lane could not be released'))
      .finally(() => this.#close(id))
    this.#lanes.set(id, { lane, lease, ended })
    this.#keepLanes()
  }

  #close(id: string): void {
    this.#lanes.delete(id)
    if (this.#lanes.size > 0) return
    clearInterval(this.#renewal)
    this.#renewal = undefined
  }

  #keepLanes(): void {
    const { leaseMs, log } = this.#options
    const renew = (): Promise<void> =>
      this.#renew().catch(error => log.warn({ err: error }, 'leases of delivery lanes could not be renewed'))
    this.#renewal ??= setInterval(renew, Math.min(RENEW_MS, leaseMs / 4)).unref()
  }

  /** Renews the leases; a lane that lost its lease, or whose endpoint is no longer enabled, ends. */
  async #renew(): Promise<void> {
    const { database, leaseMs, mayRun } = this.#options
    const open = [...this.#lanes]
    if (!mayRun()) for (const [, { lane }] of open) lane.stop()
    const lanes = open.map(([endpointId, { lease }]) => ({ endpointId, epoch: lease.epoch }))
    const askedAt = takeAskedAt()
    const ours = await renewLanes(database, lanes, { holder: this.#holder, leaseMs })
    const byId = new Map(ours.map(endpoint => [endpoint.id, endpoint]))
    for (const [id, { lane, lease }] of open) {
      const endpoint = byId.get(id)
      const receiver = endpoint && (await this.#findReceiver(endpoint))
      if (receiver === undefined) lane.stop()
      else {
        lease.renew(askedAt)
        lane.change(receiver)
      }
    }
  }
}

interface FollowContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** Applies attempts to their endpoint: whether it is failing, since when, and whether it must be disabled. */
async function followOutcomes(
  context: FollowContext,
  endpoint: EndpointRow,
  batch: readonly Attempted[],
): Promise<EndpointRow> {
  if (batch.some(({ isGone }) => isGone)) return disable(context, endpoint, 'gone')
  const { database, clock } = context
  const now = clock.now()
  if (batch.some(({ outcome }) => outcome.status === 'delivered')) {
    if (endpoint.failingSince === null) return endpoint
    await noteFailing(database, endpoint.id, undefined)
    return { ...endpoint, failingSince: null }
  }
  if (endpoint.failingSince === null) {
    await noteFailing(database, endpoint.id, now)
    return { ...endpoint, failingSince: now }
  }
  const isHopeless = now.getTime() - endpoint.failingSince.getTime() >= FAILING_MS
  return isHopeless ? disable(context, endpoint, 'failing') : endpoint
}

/** The owner sees it in the list of endpoints and in the log, and is notified at those that still work. */
async function disable(
  { database, clock, log }: FollowContext,
  endpoint: EndpointRow,
  reason: DisabledReason,
): Promise<EndpointRow> {
  const now = clock.now()
  const { id, retailerId, url } = endpoint
  const disabled = await database.transaction(async tx => {
    const row = await disableEndpoint(tx, id, { at: now, reason })
    if (row === undefined) return undefined
    const type = 'endpoint.disabled'
    const event = appendNotice(tx, { retailerId, type, notice: { endpointId: id, url, reason }, now })
    await insertOwnDelivery(tx, {
      retailerId,
      endpointId: undefined,
      eventId: event.id,
      type,
      body: event.body,
      now,
    })
    return row
  })
  if (disabled !== undefined) log.warn({ retailerId, code: reason }, 'webhook endpoint disabled')
  return { ...endpoint, status: 'disabled' }
}

/** Runs at most `limit` tasks at once; the others wait in order of arrival. */
function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running < limit) running += 1
    // A finished task hands its slot to the next one.
    else await new Promise<void>(enter => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
