// Loaded at the start, so that no operator waits for it when a picture is marked.
import 'sharp'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from 'pg'
import { addNuvemshopRoutes } from '../../connectors/nuvemshop/routes.ts'
import { addVtexRoutes } from '../../connectors/vtex/routes.ts'
import { brazilianFormats } from '../brazil/request-formats.ts'
import { RequestError } from '../contract/errors.ts'
import { listMoneyHolds } from '../domains/payouts/index.ts'
import { createRequestRecorder } from '../domains/retailers/index.ts'
import type { Deliverer } from '../domains/webhooks/index.ts'
import { addConsoleRoutes } from '../http/console/routes.ts'
import { addAccountRoutes } from '../http/customer/account/routes.ts'
import { addBilletRoutes } from '../http/customer/billet/route.ts'
import { addDischargeRoutes } from '../http/customer/discharge/route.ts'
import { addOnboardingRoutes } from '../http/customer/onboarding/routes.ts'
import { addPayRoutes } from '../http/customer/pay/routes.ts'
import { addLogoRoute } from '../http/customer/theme.ts'
import { addDeskRoutes } from '../http/desk/routes.ts'
import { presentErrorPage } from '../http/home/present-error-page.ts'
import { addHomeRoutes } from '../http/home/routes.ts'
import { addPixRoutes } from '../http/pix/routes.ts'
import { presentBillet } from '../http/public/present-billet.ts'
import { addPublicRoutes } from '../http/public/routes.ts'
import { addReferenceRoutes } from '../http/reference/route.ts'
import { addStorefrontRoutes } from '../http/storefront/routes.ts'
import type { StorefrontApi } from '../http/storefront/storefront-api.ts'
import { addWebhookRoutes } from '../http/webhooks/routes.ts'
import { textFormats } from '../kernel/text-formats.ts'
import { open, seal } from '../platform/crypto/sealed-box.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import { isWritable } from '../platform/db/server-facts.ts'
import { logSkew, presentSkew } from '../platform/deployment/deployment-clock.ts'
import { createAddressBudget } from '../platform/http/address-budget.ts'
import { addHealthRoutes, type MetricsReader } from '../platform/http/health.ts'
import type { RequestCrypto } from '../platform/http/idempotency-store.ts'
import { createOwnFetch } from '../platform/http/own-fetch.ts'
import { openPresence } from '../platform/http/presence.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { createServer } from '../platform/http/server.ts'
import { stopServer } from '../platform/http/stop-server.ts'
import { openStorefrontFiles } from '../platform/http/storefront-files.ts'
import { createUnknownKeyLimit } from '../platform/http/unknown-keys.ts'
import { openWebAssets, type PageFiles } from '../platform/http/web-assets.ts'
import { createJobRunner, type JobRunner } from '../platform/jobs/runner.ts'
import { findPagesFolder, findStorefrontFolder } from '../platform/pages/built-pages.ts'
import { createHealth } from '../platform/processes/joint-health.ts'
import { findSiblings } from '../platform/processes/siblings.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import { addSandboxRoutes } from '../sandbox/http/routes.ts'
import { createPayCharge } from '../sandbox/pay-charge.ts'
import { addStoreRoutes } from '../sandbox/store/routes.ts'
import { schemaIsCurrent } from '../schema/migrate.ts'
import type { App } from './app.ts'
import { findFullFolder } from './checks/machine-findings.ts'
import type { Config } from './config/config.ts'
import { addFigures, addProcessFigures } from './metrics.ts'
import { openDeliverer } from './open-deliverer.ts'
import { computeOwnUrl } from './own-url.ts'
import { registerJobs } from './register-jobs.ts'
import { createSample, createStoreContext, getDemonstrationKey, readElementScript } from './store.ts'

export interface ServerOptions {
  readonly config: Config
  /** Owned by the caller: `stop` leaves them open. */
  readonly services: App
  /** For the one connection that holds the presence lock of this process. */
  readonly connection: ClientConfig
  readonly log: Log
}

export interface RunningServer {
  readonly server: FastifyInstance
  stop(): Promise<void>
}

/** Time for requests in flight; the rest of the ten seconds is for closing the services below. */
const STOP_REQUESTS_MS = 8_000

