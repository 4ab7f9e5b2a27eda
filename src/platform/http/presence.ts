import { randomInt } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { listServers } from '../db/database-servers.ts'

/*
 * Shows other processes that this one is alive: it holds an advisory lock on its own connection, which PostgreSQL
 * releases the moment the process dies, however it dies. Whatever a dead process had claimed is then free at once.
 */
export interface Presence {
  /** Number of the lock, undefined while it is not held. */
  readonly owner: number | undefined
  close(): Promise<void>
}

/** First half of the lock's name; the second half is the owner. */
export const PRESENCE_LOCK_CLASS = 0x4372_6564
const RECONNECT_MS = 1_000
const TIMEOUT_MS = 1_500

export async function openPresence(options: {
  connection: ClientConfig
  onError: (error: Error) => void
}): Promise<Presence> {
  const owner = randomInt(1, 2 ** 31 - 1)
  const servers = listServers(options.connection)
  let client: Client | undefined
  let isHeld = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let holding: Promise<void> | undefined

  function holdLater(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      holding = hold()
    }, RECONNECT_MS).unref()
  }

  function lose(lost: Client): void {
    if (client !== lost) return
    client = undefined
    isHeld = false
    void lost.end().catch(() => {})
    holdLater()
  }

  async function hold(): Promise<void> {
    try {
      const next = await servers.connect({
        application_name: 'crediario presence',
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
        keepAlive: true,
      })
      client = next
      next.on('error', error => {
        options.onError(error)
        lose(next)
      })
      next.on('end', () => lose(next))
      await lock(next)
    } catch (error) {
      if (error instanceof Error) options.onError(error)
      if (client === undefined) holdLater()
      else lose(client)
    }
  }

  async function lock(next: Client): Promise<void> {
    const { rows } = await next.query('SELECT pg_try_advisory_lock($1, $2) AS "isHeld"', [
      PRESENCE_LOCK_CLASS,
      owner,
    ])
    // Not held: a broken connection of ours still exists on the server and holds the lock until it is gone.
    isHeld = client === next && !isClosed && rows[0]?.isHeld === true
    if (!isHeld) lose(next)
  }

  holding = hold()
  await holding
  return {
    get owner() {
      return isHeld ? owner : undefined
    },
    async close() {
      isClosed = true
      isHeld = false
      clearTimeout(timer)
      // Every step of it has a deadline.
      await holding
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
