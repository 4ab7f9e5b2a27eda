import { parseIdTime } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { insertRequests, type RequestRow } from './request-store.ts'

/** Notes what keys ask for. No request waits for it: rows are written together, about once a second. */
export interface RequestRecorder {
  note(request: RequestRow): void
  /** Writes what is left. */
  stop(): Promise<void>
}

interface RecorderOptions {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  /** Called for each request that the log will miss. */
  readonly onLost?: (reason: 'budget' | 'backlog' | 'database') => void
  readonly flushMs?: number
  readonly perMinute?: number
  readonly mostWaiting?: number
}

const FLUSH_MS = 1_000
/** Of one key, in one process: a busy shop fills some 12 million rows in a week at most. Refusals have as many for themselves. */
const PER_MINUTE = 1_200
/** While the database is slow, the log has gaps rather than taking the memory of requests. */
const MOST_WAITING = 5_000
const AT_ONCE = 1_000
const MINUTE_MS = 60_000
const REFUSED_FROM = 400

export function createRequestRecorder(options: RecorderOptions): RequestRecorder {
  const { database, log, onLost = () => {} } = options
  const { flushMs = FLUSH_MS, perMinute = PER_MINUTE, mostWaiting = MOST_WAITING } = options
  let waiting: RequestRow[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let counts = new Map<string, number>()
  let minute = Number.NaN

  /** So many of each key and kind in a minute; the others are only counted. */
  function isWithinBudget(name: string): boolean {
    const now = Math.floor(performance.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= perMinute
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      try {
        await insertRequests(
          database,
          batch.map(row => ({ ...row, usedAt: parseIdTime(row.trackId) })),
        )
      } catch (error) {
        for (const _ of batch) onLost('database')
        log.warn({ err: error }, 'requests could not be written into the log that retailers read')
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    note(request) {
      const name = request.status < REFUSED_FROM ? request.keyId : `${request.keyId} refused`
      if (!isWithinBudget(name)) return onLost('budget')
      if (waiting.length >= mostWaiting) return onLost('backlog')
      waiting.push(request)
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    async stop() {
      await flush()
      // What was noted while that was written.
      await flush()
    },
  }
}
