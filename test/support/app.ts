import './shared-schemas.ts'
import type { AddressInfo } from 'node:net'
import type { ClientConfig } from 'pg'
import { type App, createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { buildServer } from '../../src/app/server.ts'
import type { Bureau } from '../../src/domains/credit/bureau.ts'
import type { PixApi } from '../../src/domains/pix/pix-api.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { Keyring } from '../../src/platform/deployment/keyring.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { seedDemonstration } from '../../src/sandbox/seed-demonstration.ts'
import { askUntilConnected, openTestDatabase, type TestDatabase } from './database.ts'

export const DEMO_KEY = 'sk_homolog_demo_0000000000000000000000000000'
export const PLAIN_KEY = 'sk_homolog_plain_000000000000000000000000000'
export const PUBLISHABLE_KEY = 'pk_homolog_demo_0000000000000000000000000000'
export const DEMO_RETAILER = '000000000000000000000001'
export const PLAIN_RETAILER = '000000000000000000000002'

/** A clock that stands still until it is moved, so that due dates and time windows are the same in every run. */
export class TestClock implements Clock {
  #nowMs = Date.parse('2026-03-10T15:00:00.000Z')

  now(): Date {
    return new Date(this.#nowMs)
  }

  advance(by: { days?: number; hours?: number; minutes?: number; ms?: number }): void {
    const { days = 0, hours = 0, minutes = 0, ms = 0 } = by
    this.#nowMs += ((days * 24 + hours) * 60 + minutes) * 60_000 + ms
  }
}

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export interface TestApp {
  readonly url: string
  readonly port: number
  readonly clock: TestClock
  readonly database: Database
  readonly services: App
  readonly testDatabase: TestDatabase
  /** A string is sent unchanged, anything else as JSON. */
  post<Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
  /** Every line logged so far. */
  logged(): string
  stop(): Promise<void>
}

export interface TestAppOptions {
  /** Another server: this one shares its database and clock, over separate connections. */
  readonly sharing?: TestApp | undefined
  /** An existing database, closed together with this server. */
  readonly testDatabase?: TestDatabase
  /** Connection settings for this server's pool, if not those of its database. */
  readonly connection?: ClientConfig
  /** Replaces the database of this server, for one that fails. */
  readonly change?: (database: Database) => Database
  readonly bureau?: Bureau
  /** None when absent: a PSP of its own for every test would cost more than most tests. `sandbox`: as `npm start`. */
  readonly pixApi?: PixApi | 'sandbox'
  /** When absent, ENCRYPTION_KEY is the root key. */
  readonly keyring?: Keyring
  /** The machine's clock, which is compared with the database's; the test's own clock stands still. */
  readonly machineClock?: Clock
  readonly env?: Readonly<Record<string, string>>
  readonly withoutSeed?: true
  /** Any free port when absent; some addresses must be known before the start. */
  readonly port?: number
}

/** Limits so high that tests of other things never meet them. */
const ROOMY = {
  RATE_LIMIT_PER_SECOND: '1000000',
  UNKNOWN_KEY_LIMIT_PER_MINUTE: '1000000',
  STOREFRONT_RATE_LIMIT_PER_SECOND: '1000000',
  STOREFRONT_ADDRESS_LIMIT_PER_MINUTE: '1000000',
  REQUESTS_AT_ONCE: '1000000',
}

/** The whole service on loopback, with its own database and the demonstration retailers. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = options.sharing?.testDatabase ?? options.testDatabase ?? (await openTestDatabase())
  const clock = options.sharing?.clock ?? new TestClock()
  const own =
    options.sharing === undefined ? undefined : openPool(options.connection ?? testDatabase.connection)
  const lines: string[] = []
  const config = parseConfig({ ...ROOMY, ...options.env })
  const log = createLog({ level: 'trace', destination: { write: line => void lines.push(line) } })
  const services = createApp({
    config,
    database: (options.change ?? (database => database))(own ?? testDatabase.database),
    log,
    clock,
    ...(options.bureau === undefined ? {} : { bureau: options.bureau }),
    ...(options.pixApi === 'sandbox' ? {} : { pixApi: options.pixApi ?? 'none' }),
    ...(options.keyring === undefined ? {} : { keyring: options.keyring }),
    ...(options.machineClock === undefined ? {} : { machineClock: options.machineClock }),
  })
  const app = await buildServer({
    config,
    services,
    connection: testDatabase.connection,
    log,
  })
  if (options.sharing === undefined && !options.withoutSeed) {
    await askUntilConnected(() => seedDemonstration(services))
  }
  await app.server.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const { port } = app.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    clock,
    testDatabase,
    database: testDatabase.database,
    services,
    post: (path, body, headers) => post(url + path, body, headers),
    logged: () => lines.join(''),
    async stop() {
      await app.stop()
      await services.close()
      await (own ?? testDatabase).close()
    },
  }
}

async function post<Body>(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return readAnswer<Body>(response)
}

export async function readAnswer<Body = Record<string, unknown>>(response: Response): Promise<Answer<Body>> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body }
}

function openPool(connection: ClientConfig): Database {
  return openDatabase({ connection, poolSize: 10, applicationName: 'crediario-second', onError: () => {} })
}

/** One-off SQL of a test. */
export function query<Row>(app: TestApp, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.run<Row>({ name: '', text }, values)
}
