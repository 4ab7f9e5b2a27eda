import { setImmediate as nextLoopTick } from 'node:timers/promises'
import { Client, type ClientConfig, type PoolClient } from 'pg'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import { sqlStateOf } from './database-errors.ts'

const tickMs = 100
const silentAfterMs = 900
const overdueGraceMs = 1_000
const diskFull = '53100'
const STATEMENT = { 'db.system.name': 'postgresql' } as const

interface Awaited {
  readonly client: PoolClient
  readonly sentAt: number
  readonly onOverdue: (() => void) | undefined
  checkedAt: number
  readonly span: Span | undefined
}

export interface StatementWatch {
  /**
   * The name is that of the statement. `onOverdue` is called instead of cutting the connection while the server says that
   * its commit waits for a synchronous standby.
   */
  enter(client: PoolClient, name: string, onOverdue?: () => void): Awaited
  leave(awaited: Awaited, error: Error | null): void
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
  /** Called when the server had no room for a write. */
  readonly onDiskFull: () => void
  readonly tracing?: Tracing | undefined
}): StatementWatch {
  const { configOf, settings, statementTimeoutMs, onSilence, onDiskFull, tracing } = options
  const inFlight = new Set<Awaited>()
  let isProbing = false

  const tick = async () => {
    const now = performance.now()
    const silent = listSilent(inFlight, now)
    if (silent.length === 0 || isProbing) return
    isProbing = true
    try {
      const isOverdue = ({ sentAt }: Awaited) => now - sentAt > statementTimeoutMs + overdueGraceMs
      const listsWaits = silent.some(awaited => awaited.onOverdue !== undefined && isOverdue(awaited))
      const states = await askServers(silent, configOf, server =>
        probeServer({ ...server, ...settings }, { listsWaits }),
      )
      // After a stall of this process, answers may be waiting unread: let the event loop read them before deciding.
      await nextLoopTick()
      await nextLoopTick()
      for (const awaited of silent) {
        awaited.checkedAt = performance.now()
        const state = states.get(configOf(awaited.client))
        if (state === undefined) onSilence()
        if (!inFlight.has(awaited) || (state !== undefined && !isOverdue(awaited))) continue
        const isWaiting = state?.waitingSessions.has(sessionOf(awaited.client) ?? 0)
        if (isWaiting && awaited.onOverdue !== undefined) awaited.onOverdue()
        else cut(awaited.client)
      }
    } finally {
      isProbing = false
    }
  }
  const timer = setInterval(() => void tick(), tickMs)
  timer.unref()

  return {
    enter(client, name, onOverdue) {
      const now = performance.now()
      const span = tracing?.startChild({ name, kind: 'client', attributes: STATEMENT })
      const awaited = { client, sentAt: now, checkedAt: now, onOverdue, span }
      inFlight.add(awaited)
      return awaited
    },
    leave(awaited, error) {
      inFlight.delete(awaited)
      if (error !== null && sqlStateOf(error) === diskFull) onDiskFull()
      awaited.span?.end(error === null ? {} : { error: sqlStateOf(error) ?? 'connection' })
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
async function askServers(
  silent: readonly Awaited[],
  configOf: (client: Client) => ClientConfig,
  probe: (server: ClientConfig) => Promise<ServerState | undefined>,
): Promise<ReadonlyMap<ClientConfig, ServerState | undefined>> {
  const servers = [...new Set(silent.map(({ client }) => configOf(client)))]
  const states = await Promise.all(servers.map(probe))
  return new Map(servers.map((server, index) => [server, states[index]]))
}

export function cut(client: Client): void {
  client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'))
}

const probeTimeoutMs = 800

/** What a fresh connection learns about a server that answers. */
interface ServerState {
  /** The sessions of this role whose commit waits for a synchronous standby. */
  readonly waitingSessions: ReadonlySet<number>
}

/** Undefined when the server does not answer. `listsWaits` costs a statement. */
async function probeServer(
  connection: ClientConfig,
  { listsWaits }: { readonly listsWaits: boolean },
): Promise<ServerState | undefined> {
  const probe = new Client({
    ...connection,
    pipeline: false,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
  } catch (error) {
    // "Too many connections" is an answer too.
    return sqlStateOf(error) === undefined ? undefined : { waitingSessions: new Set() }
  }
  try {
    return { waitingSessions: listsWaits ? await listWaits(probe) : new Set() }
  } finally {
    probe.connection.stream.destroy()
  }
}

async function listWaits(probe: Client): Promise<ReadonlySet<number>> {
  const text = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user`
  const { rows } = await probe.query<{ pid: number }>(text).catch(() => ({ rows: [] }))
  return new Set(rows.map(({ pid }) => pid))
}

/** The number under which the server lists a connection; a pooler in between names another. */
function sessionOf(client: Client): number | undefined {
  const { processID } = client as Client & { readonly processID?: number | null }
  return processID ?? undefined
}
