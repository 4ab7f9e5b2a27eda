import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/** The longest wait for a table lock. Waits for row locks do not count: they are normal under load. */
export interface LockWatch {
  readonly longestMs: number
  /** The statement that waited longest. */
  readonly statement: string
  stop(): Promise<void>
}

const PAUSE_MS = 10

const SELECT_LONGEST = `
  SELECT extract(epoch FROM clock_timestamp() - l.waitstart) * 1000 AS "waitedMs", a.query
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE NOT l.granted AND l.locktype = 'relation' AND l.waitstart IS NOT NULL ORDER BY l.waitstart LIMIT 1`

export async function watchLocks(connection: ClientConfig): Promise<LockWatch> {
  const client = new Client(connection)
  await client.connect()
  let longestMs = 0
  let statement = ''
  let isStopping = false

  async function watch(): Promise<void> {
    while (!isStopping) {
      const [row] = (await client.query<{ waitedMs: string; query: string }>(SELECT_LONGEST)).rows
      if (row !== undefined && Number(row.waitedMs) > longestMs) {
        longestMs = Number(row.waitedMs)
        statement = row.query.trim().split('\n', 1)[0] ?? ''
      }
      await delay(PAUSE_MS)
    }
  }

  const watching = watch()
  watching.catch(() => {})
  return {
    get longestMs() {
      return Math.round(longestMs)
    },
    get statement() {
      return statement
    },
    async stop() {
      isStopping = true
      await watching
      await client.end()
    },
  }
}
