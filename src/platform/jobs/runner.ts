import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { type ReportForgery, reportForgedRow } from '../crypto/row-mac.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import {
  type ClaimedJob,
  claimJob,
  countHeldJobs,
  describeFailure,
  finishJob,
  markJobDead,
  postponeJob,
  renewClaim,
  resumeJobLater,
} from './claims.ts'
import {
  computeRetryDelayMs,
  fireSchedule,
  JobPostponed,
  MAX_ATTEMPTS,
  noteSuccess,
  type Schedule,
} from './queue.ts'

/** May run more than once for one job, on any worker: it must read the data first and do only what is left to do. */
export type JobHandler = (
  payload: unknown,
  run: { readonly attempt: number; readonly signal: AbortSignal },
) => Promise<unknown>

interface RunOptions {
  /** Also waits for jobs that other workers hold, for at most this long. */
  readonly waitMs?: number
  /** Runs only these kinds and fires no schedules. When absent, all kinds that have a handler. */
  readonly kinds?: readonly string[]
  /** Stops after this many jobs. */
  readonly maxJobs?: number
}

export interface JobRunner {
  /** Each kind has one handler. */
  register(handlers: Readonly<Record<string, JobHandler>>, schedules?: readonly Schedule[]): void
  /** Runs all due jobs, and those that become due meanwhile, until none is left. */
  runDueJobs(options?: RunOptions): Promise<number>
  /** Polls for due jobs from now on. */
  start(): void
  /**
   * Claims no more jobs and waits for running ones up to a deadline. A job that is cut off runs elsewhere when its
   * lease expires.
   */
  stop(): Promise<void>
}

export interface JobRunnerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly tracing?: Tracing | undefined
  /** No job is claimed and no schedule fires while it returns false. */
  readonly mayRun?: () => boolean
  /** Called with rows that failed a job because the program did not write them. */
  readonly reportForgery?: ReportForgery
  /** Concurrent jobs in this process. */
  readonly lanes?: number
  readonly leaseMs?: number
  readonly pollMs?: number
  readonly stopMs?: number
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  return new PollingRunner(options)
}

class PollingRunner implements JobRunner {
  readonly #options: Required<Omit<JobRunnerOptions, 'tracing' | 'reportForgery'>> &
    Pick<JobRunnerOptions, 'tracing' | 'reportForgery'>
  readonly #handlers = new Map<string, JobHandler>()
  readonly #schedules = new Map<string, Schedule & { lastSlotMs: number }>()
  readonly #stopping = new AbortController()
  readonly #cutOff = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  #polling: Promise<void> | undefined

