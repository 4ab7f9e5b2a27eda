import { setImmediate as nextLoopTick } from 'node:timers/promises'
import { Client, type ClientConfig, type PoolClient } from 'pg'
import { sqlStateOf } from './database-errors.ts'

const tickMs = 100
const silentAfterMs = 900
const probeTimeoutMs = 800
const overdueGraceMs = 1_000

interface Awaited {
  readonly client: PoolClient
  readonly sentAt: number
  checkedAt: number
}

export interface StatementWatch {
  enter(client: PoolClient): Awaited
  leave(awaited: Awaited): void
  stop(): void
}

/**
 * A server that hangs (stopped process, dead network) enforces no time-out. So when a statement stays unanswered for a
 * while, a probe opens a fresh connection. If that fails, the waiting connections are cut and their callers get an
 * error within two seconds; if it succeeds, the statement is merely slow and keeps its time-out.
 */
export function watchStatements(options: {
  /** How to reach the server of a connection. */
  readonly configOf: (client: Client) => ClientConfig
  readonly settings: ClientConfig
  readonly statementTimeoutMs: number
  /** Called when the server of waiting statements does not answer. */
  readonly onSilence: () => void
}): StatementWatch {
  const { configOf, settings, statementTimeoutMs, onSilence } = options
  const inFlight = new Set<Awaited>()
  let isProbing = false

  const tick = async () => {
    const now = performance.now()
    const silent = listSilent(inFlight, now)
    if (silent.length === 0 || isProbing) return
    isProbing = true
    try {
      const alive = await listAnswering(silent, configOf, settings)
      // After a stall of this process, answers may be waiting unread: let the event loop read them before deciding.
      await nextLoopTick()
      await nextLoopTick()
      for (const awaited of silent) {
        const isOverdue = now - awaited.sentAt > statementTimeoutMs + overdueGraceMs
        awaited.checkedAt = performance.now()
        const isAlive = alive.has(configOf(awaited.client))
        if (!isAlive) onSilence()
        if (inFlight.has(awaited) && (!isAlive || isOverdue)) cut(awaited.client)
      }
    } finally {
      isProbing = false
    }
  }
  const timer = setInterval(() => void tick(), tickMs)
  timer.unref()

  return {
    enter(client) {
      const now = performance.now()
      const awaited = { client, sentAt: now, checkedAt: now }
      inFlight.add(awaited)
      return awaited
    },
    leave(awaited) {
      inFlight.delete(awaited)
    },
    stop() {
      clearInterval(timer)
    },
  }
}

function listSilent(inFlight: Iterable<Awaited>, now: number): Awaited[] {
  const silent: Awaited[] = []
  for (const awaited of inFlight) {
    // The set is in the order of sending: after the first recent statement, all are recent.
    if (now - awaited.sentAt <= silentAfterMs) break
    if (now - awaited.checkedAt > silentAfterMs) silent.push(awaited)
  }
  return silent
}

/** After a change of the primary, statements may wait for two servers. */
async function listAnswering(
  silent: readonly Awaited[],
  configOf: (client: Client) => ClientConfig,
  settings: ClientConfig,
): Promise<Set<ClientConfig>> {
  const servers = [...new Set(silent.map(({ client }) => configOf(client)))]
  const answers = await Promise.all(servers.map(server => serverAnswers({ ...server, ...settings })))
  return new Set(servers.filter((_, index) => answers[index]))
}

async function serverAnswers(connection: ClientConfig): Promise<boolean> {
  const probe = new Client({ ...connection, pipeline: false, connectionTimeoutMillis: probeTimeoutMs })
  probe.on('error', () => {})
  try {
    await probe.connect()
    probe.connection.stream.destroy()
    return true
  } catch (error) {
    // "Too many connections" is an answer too.
    return sqlStateOf(error) !== undefined
  }
}

export function cut(client: Client): void {
  client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'))
}
