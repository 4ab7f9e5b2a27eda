import { Client, type ClientConfig } from 'pg'
import { sqlStateOf } from './database-errors.ts'

const probeTimeoutMs = 800

/** What a fresh connection learns about a server that answers. */
export interface ServerState {
  /** The sessions of this role whose commit waits for a synchronous standby. */
  readonly waitingSessions: ReadonlySet<number>
}

/** Undefined when the server does not answer. `listsWaits` costs a statement. */
export async function probeServer(
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
export function sessionOf(client: Client): number | undefined {
  const { processID } = client as Client & { readonly processID?: number | null }
  return processID ?? undefined
}
