import { setTimeout as delay } from 'node:timers/promises'
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryResultRow,
  types,
} from 'pg'
import type { Tracing } from '../telemetry/tracing.ts'
import { DatabaseUnavailable, isRetryable, leavesConnectionUsable, pointToSender } from './database-errors.ts'
import { listServers, requireWritable, type ServerList } from './database-servers.ts'
import { type SettingsOrigin, sentSettings, statementTimeoutMs } from './session-settings.ts'
import { cut, watchStatements } from './statement-watch.ts'
import { openBatch, sendCommitting, watchCanceledWaits } from './transaction-batch.ts'

export { DatabaseUnavailable } from './database-errors.ts'

/** One SQL text under one name: parsed and planned once on each connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Queryable {
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}

/** Statements issued without awaiting are pipelined and run in order. */
export interface Transaction extends Queryable {
  readonly kind: 'transaction'
  /**
   * Sends a statement, in order with the others, whose rows are not needed. Its failure fails the transaction, at the
   * latest at commit.
   */
  send(statement: Statement, values: readonly unknown[]): void
}

export interface Database extends Queryable {
  /** The work may run up to three times: a serialization failure or a deadlock is retried. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  ping(): Promise<void>
  readPool(): PoolUse
  /** Whether the server had no room for a write within the last seconds. */
  readonly isDiskFull: boolean
  close(): Promise<void>
}

/** Connections of this process. */
interface PoolUse {
  readonly busy: number
  readonly idle: number
  /** Callers that wait for one. */
  readonly waiting: number
}

interface DatabaseOptions {
  readonly connection: ClientConfig
  readonly poolSize: number
  readonly applicationName: string
  /** How connections get the settings that the program relies on; sent by default. */
  readonly settingsOrigin?: SettingsOrigin
  readonly tracing?: Tracing | undefined
  /** Called when an idle connection breaks. */
  readonly onError: (error: Error) => void
}

const connectionTimeoutMs = 1_500
const idleTimeoutMs = 30_000
const closeTimeoutMs = 2_000
const maxAttempts = 3
const retryDelayMs = 10
/** How long a full disk is assumed after the last write that found no room: only a write can show that there is room again. */
const diskFullMs = 5_000

const pingStatement: Statement = { name: 'ping', text: 'SELECT 1' }

export function openDatabase(options: DatabaseOptions): Database {
  const sent = options.settingsOrigin === 'of-role' ? {} : sentSettings
  const servers = listServers({ ...sent, ...options.connection })
  const settings = chooseSettings(options)
  const pool = openPool(servers, settings, options)
  let fullAt = Number.NEGATIVE_INFINITY
  const watch = watchStatements({
    configOf: servers.getServerOf,
    settings,
    statementTimeoutMs,
    onSilence: servers.doubt,
    onDiskFull: () => {
      fullAt = performance.now()
    },
    tracing: options.tracing,
  })

  async function lend(): Promise<PoolClient> {
    try {
      return await (servers.mustBeWritable ? lendWritable(pool, servers, settings) : pool.connect())
    } catch (cause) {
      // Any reason counts, a refused password included: without a connection there is no service.
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new DatabaseUnavailable(`No database connection: ${reason}`, { cause })
    }
  }

  async function run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = await lend()
    try {
      const { name, text } = statement
      const query = { name, text, values: values as unknown[] }
      const result = await sendCommitting<QueryResultRow>(client, watch, query)
      client.release()
      return result.rows as Row[]
    } catch (error) {
      if (!keepsConnection(error)) client.release(!leavesConnectionUsable(error))
      throw pointToSender(error)
    }
  }

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await lend()
    const batch = openBatch(client, watch)
    try {
      const result = await work(batch.transaction)
      await batch.commit()
      client.release()
      return result
    } catch (error) {
      if (keepsConnection(error)) throw error
      const isIdle = await batch.rollback()
      const failure = batch.findFailure()
      client.release(!isIdle || (failure !== undefined && !leavesConnectionUsable(failure)))
      // The work may have wrapped the collision in another error; it is run again all the same.
      throw isRetryable(failure) ? failure : error
    }
  }

  return {
    run,
    async transaction(work) {
      for (let count = 1; ; count += 1) {
        try {
          return await attempt(work)
        } catch (error) {
          if (!isRetryable(error)) throw error
          if (count === maxAttempts) {
            throw new DatabaseUnavailable('The transaction kept colliding with others', { cause: error })
          }
          // An immediate retry would overtake the winner, which is only about to wake, and collide again.
          await delay(count * (retryDelayMs + Math.random() * retryDelayMs))
        }
      }
    },
    async ping() {
      await run(pingStatement, [])
    },
    readPool: () => pool.read(),
    get isDiskFull() {
      return performance.now() - fullAt < diskFullMs
    },
    async close() {
      await pool.close()
      watch.stop()
    },
  }
}

