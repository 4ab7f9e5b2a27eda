import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { classifyError, DatabaseUnavailable } from '../../../src/platform/db/database-errors.ts'
import { ALWAYS_TRUE } from './always-true.ts'

export interface SnapshotWatch {
  readonly snapshotCount: number
  readonly violations: readonly string[]
  /** One more snapshot, and no more after it. */
  stop(): Promise<void>
}

const PAUSE_MS = 60
/** The pause between snapshots, so that watching does not become load itself. */
const PAUSE_SHARE = 3
const SHOWN_ROWS = 5

/** Takes snapshots of the database all the time over its own connection, and reconnects when it is lost. */
export function watchSnapshots(connection: ClientConfig): SnapshotWatch {
  const violations: string[] = []
  let snapshotCount = 0
  let isStopping = false

  async function watch(client: Client): Promise<void> {
    for (;;) {
      const isLast = isStopping
      const startedAt = performance.now()
      violations.push(...(await listViolations(client)))
      snapshotCount += 1
      if (isLast || violations.length > 0) return
      await delay(PAUSE_MS + PAUSE_SHARE * (performance.now() - startedAt))
    }
  }

  async function keepWatching(): Promise<void> {
    for (;;) {
      const client = new Client(connection)
      client.on('error', () => {})
      try {
        await client.connect()
        return await watch(client)
      } catch (error) {
        if (!isConnectionLoss(error)) throw error
        await delay(PAUSE_MS)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  const watching = keepWatching()
  watching.catch(() => {})
  return {
    get snapshotCount() {
      return snapshotCount
    },
    violations,
    async stop() {
      isStopping = true
      await watching
    },
  }
}

async function listViolations(client: Client): Promise<string[]> {
  const found: string[] = []
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  for (const [sentence, text] of Object.entries(ALWAYS_TRUE)) {
    const { rows } = await client.query(text)
    if (rows.length > 0)
      found.push(`not so: ${sentence} (${rows.length}: ${JSON.stringify(rows.slice(0, SHOWN_ROWS))})`)
  }
  await client.query('COMMIT')
  return found
}

/** A wrong statement must not be mistaken for an unavailable server. */
function isConnectionLoss(error: unknown): boolean {
  return classifyError(error) instanceof DatabaseUnavailable
}
