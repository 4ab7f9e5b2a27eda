import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectorContext, type Connectors, createConnectors } from '../../connectors/core/index.ts'
import { createForgeryReports } from '../domains/audit/index.ts'
import { createCredit } from '../domains/credit/credit.ts'
import type { Bureau, Credit, CreditPolicy } from '../domains/credit/index.ts'
import { createPdfReader, type PdfReader } from '../domains/invoices/pdf/pdf-reader.ts'
import { createLenderFinder, type FindLenderContact } from '../domains/lender/index.ts'
import type { PresentedPreview } from '../domains/links/index.ts'
import type { PayoutRail } from '../domains/payouts/rail.ts'
import { createReturningRail } from '../domains/payouts/refunds/pix-return-rail.ts'
import { createHttpPixApi } from '../domains/pix/http-pix-api.ts'
import type { PixApi } from '../domains/pix/index.ts'
import { createAuthorizations } from '../domains/purchases/authorize-purchase.ts'
import type { Purchase } from '../domains/purchases/index.ts'
import { createCreditRecords } from '../domains/quoting/credit-assessment.ts'
import { createRetailers } from '../domains/retailers/index.ts'
import { createWebhooks, type Webhooks } from '../domains/webhooks/index.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { LruCache } from '../kernel/lru-cache.ts'
import { type Centavos, parseReais } from '../kernel/money.ts'
import type { ReportForgery } from '../platform/crypto/row-mac.ts'
import { deriveSecrets, type Secrets } from '../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { createDeploymentClock, type DeploymentClock } from '../platform/deployment/deployment-clock.ts'
import { createHeadMemory, type KeptHeads } from '../platform/deployment/kept-heads.ts'
import type { Keyring } from '../platform/deployment/keyring.ts'
import { type NumberMarks, noMarks } from '../platform/deployment/number-marks.ts'
import { createFiles, type Files, openFileStore } from '../platform/files/files.ts'
import { type CallMetrics, createCallMetrics } from '../platform/outbound/call-metrics.ts'
import { createGuardedClient, type GuardedClient } from '../platform/outbound/guarded-client.ts'
import { createLog, type Log } from '../platform/telemetry/log.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import { findDemonstrationOperatorCode } from '../sandbox/demonstration-operators.ts'
import { plainDemonstrationPolicy } from '../sandbox/demonstration-policies.ts'
import { findDemonstrationStaffCode } from '../sandbox/demonstration-staff.ts'
import { readSandboxBank } from '../sandbox/exchange-with-bank.ts'
import { findPersona } from '../sandbox/personas.ts'
import type { Psp } from '../sandbox/psp/psp.ts'
import { createSandboxBank, type SandboxBank } from '../sandbox/sandbox-bank.ts'
import type { Config } from './config/config.ts'
import { createConnectorContext, type OwnAddress } from './connectors.ts'
import { createConnectorSwitch, type EnableConnector } from './enable-connector.ts'
import {
  choosePayoutRail,
  createOutsideServices,
  createSandboxPixApi,
  type OutsideServices,
} from './outside-services.ts'
import { createPsp } from './psp.ts'
import { type Reactions, reactions } from './reactions.ts'
import { addShopConnectors } from './shop-connectors.ts'

/**
 * What every operation gets: `verb(app, input)`, or `verb(app, tx, input)` inside a transaction. The interface, the worker
 * and the command line share it; the caller that creates it closes it.
 */
export interface App extends Omit<OutsideServices, 'bureau' | 'closeOutside'> {
  /** The only way from a domain to one above it. */
  readonly reactions: Reactions
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** The same clock, for code that moves it or checks whether it can be trusted. */
  readonly deploymentClock: DeploymentClock
  /** The sandbox never moves it: authenticators, sessions and the audit log use it. */
  readonly realClock: Clock
  readonly log: Log
  /** Reports rows that were written or changed without the deployment's key. */
  readonly reportForgery: ReportForgery
  /** The last heads of ledger and audit log that were signed here. */
  readonly keptHeads: KeptHeads
  readonly keyring: Keyring | undefined
  /** The highest numbers issued, kept outside the database. */
  readonly marks: NumberMarks
  readonly files: Files
  /** For URLs chosen by retailers. */
  readonly outbound: GuardedClient
  /** Metrics of calls to services over HTTP. */
  readonly calls: CallMetrics
  /** Owned by the caller; undefined where it is switched off. */
  readonly tracing: Tracing | undefined

