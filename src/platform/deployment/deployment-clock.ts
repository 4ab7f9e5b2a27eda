import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Database, Statement } from '../db/database.ts'
import type { Remember } from '../db/remember.ts'
import { ClockComparison } from './clock-comparison.ts'

/** Real time plus the offset set in homologation, the same in every process of the deployment. */
export interface DeploymentClock extends Clock {
  /** Returns the new time. Other processes follow within a second. Refused in production. */
  advance(byMs: number, remember?: Remember<Date>): Promise<Date>
  /** Reads the offset from the database and compares the machine's time. Await it once before using the clock. */
  refresh(): Promise<void>
  /** How far this machine is ahead of the database, whatever the offset; negative when it is behind. */
  readonly skewMs: number
  /** False while the machine's time is so wrong that nothing may be done by it. */
  readonly isSound: boolean
  stop(): void
}

export interface DeploymentClockOptions {
  readonly isMovable: boolean
  /** The clock of this machine, which is compared with the database's. */
  readonly machine?: Clock | undefined
  /** What the offset is added to, if not the machine's clock. */
  readonly base?: Clock | undefined
}

const REFRESH_MS = 500

const READ: Statement = {
  name: 'deployment-clock.read',
  text: `SELECT (SELECT offset_ms FROM deployment_clock) AS "offsetMs", clock_timestamp() AS "databaseNow"`,
}
const ADVANCE: Statement = {
  name: 'deployment-clock.advance',
  text: `INSERT INTO deployment_clock AS c (offset_ms) VALUES ($1)
    ON CONFLICT (singleton) DO UPDATE SET offset_ms = c.offset_ms + excluded.offset_ms RETURNING offset_ms AS "offsetMs"`,
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
    if (row === undefined) throw new Error('the database told no time')
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
