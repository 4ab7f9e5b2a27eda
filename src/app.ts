import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from 'pg'
import { addBilletRoutes } from './api/customer/billet/route.ts'
import { addOptionsRoute } from './api/public/options/route.ts'
import { addPreApproveRoute } from './api/public/pre-approve/route.ts'
import { addReferenceRoutes } from './api/reference/route.ts'
import { brazilianFormats } from './brazil/request-formats.ts'
import type { Config } from './config.ts'
import type { CreditFlowContext } from './flows/credit-assessment.ts'
import { createCreditRecords } from './flows/credit-record.ts'
import { findBilletSheet } from './flows/find-billet-sheet.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { textFormats } from './kernel/text-formats.ts'
import { createSandboxBank, type SandboxBank } from './modules/billets/index.ts'
import { type Bureau, createCredit, createHttpBureau, createSandboxBureau } from './modules/credit/index.ts'
import { computeImbalance } from './modules/ledger/index.ts'
import { createRetailers } from './modules/retailers/index.ts'
import { open, seal } from './platform/crypto/sealed-box.ts'
import { deriveSecrets, type Secrets } from './platform/crypto/secrets.ts'
import type { Database } from './platform/db/database.ts'
import { schemaIsCurrent } from './platform/db/migrate.ts'
import { addHealthRoutes } from './platform/http/health.ts'
import type { RequestCrypto } from './platform/http/idempotency-store.ts'
import { openPresence } from './platform/http/presence.ts'
import { createServer } from './platform/http/server.ts'
import { stopServer } from './platform/http/stop-server.ts'
import type { Log } from './platform/telemetry/log.ts'
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts'
import { startHousekeeping } from './worker/housekeeping.ts'

/** Everything that the interface, the worker and the command line are made of. */
export interface Services extends CreditFlowContext {
  readonly database: Database
  readonly secrets: Secrets
  /** Of homologation only; real banks are reached by files. */
  readonly sandboxBank: SandboxBank | undefined
}

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  /** For the one connection that shows this process to be alive. */
  readonly connection: ClientConfig
  readonly log: Log
  readonly clock?: Clock
  /** Instead of the one that the configuration names. */
  readonly bureau?: Bureau
}

export interface App {
  readonly server: FastifyInstance
  readonly services: Services
  stop(): Promise<void>
}

/** In-flight requests have this long; the rest of the ten seconds is for closing what lies below. */
const STOP_REQUESTS_MS = 8_000

const IMBALANCE_READ_MS = 30_000

export function createServices(options: Omit<AppOptions, 'log' | 'connection'>): Services {
  const { config, database, clock = systemClock } = options
  const secrets = deriveSecrets(config.encryptionKey)
  const retailers = createRetailers({
    database,
    secrets,
    environment: config.environment,
    clock,
    defaultRateLimitPerSecond: config.rateLimitPerSecond,
  })
  const credit = createCredit({
    database,
    secrets,
    clock,
    bureau: options.bureau ?? createBureau(config, clock),
    hasPersonas: config.environment === 'homologation',
  })
  return {
    database,
    secrets,
    clock,
    retailers,
    credit,
    writeRecord: createCreditRecords(database, credit),
    sandboxBank: config.environment === 'homologation' ? createSandboxBank({ clock }) : undefined,
  }
}

export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database, log } = options
  const services = createServices(options)
  const metrics = createMetrics()
  addLedgerGauge(metrics, database)
  const onError = (error: Error): void => log.warn({ err: error }, 'presence connection lost')
  const presence = await openPresence({ connection: options.connection, onError })
  const server = createServer({
    database,
    presence,
    crypto: createRequestCrypto(services.secrets),
    log,
    metrics,
    formats: { ...brazilianFormats, ...textFormats },
    findCaller: services.retailers.findKeyHolder,
    unknownKeyLimitPerMinute: config.unknownKeyLimitPerMinute,
    trustedProxies: config.trustedProxies,
  })
  addHealthRoutes(server, { checkReady: () => checkReady(database), metrics })
  if (config.role !== 'worker') {
    await addReferenceRoutes(server)
    addPreApproveRoute(server, services)
    addOptionsRoute(server, services)
    addBilletRoutes(server, {
      clock: services.clock,
      findBilletSheet: token => findBilletSheet(services, token),
    })
  }
  const housekeeping = config.role === 'api' ? undefined : startHousekeeping({ ...services, log })
  await server.ready()
  return {
    server,
    services,
    async stop() {
      await housekeeping?.stop()
      await stopServer(server, STOP_REQUESTS_MS)
      await presence.close()
    },
  }
}

/** A sum over all books is too dear for every scrape, and a database that is away must not hide the other metrics. */
function addLedgerGauge(metrics: Metrics, database: Database): void {
  let known = { imbalance: Number.NaN, readAtMs: Number.NEGATIVE_INFINITY }
  const help = 'Centavos by which ledger entries miss zero, all added up: always 0'
  metrics.addGauge('crediario_ledger_imbalance_centavos', help, async () => {
    if (performance.now() - known.readAtMs > IMBALANCE_READ_MS) {
      const imbalance = await computeImbalance(database).catch(() => Number.NaN)
      known = { imbalance, readAtMs: performance.now() }
    }
    return known.imbalance
  })
}

function createBureau(config: Config, clock: Clock): Bureau {
  if (config.bureau !== undefined) return createHttpBureau(config.bureau)
  if (config.environment === 'homologation') return createSandboxBureau(clock)
  // Nobody to ask means nobody is approved: every evaluation says so until a bureau is configured.
  return { fetchReport: async () => ({ status: 'unavailable', reason: 'not-configured' }) }
}

function createRequestCrypto(secrets: Secrets): RequestCrypto {
  return {
    hash: text => secrets.computeBlindIndex('request', text),
    seal: (context, plain) => seal(secrets.sealing, context, plain),
    open: (context, box) => open(secrets.sealing, context, box),
  }
}

async function checkReady(database: Database): Promise<void> {
  if (!(await schemaIsCurrent(database))) throw new Error('the schema is not the one this program needs')
}
