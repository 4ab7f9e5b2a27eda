import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config.ts'
import { createPaymentFollower, type FollowPayment } from './flows/payments/follow-payment.ts'
import { type Authorizations, createAuthorizations } from './flows/purchase/authorize-purchase.ts'
import type { CreditFlowContext } from './flows/quote/credit-assessment.ts'
import { createCreditRecords } from './flows/quote/credit-record.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type Centavos, parseReais } from './kernel/money.ts'
import { createSandboxBank, type SandboxBank } from './modules/billets/index.ts'
import {
  type Bureau,
  createCredit,
  createHttpBureau,
  createSandboxBureau,
  findPersona,
} from './modules/credit/index.ts'
import {
  createHttpScanner,
  createPdfReader,
  type InvoiceScanner,
  noScanner,
  type PdfReader,
  sandboxScanner,
} from './modules/invoices/index.ts'
import { createRetailers } from './modules/retailers/index.ts'
import type { Purchase } from './modules/transactions/index.ts'
import { createWebhooks, type Webhooks } from './modules/webhooks/index.ts'
import { createOnboardingServices, type OnboardingServices } from './onboarding-services.ts'
import { deriveSecrets, type Secrets } from './platform/crypto/secrets.ts'
import type { Database } from './platform/db/database.ts'
import { createDeploymentClock, type DeploymentClock } from './platform/deployment/deployment-clock.ts'
import { createFiles, type Files, openFileStore } from './platform/files/files.ts'
import { createGuardedClient, type GuardedClient } from './platform/outbound/guarded-client.ts'

/** Everything that the interface, the worker and the command line are made of. */
export interface Services extends CreditFlowContext, OnboardingServices {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: DeploymentClock
  /** Not moved by the sandbox: authenticators, sessions and the audit go by it. */
  readonly realClock: Clock
  readonly fourEyesAboveCentavos: Centavos
  readonly publicUrl: string
  readonly authorizations: Authorizations
  readonly followPayment: FollowPayment
  readonly files: Files
  readonly pdfReader: PdfReader
  readonly invoiceScanner: InvoiceScanner
  readonly invoiceQuotaBytesPerDay: number
  readonly webhooks: Webhooks
  /** For addresses that retailers choose. */
  readonly outbound: GuardedClient
  readonly delayCancellation: (purchase: Purchase) => Promise<void>
  /** Of homologation only; real banks are reached by files. */
  readonly sandboxBank: SandboxBank | undefined
}

export interface ServiceOptions {
  readonly config: Config
  readonly database: Database
  /** What the deployment's clock counts from; real time when absent. */
  readonly clock?: Clock
  /** Instead of the one that the configuration names. */
  readonly bureau?: Bureau
}

const SLOW_BANK_MS = 3_000

export function createServices(options: ServiceOptions): Services {
  const { config, database } = options
  const isSandbox = config.environment === 'homologation'
  const secrets = deriveSecrets(config.encryptionKey)
  const clock = createDeploymentClock(database, { isMovable: isSandbox, base: options.clock })
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
    hasPersonas: isSandbox,
  })
  return {
    database,
    secrets,
    clock,
    realClock: options.clock ?? systemClock,
    fourEyesAboveCentavos: parseReais(config.deskFourEyesAbove),
    publicUrl: config.publicUrl,
    retailers,
    credit,
    writeRecord: createCreditRecords(database, credit),
    authorizations: createAuthorizations({ database, secrets, clock }),
    followPayment: createPaymentFollower({ secrets, clock }),
    files: createFiles(openFileStore(config.files, database), secrets, database),
    pdfReader: createPdfReader(),
    invoiceScanner: createInvoiceScanner(config),
    invoiceQuotaBytesPerDay: config.invoiceQuotaBytesPerDay,
    ...createOnboardingServices(config, secrets),
    webhooks: createWebhooks({ database, secrets, clock }),
    outbound: createGuardedClient({ allowThisMachine: config.webhookAllowPrivate }),
    delayCancellation: isSandbox ? playSlowBank : async () => {},
    sandboxBank: isSandbox ? createSandboxBank({ clock }) : undefined,
  }
}

function createBureau(config: Config, clock: Clock): Bureau {
  if (config.bureau !== undefined) return createHttpBureau(config.bureau)
  if (config.environment === 'homologation') return createSandboxBureau(clock)
  // Nobody to ask means nobody is approved: every evaluation says so until a bureau is configured.
  return { fetchReport: async () => ({ status: 'unavailable', reason: 'not-configured' }) }
}

function createInvoiceScanner({ environment, scanner }: Config): InvoiceScanner {
  if (scanner !== undefined) return createHttpScanner(scanner)
  return environment === 'homologation' ? sandboxScanner : noScanner
}

/** The customer of the sandbox at whose bank PROCESSING_CANCEL can be watched. */
async function playSlowBank({ customer }: Purchase): Promise<void> {
  if (findPersona(customer.cpf)?.code === '014') await delay(SLOW_BANK_MS)
}