  readonly isProduction: boolean
  readonly publicUrl: string
  /** Whether pages may lead back to this machine and to this service itself. */
  readonly allowsLoopback: boolean
  /** Above this amount a second person must approve at the desk. */
  readonly fourEyesAboveCentavos: Centavos
  /** The same above this sum that one operator moved alone on one day. */
  readonly aloneDailyLimitCentavos: Centavos
  /** What one person may waive of one contract. */
  readonly waiveAloneUpToCentavos: Centavos
  readonly retailerDebtDays: number
  /** Whether the retailer gives the transfer of a fraudulent purchase back; otherwise the lender bears it. */
  readonly isFraudBorneByRetailer: boolean
  /** So many timely installments in a row cure a problem asset. */
  readonly curePayments: number
  readonly retentionYears: number
  readonly monitoring: Config['monitoring']
  readonly invoiceQuotaBytesPerDay: number
  /** Above this amount a person approves a payout order. */
  readonly payoutApprovalLimitCentavos: Centavos
  /** The payees of taxes and premiums, where configured. */
  readonly payoutPayees: Pick<Config['payouts'], 'insurer'>

  readonly retailers: ReturnType<typeof createRetailers>
  readonly credit: Credit
  readonly writeRecord: ReturnType<typeof createCreditRecords>
  /** Decisions of this process by their result. */
  readonly decisionCounts: ReadonlyMap<string, number>
  readonly findLenderContact: FindLenderContact
  readonly authorizations: ReturnType<typeof createAuthorizations>
  readonly pdfReader: PdfReader
  readonly webhooks: Webhooks
  /** What staff do with the connectors to shop platforms. */
  readonly connectors: Connectors
  /** Switches a connector on in the transaction of the caller. */
  readonly enableConnector: EnableConnector
  /** What the connectors' routes and jobs get. */
  readonly connectorContext: ConnectorContext
  /** Where this process reaches its own interface; the public address until it listens. */
  readonly ownAddress: OwnAddress
  /** Undefined without a payment service provider: down payments then have static codes, and installments none. */
  readonly pixApi: PixApi | undefined
  /** Undefined where payout orders leave by files. */
  readonly payoutRail: PayoutRail | undefined
  /** Previews of offers on shops' pages. */
  readonly previews: LruCache<PresentedPreview>

  /** Reads the bank's newest payments before a moved clock lets a deadline pass; undefined where time is real. */
  readonly readBank: (() => Promise<void>) | undefined
  readonly delayCancellation: (purchase: Purchase) => Promise<void>
  /**
   * Whether a bank that takes orders directly registers a retailer's titles as soon as they are issued; undefined where
   * banks are reached by files only. Outside a transaction the answer may be a second old.
   */
  readonly isRegisteredAtOnce: ((retailerId: string, tx?: Transaction) => Promise<boolean>) | undefined
  /** Homologation only; real banks are reached by files. */
  readonly sandboxBank: SandboxBank | undefined
  /** The sandbox bank as a server of the Pix API; homologation only. */
  readonly psp: Psp | undefined

  /** The policy a lender may start with. */
  readonly examplePolicy: CreditPolicy
  /** The current code of an operator whose credentials are public. */
  readonly findTrialOperatorCode: (email: string) => Promise<string | undefined>
  /** The same of a person of a retailer. */
  readonly findTrialStaffCode: (email: string) => Promise<string | undefined>

  /** Stops the timers, threads and connections of the services; the database is closed by its owner. */
  close(): Promise<void>
}

interface AppOptions {
  readonly config: Config
  readonly database: Database
  /** The base of the deployment's clock; real time when absent. */
  readonly clock?: Clock
  /** The clock of this machine, which is compared with the database's; the real one when absent. */
  readonly machineClock?: Clock
  readonly log?: Log
  readonly tracing?: Tracing | undefined
  /** The memory of this process when absent. */
  readonly keptHeads?: KeptHeads
  /** When absent, ENCRYPTION_KEY is the root key. */
  readonly keyring?: Keyring
  readonly marks?: NumberMarks
  /** Replaces the bureau of the configuration. */
  readonly bureau?: Bureau
  /** Replaces the PSP of the configuration; 'none' is a deployment without one. */
  readonly pixApi?: PixApi | 'none'
  /** Replaces the bank that pays out. */
  readonly payoutRail?: PayoutRail
}

const SLOW_BANK_MS = 3_000
/** At most about 20 MB of answers: enough for every price of a large shop. */
const CACHED_PREVIEWS = 4_096