export async function buildServer(options: ServerOptions): Promise<RunningServer> {
  const { config, services, log } = options
  const { database, tracing } = services
  await services.deploymentClock
    .refresh()
    .catch(error => log.warn({ err: error }, 'the clock could not be read yet'))
  const stopLoggingSkew = logSkew(services.deploymentClock, log)
  const mayRun = (): boolean => services.deploymentClock.isSound
  const { reportForgery } = services
  const jobs = createJobRunner({ database, clock: services.clock, log, mayRun, tracing, reportForgery })
  registerJobs(jobs, services)
  if (services.psp !== undefined) jobs.register(services.psp.jobHandlers)
  const metrics = createMetrics()
  const siblings = findSiblings()
  addFigures(metrics, services)
  addProcessFigures(metrics, config.role, siblings)
  const deliverer = openDeliverer({ ...services, log, metrics, mayRun })
  const onError = (error: Error): void => log.warn({ err: error }, 'presence connection lost')
  const presence = await openPresence({ connection: options.connection, onError })
  const pages = config.role === 'worker' ? undefined : openWebAssets(findPagesFolder, config.publicUrl)
  const help = 'Requests that are missing in the log that retailers read, by reason'
  const onLost = metrics.addCounter('crediario_requests_not_logged_total', help, 'reason')
  const requests = createRequestRecorder({ database, log, onLost })
  const server = createServer({
    database,
    presence,
    crypto: createRequestCrypto(services.secrets),
    log,
    metrics,
    tracing,
    formats: { ...brazilianFormats, ...textFormats },
    findCaller: services.retailers.findKeyHolder,
    noteRequest: requests.note,
    unknownKeyLimitPerMinute: config.unknownKeyLimitPerMinute,
    requestsAtOnce: config.requestsAtOnce,
    trustedProxies: config.trustedProxies,
    reportForgery,
    ...(pages && {
      errorPages: async (url, fault) => {
        // A wrong address is answered while the database is away, too; where it is known to be, it is not waited for.
        const lender =
          fault === 'away' ? undefined : await services.findLenderContact().catch(() => undefined)
        return pages.renderShell(presentErrorPage(pages, lender, { url, fault }))
      },
    }),
  })
  addHealthRoutes(server, {
    health: createHealth({ checkReady: () => checkReady(services, config), metrics }, siblings),
    metricsType: metrics.contentType,
    metricsReader: chooseMetricsReader(config),
  })
  if (pages !== undefined) {
    await addRoutes(server, config, pages, { ...services, jobs, deliverer })
    services.ownAddress.fetch = createOwnFetch(server)
  }
  if (config.role !== 'api') {
    jobs.start()
    deliverer.start()
  }
  server.server.on('listening', () => {
    services.ownAddress.url = computeOwnUrl(config, server.server.address() as AddressInfo | null)
  })
  await server.ready()
  return {
    server,
    async stop() {
      await Promise.all([jobs.stop(), deliverer.stop(), stopServer(server, STOP_REQUESTS_MS)])
      await requests.stop()
      await presence.close()
      stopLoggingSkew()
    },
  }
}

async function addRoutes(
  server: FastifyInstance,
  config: Config,
  pages: PageFiles,
  app: App & { readonly jobs: JobRunner; readonly deliverer: Deliverer },
): Promise<void> {
  const { sandboxBank, psp } = app
  const site = { ...app, ...pages }
  pages.addRoutes(server)
  addDeskRoutes(server, site)
  const { publicUrl } = config
  const isHomologation = config.environment === 'homologation'
  // The keys with which the reference can be tried; none in production.
  const find = (kind: 'secret' | 'publishable') => (isHomologation ? getDemonstrationKey(kind) : undefined)
  const tryIt = { key: find('secret'), publishableKey: find('publishable') }
  await addReferenceRoutes(server, { ...pages, tryIt, publicUrl })
  addPublicRoutes(server, app)
  const storefront = createStorefrontApi(config, app)
  addStorefrontRoutes(server, storefront)
  const { scripts } = storefront
  addConsoleRoutes(server, { ...site, getElementScript: () => readElementScript(scripts) })
  addHomeRoutes(server, {
    ...pages,
    isHomologation,
    ...(isHomologation && { sample: createSample(scripts) }),
  })
  addWebhookRoutes(server, app)
  addBilletRoutes(server, site)
  addDischargeRoutes(server, site)
  addOnboardingRoutes(server, site)
  addPayRoutes(server, site)
  addLogoRoute(server, app)
  addAccountRoutes(server, site)
  addVtexRoutes(server, app.connectorContext)
  addNuvemshopRoutes(server, app.connectorContext, config.nuvemshop)
  if (app.pixApi !== undefined) addPixRoutes(server, app)
  if (sandboxBank === undefined || psp === undefined) return
  const payCharge = app.pixApi && createPayCharge(app, psp)
  addSandboxRoutes(server, { ...app, sandboxBank, payCharge, presentBillet, bankBehaviours: psp.behaviours })
  addStoreRoutes(server, createStoreContext(config, { ...site, scripts, server }))
}

/** The services as the pages of shops see them, with budgets of their own. */
function createStorefrontApi(config: Config, services: App): StorefrontApi {
  const { database, secrets } = services
  return {
    ...services,
    unknownKeys: createUnknownKeyLimit({
      database,
      hash: text => secrets.computeBlindIndex('request', text),
      limitPerMinute: config.unknownKeyLimitPerMinute,
    }),
    keyBudget: createRateLimit(database),
    addressBudget: createAddressBudget(config.storefrontAddressLimitPerMinute),
    scripts: openStorefrontFiles(findStorefrontFolder),
  }
}

function chooseMetricsReader({ environment, metricsToken }: Config): MetricsReader {
  if (metricsToken !== undefined) return { token: metricsToken }
  return environment === 'production' ? 'nobody' : 'anybody'
}

function createRequestCrypto(secrets: Secrets): RequestCrypto {
  return {
    hash: text => secrets.computeBlindIndex('request', text),
    seal: (app, plain) => seal(secrets.sealing, app, plain),
    open: (app, box) => open(secrets.sealing, app, box),
  }
}

async function checkReady(services: App, config: Config): Promise<readonly string[]> {
  const { database, deploymentClock: clock } = services
  const fullFolder = await findFullFolder(config)
  if (database.isDiskFull || fullFolder !== undefined)
    throw new RequestError('service_unavailable', {
      message: `The disk of ${fullFolder ?? 'the database'} is full: make room, no restart is needed`,
      retryAfterSeconds: 5,
    })
  if (!clock.isSound)
    throw new RequestError('service_unavailable', {
      message: presentSkew(clock.skewMs),
      retryAfterSeconds: 1,
    })
  if (!(await isWritable(database)))
    throw new RequestError('service_unavailable', {
      message: 'The database is read-only: a standby, or not promoted yet',
      retryAfterSeconds: 1,
    })
  if (!(await schemaIsCurrent(database))) throw new Error('the schema is not the one this program needs')
  return (await listMoneyHolds(services)).length > 0 ? ['money_held'] : []
}
