import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { parseDatabaseUrl } from './database-url.ts'

/** A server that does not answer is not waited for longer than this before the next one is tried. */
const staggerMs = 250
const roundTripMs = 1_000

/** The servers of one DATABASE_URL, and which of them accepted writes last. */
export interface ServerList {
  /** Whether connections are checked: without several servers or a target, the only one is taken as it is. */
  readonly mustBeWritable: boolean
  /** The last server that accepted writes; before any did, the first one. */
  getCurrent(): ClientConfig
  /** The server that this connection leads to. */
  getServerOf(client: Client): ClientConfig
  /** Searches before the next connection: the current server failed, or accepts no writes. */
  doubt(): void
  readonly isInDoubt: boolean
  /** Connects to the first server that accepts writes, beginning with the current one, and makes it the current one. */
  connect(settings: ClientConfig): Promise<Client>
}

export function listServers(connection: ClientConfig): ServerList {
  const { connectionString, ...others } = connection
  const parsed = connectionString === undefined ? undefined : parseDatabaseUrl(connectionString)
  if (typeof parsed === 'string') throw new Error(`The address of the database ${parsed}`)
  const mustBeWritable = parsed?.mustBeWritable === true
  const first = { ...others, ...(parsed === undefined ? {} : { connectionString: parsed.urls[0] }) }
  const servers = [first, ...(parsed?.urls.slice(1) ?? []).map(url => ({ ...others, connectionString: url }))]
  const places = new Map(servers.map(server => [placeOf(new Client(server)), server]))
  let current: ClientConfig = first
  let isInDoubt = servers.length > 1

  return {
    mustBeWritable,
    getCurrent: () => current,
    getServerOf: client => places.get(placeOf(client)) ?? first,
    doubt() {
      isInDoubt = servers.length > 1
    },
    get isInDoubt() {
      return isInDoubt
    },
    async connect(settings) {
      const inOrder = [current, ...servers.filter(server => server !== current)]
      const { client, server } = await connectToFirst(inOrder, settings, mustBeWritable)
      current = server
      isInDoubt = false
      return client
    },
  }
}

const placeOf = ({ host, port }: Client): string => `${host} ${port}`

/** For a connection outside the pool. */
export function connectClient(connection: ClientConfig, settings: ClientConfig): Promise<Client> {
  return listServers(connection).connect(settings)
}

/** Rejects, within a deadline, unless this server accepts writes. */
export async function requireWritable(client: Client): Promise<void> {
  const timer = new AbortController()
  const late = delay(roundTripMs, undefined, { ref: false, signal: timer.signal }).then(
    () => Promise.reject(new Error('Connection terminated: the database does not answer')),
    () => undefined,
  )
  const asked = client.query<{ isReadOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
  )
  void asked.catch(() => {})
  try {
    const answer = await Promise.race([asked, late])
    if (answer?.rows[0]?.isReadOnly !== false) throw new Error('it is read-only')
  } catch (error) {
    // Ending a connection politely would wait for a server that hangs.
    client.connection.stream.destroy()
    throw error
  } finally {
    timer.abort()
  }
}

interface Found {
  readonly client: Client
  readonly server: ClientConfig
}

/** In order, but a silent server delays the others by a moment only, and may still turn out to be the one. */
async function connectToFirst(
  servers: readonly ClientConfig[],
  settings: ClientConfig,
  mustBeWritable: boolean,
): Promise<Found> {
  const attempts: Promise<Found>[] = []
  for (const server of servers) {
    attempts.push(connectTo(server, settings, mustBeWritable))
    if (attempts.length === servers.length) break
    const found = Promise.any(attempts).then(
      () => true,
      () => false,
    )
    if (await Promise.race([found, delay(staggerMs, false)])) break
  }
  try {
    const first = await Promise.any(attempts)
    for (const attempt of attempts)
      void attempt.then(
        ({ client }) => client !== first.client && end(client),
        () => {},
      )
    return first
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    if (servers.length === 1) throw reasons[0]
    const listed = reasons.map(reason => (reason instanceof Error ? reason.message : String(reason)))
    throw new Error(`none of the ${servers.length} servers accepts writes (${listed.join('; ')})`, {
      cause: error,
    })
  }
}

async function connectTo(
  server: ClientConfig,
  settings: ClientConfig,
  mustBeWritable: boolean,
): Promise<Found> {
  const client = new Client({ ...server, ...settings })
  // Without a listener, losing the connection would crash the program.
  client.on('error', () => {})
  try {
    await client.connect()
    if (mustBeWritable) await requireWritable(client)
    return { client, server }
  } catch (cause) {
    end(client)
    if (!mustBeWritable) throw cause
    const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
    throw new Error(`${client.host}:${client.port}: ${reason}`, { cause })
  }
}

function end(client: Client): void {
  void client.end().catch(() => {})
  client.connection.stream.destroy()
}
