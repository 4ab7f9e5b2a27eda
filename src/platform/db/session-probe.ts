import type { Client, ClientConfig } from 'pg'
import { StartError } from '../../kernel/faults.ts'
import { connectClient, listServers } from './database-servers.ts'
import { isTimeout, type SettingsOrigin, sentSettings, sessionSettings } from './session-settings.ts'

const settings = { application_name: 'crediario probe', connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
const secondMs = 1_500
const rounds = 3

/**
 * Refuses a pooler that gives one session to several clients, as PgBouncer does in transaction mode: named statements,
 * and the locks that show that a process is alive, would then belong to other clients. Two of our connections never
 * share a session otherwise, and keep theirs.
 */
export async function requireOwnSessions(connection: ClientConfig): Promise<void> {
  const { client, origin } = await connect(connection)
  await withEnd(client, () => refuseShared(client, connection, origin))
}

/** How the program's settings reach its sessions; refuses when they do not. */
export async function probeSessions(connection: ClientConfig): Promise<SettingsOrigin> {
  const { client, origin } = await connect(connection)
  return withEnd(client, async () => {
    await refuseShared(client, connection, origin)
    const missing = await listMissingSettings(client, connection)
    if (missing.length > 0)
      throw new StartError(
        `The pooler in front of the database does not pass on ${missing.join(', ')}: run the SQL of ` +
          '`npm run crediario -- database roles` as a superuser, give its role crediario_app a password, connect as ' +
          'that role in DATABASE_URL, and let the pooler reconnect.',
      )
    return origin
  })
}

async function connect(connection: ClientConfig): Promise<{ client: Client; origin: SettingsOrigin }> {
  const servers = listServers(connection)
  try {
    return { client: await servers.connect({ ...sentSettings, ...settings }), origin: 'sent' }
  } catch (error) {
    if (!refusesParameters(error)) throw unreachable(error)
  }
  try {
    return { client: await servers.connect(settings), origin: 'of-role' }
  } catch (error) {
    throw unreachable(error)
  }
}

async function refuseShared(client: Client, connection: ClientConfig, origin: SettingsOrigin): Promise<void> {
  const sent = origin === 'sent' ? sentSettings : {}
  const second = await connectClient(connection, {
    ...sent,
    ...settings,
    connectionTimeoutMillis: secondMs,
  }).catch(() => undefined)
  // Without a second connection there is no evidence; a pool of one connection fails by itself.
  if (second === undefined) return
  await withEnd(second, async () => {
    const seen = new Map<Client, number>()
    for (let round = 0; round < rounds; round++)
      for (const each of [client, second]) {
        const session = await readSession(each)
        const isShared = [...seen].some(([owner, known]) => (owner === each) !== (known === session))
        if (isShared) throw new StartError(sharedSentence)
        seen.set(each, session)
      }
  })
}

const sharedSentence =
  'The pooler in front of the database gives one session to several clients (transaction or statement mode), and the ' +
  'program needs its own: set pool_mode = session for this database, or let DATABASE_URL name the server itself.'

async function readSession(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

async function listMissingSettings(
  client: Client,
  { connectionString = '' }: ClientConfig,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [Object.keys(sessionSettings)],
  )
  const inForce = new Map(rows.map(({ name, value }) => [name, value]))
  // Options in the address are the operator's choice: they replace ours, or set another time-out, but not none.
  const hasOwnOptions = /[?&]options=/.test(connectionString)
  return Object.entries(sessionSettings)
    .filter(([name, value]) =>
      isTimeout(name) ? inForce.get(name) === '0' : !hasOwnOptions && inForce.get(name) !== value,
    )
    .map(([name]) => name)
}

/** PgBouncer: "unsupported startup parameter: options". With several servers, the reason is inside. */
function refusesParameters(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}

function unreachable(cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(`The database cannot be reached: ${reason}`, { cause })
}

async function withEnd<T>(client: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
