import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Database, Remember, Statement } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'

/** Real time plus the offset set in homologation, the same in every process of the deployment. */
export interface DeploymentClock extends Clock {
  /** Returns the new time. Other processes follow within a second. Refused in production. */
  advance(byMs: number, remember?: Remember<Date>): Promise<Date>
  /** Reads the offset from the database and compares the machine's time. Await it once before using the clock. */
  refresh(): Promise<void>
  /** How far this machine is ahead of the database, whatever the offset; negative when it is behind. */
  readonly skewMs: number
  /** False while the machine's clock is too wrong to work by. */
  readonly isSound: boolean
  stop(): void
}

interface DeploymentClockOptions {
  readonly isMovable: boolean
  /** The clock of this machine, which is compared with the database's. */
  readonly machine?: Clock | undefined
  /** What the offset is added to, if not the machine's clock. */
  readonly base?: Clock | undefined
}

const REFRESH_MS = 500

const READ: Statement = {
  name: 'deployment-clock.read',
  text: `SELECT (SELECT offset_ms FROM deployment_clock) AS offset_ms, clock_timestamp() AS database_now`,
}
const ADVANCE: Statement = {
  name: 'deployment-clock.advance',
  text: `INSERT INTO deployment_clock AS c (offset_ms) VALUES ($1)
    ON CONFLICT (singleton) DO UPDATE SET offset_ms = c.offset_ms + excluded.offset_ms RETURNING offset_ms`,
}

interface ReadTime {
  readonly offsetMs: number | null
  readonly databaseNow: Date
}

export function createDeploymentClock(
  database: Pick<Database, 'run' | 'transaction'>,
  options: DeploymentClockOptions,
): DeploymentClock {
  const { machine = systemClock, base = machine, isMovable } = options
  const comparison = new ClockComparison(machine)
  let offsetMs = 0
  let timer: NodeJS.Timeout | undefined
  // The clock never goes back: an offset that was read before the last move but arrives after it is ignored.
  const take = (readMs: number | null | undefined): void => {
    if (isMovable) offsetMs = Math.max(offsetMs, readMs ?? 0)
  }
  const now = (): Date => new Date(base.now().getTime() + offsetMs)
  const ask = async (): Promise<ReadTime> => {
    const [row] = await database.run<ReadTime>(READ, [])
    if (row === undefined) throw new Error('the database returned no time')
    return row
  }
  const read = async (): Promise<void> => take((await comparison.compare(ask)).offsetMs)

  return {
    now,
    async advance(byMs, remember) {
      if (!isMovable) throw new Error('the clock of this deployment cannot be moved')
      if (!Number.isSafeInteger(byMs) || byMs < 0) throw new RangeError('a clock moves forward only')
      const moved = await database.transaction(async tx => {
        const [row] = await tx.run<{ offsetMs: number }>(ADVANCE, [byMs])
        if (row === undefined) throw new Error('the clock was not moved')
        const movedTo = new Date(base.now().getTime() + row.offsetMs)
        await remember?.(tx, movedTo)
        return { ...row, movedTo }
      })
      take(moved.offsetMs)
      return moved.movedTo
    },
    async refresh() {
      // When the database is unavailable the clock keeps its offset; other parts report the failure.
      timer ??= setInterval(() => void read().catch(() => {}), REFRESH_MS).unref()
      await read()
    },
    get skewMs() {
      return comparison.skewMs
    },
    get isSound() {
      return comparison.isSound
    },
    stop() {
      clearInterval(timer)
    },
  }
}

/** A machine whose clock is further from the database's than this must start no work. */
export const MAX_SKEW_MS = 5_000

/** How far the clock of this machine is from the database's. Positive: ahead. */
class ClockComparison {
  readonly #machine: Clock
  #known = { skewMs: 0, atMs: Number.NaN, monotonicMs: Number.NaN }

  constructor(machine: Clock) {
    this.#machine = machine
  }

  /**
   * `ask` reads the database's time. Its answer lies between sending and receiving: only what is outside that interval
   * is skew, so that a slow answer is never taken for a wrong clock.
   */
  async compare<T extends { readonly databaseNow: Date }>(ask: () => Promise<T>): Promise<T> {
    const sentMs = this.#machine.now().getTime()
    const answer = await ask()
    const atMs = this.#machine.now().getTime()
    const databaseMs = answer.databaseNow.getTime()
    const ahead = Math.max(0, sentMs - databaseMs)
    const behind = Math.max(0, databaseMs - atMs)
    this.#known = { skewMs: ahead - behind, atMs, monotonicMs: performance.now() }
    return answer
  }

  /** As last compared, plus what the machine's clock has jumped since, measured by the monotonic clock. */
  get skewMs(): number {
    const { skewMs, atMs, monotonicMs } = this.#known
    if (Number.isNaN(atMs)) return 0
    const jumpedMs = this.#machine.now().getTime() - atMs - (performance.now() - monotonicMs)
    return Math.round(skewMs + jumpedMs)
  }

  get isSound(): boolean {
    return Math.abs(this.skewMs) <= MAX_SKEW_MS
  }
}

const LOOK_MS = 500
const REPEAT_MS = 60_000

/** Logs a wrong clock at once and then once a minute, and when it is right again. Returns the function that stops it. */
export function logSkew(clock: Pick<DeploymentClock, 'isSound' | 'skewMs'>, log: Log): () => void {
  let loggedAtMs: number | undefined
  const look = (): void => {
    if (clock.isSound) {
      if (loggedAtMs !== undefined) log.info('the clock of this machine is right again: work resumes')
      loggedAtMs = undefined
    } else if (loggedAtMs === undefined || performance.now() - loggedAtMs >= REPEAT_MS) {
      loggedAtMs = performance.now()
      log.error(
        { skewMs: clock.skewMs },
        'the clock of this machine differs from the database’s: nothing runs here until it is right',
      )
    }
  }
  look()
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** For the readiness check. */
export function presentSkew(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database’s`
}