  constructor(options: JobRunnerOptions) {
    this.#options = {
      mayRun: () => true,
      lanes: 4,
      leaseMs: 30_000,
      pollMs: 500,
      stopMs: 5_000,
      ...options,
    }
  }

  register(handlers: Readonly<Record<string, JobHandler>>, schedules: readonly Schedule[] = []): void {
    for (const [kind, handler] of Object.entries(handlers)) {
      if (this.#handlers.has(kind)) throw new Error(`jobs of kind ${kind} have a handler already`)
      this.#handlers.set(kind, handler)
    }
    for (const schedule of schedules) {
      if (!this.#handlers.has(schedule.name)) throw new Error(`schedule ${schedule.name} has no handler`)
      this.#schedules.set(schedule.name, { ...schedule, lastSlotMs: Number.NEGATIVE_INFINITY })
    }
  }

  async runDueJobs({
    waitMs = 0,
    kinds,
    maxJobs = Number.POSITIVE_INFINITY,
  }: RunOptions = {}): Promise<number> {
    const deadline = performance.now() + waitMs
    const wanted = kinds ?? [...this.#handlers.keys()]
    for (let count = 0; ; ) {
      if (kinds === undefined) await this.#fireSchedules()
      const budget = { left: maxJobs - count }
      const done = await this.#runLanes(wanted, budget)
      count += done
      if (this.#stopping.signal.aborted || count >= maxJobs) return count
      if (done > 0) continue
      if (performance.now() >= deadline || !(await this.#othersAreBusy(wanted))) return count
      await delay(20)
    }
  }

  start(): void {
    this.#polling ??= this.#poll()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const finished = Promise.allSettled([this.#polling, ...this.#running])
    const late = delay(this.#options.stopMs, undefined, { signal: this.#cutOff.signal, ref: false })
    await Promise.race([finished, late.catch(() => {})])
    this.#cutOff.abort()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.runDueJobs()
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the queue could not be polled')
      }
      // Jitter: workers started together must not poll together for ever.
      const waitMs = this.#options.pollMs * (0.75 + Math.random() / 2)
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Asks the database once per slot and process; the database decides which worker is first. */
  async #fireSchedules(): Promise<void> {
    if (!this.#options.mayRun()) return
    const nowMs = this.#options.clock.now().getTime()
    for (const schedule of this.#schedules.values()) {
      const slotMs = Math.floor(nowMs / schedule.everyMs) * schedule.everyMs
      if (slotMs <= schedule.lastSlotMs) continue
      await fireSchedule(this.#options.database, schedule, new Date(slotMs))
      schedule.lastSlotMs = slotMs
    }
  }

  async #othersAreBusy(kinds: readonly string[]): Promise<boolean> {
    const { database, clock } = this.#options
    return (await countHeldJobs(database, clock.now(), kinds)) > 0
  }

  /** One lane polls first: mostly nothing is due, and the other lanes need no query. */
  async #runLanes(kinds: readonly string[], budget: { left: number }): Promise<number> {
    const first = await this.#claim(kinds, budget)
    if (first === undefined) return 0
    const others = Array.from({ length: this.#options.lanes - 1 }, async () =>
      this.#runLane(kinds, budget, await this.#claim(kinds, budget)),
    )
    const counts = await Promise.all([this.#runLane(kinds, budget, first), ...others])
    return counts.reduce((sum, each) => sum + each, 0)
  }

  async #runLane(
    kinds: readonly string[],
    budget: { left: number },
    first: ClaimedJob | undefined,
  ): Promise<number> {
    let count = 0
    for (let job = first; job !== undefined; job = await this.#claim(kinds, budget)) {
      const run = this.#runTraced(job)
      this.#running.add(run)
      await run.finally(() => this.#running.delete(run))
      count += 1
    }
    return count
  }

  async #claim(kinds: readonly string[], budget: { left: number }): Promise<ClaimedJob | undefined> {
    const { database, clock, leaseMs, mayRun } = this.#options
    if (this.#stopping.signal.aborted || budget.left <= 0 || !mayRun()) return undefined
    budget.left -= 1
    return claimJob(database, { now: clock.now(), kinds, leaseMs })
  }

  #runTraced(job: ClaimedJob): Promise<void> {
    const span = this.#options.tracing?.start({
      name: `job ${job.kind}`,
      kind: 'consumer',
      attributes: { 'crediario.attempt': job.attempts },
    })
    if (span === undefined) return this.#runJob(job, () => {})
    let error: string | undefined
    const run = span.run(() =>
      this.#runJob(job, failure => {
        error = failure instanceof Error ? failure.constructor.name : typeof failure
      }),
    )
    return run.finally(() => span.end({ error }))
  }

  async #runJob(job: ClaimedJob, onFailure: (error: unknown) => void): Promise<void> {
    const { database, clock, log } = this.#options
    if (job.attempts > MAX_ATTEMPTS) {
      log.error({ job: job.kind, attempt: job.attempts }, 'job given up: its workers kept disappearing')
      return markJobDead(database, job, { at: clock.now(), error: null })
    }
    const lost = new AbortController()
    const renewal = this.#keepLease(job, lost)
    try {
      const signal = AbortSignal.any([lost.signal, this.#cutOff.signal])
      await this.#handlers.get(job.kind)?.(job.payload, { attempt: job.attempts, signal })
    } catch (error) {
      if (error instanceof JobPostponed) return await resumeJobLater(database, job, error.runAt)
      onFailure(error)
      return await this.#handleFailure(job, error)
    } finally {
      clearInterval(renewal)
    }
    await finishJob(database, job)
    if (this.#schedules.has(job.kind)) await noteSuccess(database, job.kind)
  }

  /** Once the lease is lost another worker may have the job: this run is aborted. */
  #keepLease(job: ClaimedJob, lost: AbortController): NodeJS.Timeout {
    const { database, leaseMs, log } = this.#options
    const renew = async (): Promise<void> => {
      try {
        if (!(await renewClaim(database, job, leaseMs))) lost.abort()
      } catch (error) {
        log.warn({ err: error, job: job.kind }, 'the lease of a job could not be renewed')
      }
    }
    return setInterval(renew, leaseMs / 3).unref()
  }

  async #handleFailure(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, clock, log, reportForgery } = this.#options
    if (reportForgery !== undefined) await reportForgedRow(error, reportForgery)
    const now = clock.now()
    const text = describeFailure(error)
    if (job.attempts >= MAX_ATTEMPTS) {
      log.error({ err: error, job: job.kind, attempt: job.attempts }, 'job given up')
      return markJobDead(database, job, { at: now, error: text })
    }
    log.warn({ err: error, job: job.kind, attempt: job.attempts }, 'job failed; it will be retried')
    const delayMs = computeRetryDelayMs(job.attempts)
    await postponeJob(database, job, { runAt: new Date(now.getTime() + delayMs), error: text })
  }
}
