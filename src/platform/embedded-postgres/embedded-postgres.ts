import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { StartError } from '../../kernel/faults.ts'
import {
  administratorRole,
  applicationRole,
  type ClusterPlan,
  checkClusterVersion,
  clusterExists,
  createCluster,
  locatePostgresBinaries,
} from './cluster.ts'
import {
  clearRemains,
  findPostmaster,
  type LaunchedPostmaster,
  launchPostmaster,
  stopPostmaster,
  waitUntilGone,
} from './postmaster.ts'
import { withProcessLock } from './process-lock.ts'
import { grantReach } from './server-account.ts'
import {
  getAccountOf,
  getPassword,
  makePrivateFolder,
  prepareFolders,
  type ServerFolders,
  socketPort,
  writePassword,
} from './server-folders.ts'

interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly log: (message: string) => void
  /** Server settings that differ from the durable defaults. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
  /** The program's own role and database. */
  readonly connection: ClientConfig
  /** The superuser, for what the program itself may not do: create and drop databases. */
  readonly administrator: ClientConfig
  stop(): Promise<void>
}

const lockTimeoutMs = 90_000
const readyTimeoutMs = 60_000
const pollDelayMs = 15
const revivalDelayMs = 250
const longestRevivalDelayMs = 4_000
const answerTimeoutMs = 2_000

/** Every program that uses the server keeps one connection with this name; the last one to leave stops the server. */
const holderName = 'crediario-holder'

interface Server extends ClusterPlan {
  readonly folders: ServerFolders
  readonly settings: Readonly<Record<string, string>>
  readonly connection: ClientConfig
  readonly log: (message: string) => void
}

/** Whether `dataDir` holds a database already: otherwise starting creates one. */
export function embeddedDatabaseExists(dataDir: string): boolean {
  return clusterExists(join(dataDir, 'postgres'))
}

/**
 * Runs a real PostgreSQL server on `<dataDir>/postgres`, reachable by unix socket only. A server that already runs on
 * that folder is shared; one that dies while a program uses it is restarted.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folders = await prepareFolders(options.dataDir)
  const { server, holder, administrator } = await withProcessLock(
    folders.lockFile,
    lockTimeoutMs,
    async () => {
      const prepared = await prepareServer(folders, options)
      const entered = await enterServer(prepared)
      return { server: prepared, holder: entered, administrator: await getAdministrator(prepared) }
    },
  )
  const stop = keepEntered(server, holder)
  return { connection: server.connection, administrator, stop }
}

async function prepareServer(folders: ServerFolders, options: EmbeddedPostgresOptions): Promise<Server> {
  const isNew = !clusterExists(folders.cluster)
  const binaries = await locatePostgresBinaries()
  const account = await getAccountOf(folders)
  await makePrivateFolder(folders.socket, account)
  const reach = await grantReach(account, [binaries.postgres, folders.socket])
  const password = await getPassword(folders, !isNew)
  const plan = { cluster: folders.cluster, binaries, account: reach, password }
  if (isNew) {
    options.log(`Creating the embedded database in ${folders.cluster}`)
    // Written first: a killed first start makes the cluster anew, with this password or the next one.
    const administratorPassword = await writePassword(folders.administratorPasswordFile)
    await createCluster({ ...plan, administratorPassword })
  } else {
    await checkClusterVersion(folders.cluster)
  }
  const connection = {
    host: folders.socket,
    port: socketPort,
    user: applicationRole,
    database: applicationRole,
    password,
  }
  return {
    ...plan,
    folders,
    connection,
    log: options.log,
    settings: { ...embeddedSettings, ...options.settings },
  }
}

/** Databases of earlier versions have one password for both roles: they get a second one here; the caller holds the lock. */
function getAdministrator({ folders, connection }: Server): Promise<ClientConfig> {
  const superuser = { ...connection, user: administratorRole, database: 'postgres' }
  return separateAdministrator(superuser, folders.administratorPasswordFile)
}

