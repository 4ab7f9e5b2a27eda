import type { Database, Statement } from '../db/database.ts'
import { composeRemoval, removeInSteps } from '../db/removal.ts'

/*
 * Slows down the guessing of keys, on any route. Every unknown key is counted for the address that presented it, in
 * PostgreSQL, so that all processes share one count. A known key from the same address is never held back: many shops
 * may share one proxy.
 */
export interface UnknownKeyLimit {
  /** Counts one unknown key. Returns the seconds to wait when the address has presented too many, else undefined. */
  count(address: string): Promise<number | undefined>
}

const WINDOW_SECONDS = 60

const countAttempt: Statement = {
  name: 'count_unknown_key',
  text: `
    INSERT INTO unknown_key_attempts AS seen (address_hash, window_started_at, attempts)
    VALUES ($1, clock_timestamp(), 1)
    ON CONFLICT (address_hash) DO UPDATE SET
      attempts = CASE WHEN seen.window_started_at > clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
        THEN least(seen.attempts + 1, 1000000) ELSE 1 END,
      window_started_at = CASE WHEN seen.window_started_at > clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
        THEN seen.window_started_at ELSE clock_timestamp() END
    RETURNING attempts,
      ceil(${WINDOW_SECONDS} - extract(epoch FROM clock_timestamp() - window_started_at))::integer AS "secondsLeft"`,
}

const KEPT_MS = 3_600_000
const removeOld: Statement = {
  name: 'remove_unknown_key_attempts',
  text: composeRemoval('unknown_key_attempts', 'window_started_at'),
}

export function createUnknownKeyLimit(options: {
  database: Database
  hash: (text: string) => Buffer
  limitPerMinute: number
}): UnknownKeyLimit {
  const { database, hash, limitPerMinute } = options
  return {
    async count(address) {
      const [row] = await database.run<{ attempts: number; secondsLeft: number }>(countAttempt, [
        hash(address),
      ])
      if (row === undefined) throw new Error('counting an unknown key gave no row')
      return row.attempts > limitPerMinute ? Math.max(1, row.secondsLeft) : undefined
    },
  }
}

export async function removeOldUnknownKeyAttempts(database: Database): Promise<void> {
  await removeInSteps(database, removeOld, new Date(Date.now() - KEPT_MS))
}
