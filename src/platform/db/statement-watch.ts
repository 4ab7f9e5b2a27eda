import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client, type ClientConfig, type PoolClient } from 'pg'
import { sqlStateOf } from './database-errors.ts'

const tickMs = 100
const patienceMs = 900
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
 * A server that hangs (stopped process, dead network) enforces no time-out of its own. So a statement that stays
 * unanswered for a while makes us knock with a fresh connection: when nobody opens, the connections that wait are
 * cut and their callers learn within two seconds; when somebody opens, the statement is merely slow and keeps its time.
 */
export function watchStatements(connection: ClientConfig, statementTimeoutMs: number): StatementWatch {
  const inFlight = new Set<Awaited>()
  let isProbing = false

  const tick = async () => {
    const now = performance.now()
    const silent = listSilent(inFlight, now)
    if (silent.length === 0 || isProbing) return
    isProbing = true
    try {
      const isAlive = await serverAnswers(connection)
      // After a stall of this very process the answers may lie unread: let them in before judging.
      await nextTurn()
      await nextTurn()
      for (const awaited of silent) {
        const isOverdue = now - awaited.sentAt > statementTimeoutMs + overdueGraceMs
        awaited.checkedAt = performance.now()
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
    // The set keeps the order of sending: behind the first young one all are young.
    if (now - awaited.sentAt <= patienceMs) break
    if (now - awaited.checkedAt > patienceMs) silent.push(awaited)
  }
  return silent
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