/** Connects to the running server or starts one; the caller holds the lock. */
async function enterServer(server: Server, isWanted: () => boolean = () => true): Promise<Client> {
  const { cluster, folders } = server
  const running = findPostmaster(cluster)
  if (running?.stopping && !(await waitUntilGone(cluster, readyTimeoutMs))) {
    throw new StartError(
      `The database server on ${cluster} (process ${running.pid}) hangs while it stops: end it.`,
    )
  }
  const launch = () => {
    clearRemains(folders)
    const settings = { ...server.settings, unix_socket_directories: folders.socket }
    return launchPostmaster(server.binaries.postgres, server.account, folders, settings)
  }
  const deadline = Date.now() + readyTimeoutMs
  let launched: LaunchedPostmaster | undefined
  for (;;) {
    if (launched === undefined && findPostmaster(cluster) === undefined) launched = launch()
    const holder = new Client({
      ...server.connection,
      application_name: holderName,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    })
    // Without a listener, losing the connection would crash the program.
    holder.on('error', () => {})
    try {
      await holder.connect()
      return holder
    } catch (cause) {
      await holder.end().catch(() => {})
      const exit = launched?.findExit()
      // Children of a killed server hold its shared memory for a moment; until they exit, a new server refuses to
      // start.
      if (exit !== undefined && /pre-existing shared memory|is still in use/.test(exit)) launched = undefined
      else if (exit !== undefined)
        throw new StartError(`The embedded database did not start: ${exit}`, { cause })
      if (Date.now() > deadline || !isWanted()) {
        const why = cause instanceof Error ? cause.message : String(cause)
        throw new StartError(
          `The embedded database was not ready within ${readyTimeoutMs / 1000} s (${why}): see ${folders.logFile}.`,
          { cause },
        )
      }
      await delay(pollDelayMs)
    }
  }
}

/** Watches the holder connection and restarts the server when it is lost; returns the function that leaves. */
function keepEntered(server: Server, first: Client): () => Promise<void> {
  let holder = first
  let leaving = false
  let revival: Promise<void> = Promise.resolve()

  const watch = () => {
    holder.once('end', () => {
      if (!leaving) revival = revive()
    })
  }
  const revive = async () => {
    server.log('The connection to the embedded database was lost; bringing it back')
    for (let delayMs = revivalDelayMs; !leaving; delayMs = Math.min(delayMs * 2, longestRevivalDelayMs)) {
      try {
        const enter = () => enterServer(server, () => !leaving)
        holder = await withProcessLock(server.folders.lockFile, lockTimeoutMs, enter)
        watch()
        return
      } catch (error) {
        if (leaving) return
        server.log(error instanceof Error ? error.message : String(error))
        await delay(delayMs)
      }
    }
  }
  watch()

  let left: Promise<void> | undefined
  const leave = async () => {
    leaving = true
    await revival
    await withProcessLock(server.folders.lockFile, lockTimeoutMs, () => leaveServer(server, holder))
  }
  return () => {
    left ??= leave()
    return left
  }
}

async function leaveServer(server: Server, holder: Client): Promise<void> {
  const others = await countOtherHolders(holder)
  await holder.end().catch(() => {})
  if (others === 0) await stopPostmaster(server.cluster)
}

/** A server that does not answer is of no use to other programs either: it counts as having no other holders. */
async function countOtherHolders(holder: Client): Promise<number> {
  try {
    const answer = await holder.query<{ others: number }>({
      text: `SELECT count(*)::int AS others FROM pg_stat_activity
             WHERE application_name = $1 AND pid <> pg_backend_pid()`,
      values: [holderName],
    })
    return answer.rows[0]?.others ?? 0
  } catch {
    return 0
  }
}

const passwordTimeoutMs = 10_000

/**
 * The superuser's connection, with its own password. A database of an earlier version has none: `shared` still signs in
 * with the program's, and gets one now. The draft of the file outlives a crash, so that a password once set is known.
 */
async function separateAdministrator(shared: ClientConfig, path: string): Promise<ClientConfig> {
  const kept = await readPassword(path)
  if (kept !== undefined) return { ...shared, password: kept }
  const draft = `${path}.new`
  const password = (await readPassword(draft)) ?? (await writePassword(draft))
  await setPassword(shared, password)
  await rename(draft, path)
  return { ...shared, password }
}

async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text === '' ? undefined : text
}

async function setPassword(shared: ClientConfig, password: string): Promise<void> {
  const client = new Client({
    ...shared,
    connectionTimeoutMillis: passwordTimeoutMs,
    query_timeout: passwordTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`ALTER ROLE ${client.escapeIdentifier(String(shared.user))} PASSWORD '${password}'`)
  } catch (error) {
    // It was set just before a crash: the program's password is wrong already.
    if (!(error instanceof Error && 'code' in error && error.code === '28P01')) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Settings of the embedded server, passed at each start so that they follow the program's version. */
const embeddedSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  // Acknowledged writes must survive a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // An embedded server has no replicas, so the WAL needs only what crash recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  wal_buffers: '16MB',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // Statements are short and use indexes: JIT and parallel workers cost more than they gain.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement errors quote values, which may be personal data; the program reports them itself, masked.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
