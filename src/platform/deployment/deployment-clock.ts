import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Queryable, Statement } from '../db/database.ts'

/** Real time plus the offset set in homologation, the same in every process of the deployment. */
export interface DeploymentClock extends Clock {
  /** Returns the new time. Other processes follow within a second. Refused in production. */
  advance(byMs: number): Promise<Date>
  /** Reads the offset from the database. Await it once before using the clock. */
  refresh(): Promise<void>
  stop(): void
}

const REFRESH_MS = 500

const READ: Statement = {
  name: 'deployment-clock.read',
  text: 'SELECT offset_ms AS "offsetMs" FROM deployment_clock',
}
const ADVANCE: Statement = {
  name: 'deployment-clock.advance',
  text: `INSERT INTO deployment_clock AS c (offset_ms) VALUES ($1)
    ON CONFLICT (singleton) DO UPDATE SET offset_ms = c.offset_ms + excluded.offset_ms RETURNING offset_ms AS "offsetMs"`,
}

export function createDeploymentClock(
  database: Queryable,
  options: { readonly isMovable: boolean; readonly base?: Clock | undefined },
): DeploymentClock {
  const { base = systemClock } = options
  let offsetMs = 0
  let timer: NodeJS.Timeout | undefined
  // The clock never goes back: an offset that was read before the last move but arrives after it is ignored.
  const take = (row: { offsetMs: number } | undefined): void => {
    offsetMs = Math.max(offsetMs, row?.offsetMs ?? 0)
  }
  const now = (): Date => new Date(base.now().getTime() + offsetMs)
  const read = async (): Promise<void> => take((await database.run<{ offsetMs: number }>(READ, []))[0])

  return {
    now,
    async advance(byMs) {
      if (!options.isMovable) throw new Error('the clock of this deployment cannot be moved')
      if (!Number.isSafeInteger(byMs) || byMs < 0) throw new RangeError('a clock moves forward only')
      take((await database.run<{ offsetMs: number }>(ADVANCE, [byMs]))[0])
      return now()
    },
    async refresh() {
      if (!options.isMovable) return
      // When the database is unavailable the clock keeps its offset; other parts report the failure.
      timer ??= setInterval(() => void read().catch(() => {}), REFRESH_MS).unref()
      await read()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