export function createApp(options: AppOptions): App {
  const { config, database, marks = noMarks, tracing } = options
  const isSandbox = config.environment === 'homologation'
  const secrets = deriveSecrets(options.keyring?.rootKey ?? config.encryptionKey, options.keyring?.dataKeys)
  const realClock = options.clock ?? systemClock
  const clock = createDeploymentClock(database, {
    isMovable: isSandbox,
    machine: options.machineClock,
    base: options.clock,
  })
  const log = options.log ?? createLog({ level: 'silent' })
  const reportForgery = createForgeryReports({ database, realClock, log })
  const calls = createCallMetrics(tracing)
  const psp = isSandbox ? createPsp(config, { database, secrets, clock, log }) : undefined
  const readRegistration = psp?.behaviours.readRegistration
  const pixApi = choosePixApi(options.pixApi, config, psp, calls)
  const outbound = createGuardedClient({ allowLoopback: config.webhookAllowPrivate, tracing })
  // Complete once the services made from it are added below.
  const app = {
    reactions,
    database,
    secrets,
    clock,
    deploymentClock: clock,
    realClock,
    log,
    reportForgery,
    keyring: options.keyring,
    keptHeads: options.keptHeads ?? createHeadMemory(),
    marks,
    files: createFiles(openFileStore(config.files, database), secrets, database, {
      isOutside: config.files.kind !== 'database',
    }),
    outbound,
    calls,
    tracing,
    isProduction: !isSandbox,
    publicUrl: config.publicUrl,
    allowsLoopback: isSandbox,
    fourEyesAboveCentavos: parseReais(config.deskFourEyesAbove),
    aloneDailyLimitCentavos: parseReais(config.deskAloneDailyLimit),
    waiveAloneUpToCentavos: parseReais(config.deskWaiveAloneUpTo),
    retailerDebtDays: config.retailerDebtDays,
    isFraudBorneByRetailer: config.isFraudBorneByRetailer,
    curePayments: config.curePayments,
    retentionYears: config.retentionYears,
    monitoring: config.monitoring,
    invoiceQuotaBytesPerDay: config.invoiceQuotaBytesPerDay,
    payoutApprovalLimitCentavos: parseReais(config.payouts.approvalLimit),
    payoutPayees: { insurer: config.payouts.insurer },
    retailers: createRetailers({
      database,
      secrets,
      reportForgery,
      environment: config.environment,
      realClock,
      defaultRateLimitPerSecond: config.rateLimitPerSecond,
      storefrontRateLimitPerSecond: config.storefrontRateLimitPerSecond,
    }),
    decisionCounts: new Map<string, number>(),
    findLenderContact: createLenderFinder({ database, secrets }, config.lender),
    pdfReader: createPdfReader(),
    webhooks: createWebhooks({ database, secrets, clock }),
    pixApi,
    previews: new LruCache<PresentedPreview>(CACHED_PREVIEWS),
    delayCancellation: isSandbox ? simulateSlowBank : async () => {},
    sandboxBank: isSandbox ? createSandboxBank({ clock, readRegistration }) : undefined,
    examplePolicy: plainDemonstrationPolicy,
    isRegisteredAtOnce:
      readRegistration && (async (retailerId, tx) => (await readRegistration(retailerId, tx)) === 'ok'),
    psp,
  } satisfies Partial<App> as unknown as Mutable<App> & { decisionCounts: Map<string, number> }
  app.readBank = app.sandboxBank && (() => readSandboxBank(app))
  app.findTrialOperatorCode = async email =>
    isSandbox ? findDemonstrationOperatorCode(app, email) : undefined
  app.findTrialStaffCode = async email => (isSandbox ? findDemonstrationStaffCode(app, email) : undefined)
  const { bureau, closeOutside, ...outside } = createOutsideServices(config, app)
  Object.assign(app, outside)
  app.credit = createCredit({
    database,
    secrets,
    clock,
    bureau: options.bureau ?? bureau,
    reportForgery,
    overrideFacts: isSandbox ? cpf => findPersona(cpf)?.facts : undefined,
  })
  app.writeRecord = createCreditRecords(database, secrets, app.credit, app.decisionCounts)
  app.authorizations = createAuthorizations(app)
  app.ownAddress = { url: config.publicUrl }
  app.connectorContext = createConnectorContext(config, app, app.ownAddress)
  app.connectors = addShopConnectors(createConnectors(app.connectorContext), app)
  app.enableConnector = createConnectorSwitch(app)
  const rail =
    options.payoutRail ?? choosePayoutRail(config, psp, { isPspServed: options.pixApi === undefined, calls })
  app.payoutRail = rail && pixApi ? createReturningRail(rail, app, pixApi) : rail
  app.close = async () => {
    clock.stop()
    const { payoutRail } = app
    await Promise.all([outbound.close(), closeOutside(), pixApi?.close(), payoutRail?.close(), psp?.stop()])
  }
  return app
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Homologation calls the sandbox bank, as production calls the lender's, unless another is given. */
function choosePixApi(
  given: AppOptions['pixApi'],
  config: Config,
  psp: Psp | undefined,
  calls: CallMetrics,
): PixApi | undefined {
  if (given !== undefined) return given === 'none' ? undefined : given
  if (config.pix !== undefined) return createHttpPixApi(config.pix, { observer: calls.observe('pix') })
  return psp && createSandboxPixApi(psp)
}

/** The sandbox customer whose bank is slow enough to observe PROCESSING_CANCEL. */
async function simulateSlowBank({ customer }: Purchase): Promise<void> {
  if (findPersona(customer.cpf)?.code === '014') await delay(SLOW_BANK_MS)
}