function chooseSettings({ applicationName }: DatabaseOptions): ClientConfig {
  return {
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: valueParsers,
  }
}

/** Until one server accepts writes, or the time for connecting is over. */
async function lendWritable(
  pool: OpenPool,
  servers: ServerList,
  settings: ClientConfig,
): Promise<PoolClient> {
  const deadline = performance.now() + connectionTimeoutMs
  for (;;) {
    try {
      if (servers.isInDoubt) await findPrimary(servers, settings)
      const client = await pool.connect()
      if (servers.getServerOf(client) === servers.getCurrent()) return client
      // A connection to a former primary, which may hang or be read-only.
      client.release(true)
    } catch (error) {
      if (isPoolExhausted(error)) throw error
      servers.doubt()
      if (performance.now() > deadline) throw error
      await delay(retryDelayMs)
    }
  }
}

const searches = new WeakMap<ServerList, Promise<void>>()

/** One search at a time, however many requests wait for it. */
function findPrimary(servers: ServerList, settings: ClientConfig): Promise<void> {
  const running = searches.get(servers)
  if (running !== undefined) return running
  const search = servers
    .connect({ ...settings, pipeline: false })
    .then(client => void client.end().catch(() => {}))
    .finally(() => searches.delete(servers))
  searches.set(servers, search)
  return search
}

const keepsConnection = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.keepsConnection

/** All connections are in use: this says nothing about the server. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && /^(timeout exceeded|Cannot use a pool after)/.test(error.message)
}

interface OpenPool {
  read(): PoolUse
  connect(): Promise<PoolClient>
  close(): Promise<void>
}

function openPool(
  servers: ServerList,
  settings: ClientConfig,
  options: Pick<DatabaseOptions, 'poolSize' | 'onError'>,
): OpenPool {
  class ServerClient extends Client {
    constructor() {
      super({ ...servers.getCurrent(), ...settings })
      nameInCamelCase(this)
    }
  }
  const pool = new Pool({
    Client: ServerClient,
    connectionTimeoutMillis: connectionTimeoutMs,
    max: options.poolSize,
    idleTimeoutMillis: idleTimeoutMs,
    ...(servers.mustBeWritable ? { onConnect: client => requireWritable(client as Client) } : {}),
  })
  pool.on('error', options.onError)
  const connected = new Set<PoolClient>()
  pool.on('connect', client => {
    connected.add(client)
    // The pool does not listen for errors on a checked-out connection, and its loss would crash the program; the
    // statement in flight is rejected all the same.
    client.on('error', () => {})
    watchCanceledWaits(client)
    client.once('end', () => connected.delete(client))
  })
  return {
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    connect: () => pool.connect(),
    async close() {
      const ended = [...connected].map(client => new Promise<void>(done => client.once('end', done)))
      const timer = new AbortController()
      const late = delay(closeTimeoutMs, undefined, { ref: false, signal: timer.signal }).catch(() => {})
      await Promise.race([Promise.all([pool.end(), ...ended]), late])
      timer.abort()
      for (const client of connected) cut(client)
    },
  }
}

const camelCaseNames = new Map<string, string>()

function toCamelCase(column: string): string {
  const known = camelCaseNames.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelCaseNames.set(column, name)
  return name
}

/**
 * `transaction_id` is `transactionId` in every row, so that no statement has to say so. The names change before the
 * client reads them; an alias in quotes stays as it is.
 */
function nameInCamelCase(client: Client): void {
  client.connection.on('rowDescription', ({ fields }: { readonly fields: readonly { name: string }[] }) => {
    for (const field of fields) field.name = toCamelCase(field.name)
  })
}

/** Stores the answer about an outcome in the transaction of its effects: both are committed, or neither. */
export type Remember<Outcome> = (tx: Transaction, outcome: Outcome) => Promise<void>

const dateArray = 1182
const int8Array = 1016

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The database holds ${text}, which is beyond the safe integers`)
}

function parseList<T>(parseItem: (text: string) => T): (text: string) => (T | null)[] {
  const parseTexts = types.getTypeParser(1009 as never) as (text: string) => (string | null)[]
  return text => parseTexts(text).map(item => (item === null ? null : parseItem(item)))
}

/**
 * Integers are parsed to numbers, and throw when they would lose digits. A date stays text: a Date object would turn a
 * calendar day into an instant in the process's time zone.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.DATE, text => text],
  [int8Array, parseList(parseSafeInteger)],
  [dateArray, parseList(text => text)],
])

const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format as 'text'),
}
