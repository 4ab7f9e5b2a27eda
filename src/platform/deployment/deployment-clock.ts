import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Queryable, Statement } from '../db/database.ts'

/** Real time plus what homologation has moved it forward, the same in every process of the deployment. */
export interface DeploymentClock extends Clock {
  /** The time after the move; at once here, within a second elsewhere. Refused in production. */
  advance(byMs: number): Promise<Date>
  /** Reads what other processes moved. To be awaited once before the clock is used. */
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
  // A clock never goes back: an answer that was read before the last move and arrives after it is not believed.
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
      // A database that is away leaves the clock as it was: other parts report that.
      timer ??= setInterval(() => void read().catch(() => {}), REFRESH_MS).unref()
      await read()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
