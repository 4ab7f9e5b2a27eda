import { setTimeout as delay } from 'node:timers/promises'
import { createForgeryReports } from '../domains/audit/index.ts'
import { listIofPeriods } from '../domains/books/index.ts'
import {
  createReturningRail,
  type DuesContext,
  type PayoutPayees,
  type PayoutRail,
} from '../domains/payouts/index.ts'
import {
  type Authorizations,
  createAuthorizations,
  createPdfReader,
  type PdfReader,
  type Purchase,
} from '../domains/purchases/index.ts'
import {
  type Bureau,
  type CreditFlowContext,
  createCredit,
  createCreditRecords,
} from '../domains/quoting/index.ts'
import {
  createHttpPixApi,
  createLenderFinder,
  type FindLenderContact,
  type PixApi,
  type ReadSandboxRegistration,
} from '../domains/receivables/index.ts'
import { createRetailers } from '../domains/retailers/index.ts'
import { createPaymentFollower, type FollowPayment } from '../domains/servicing/index.ts'
import { createWebhooks, type Webhooks } from '../domains/webhooks/index.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { type Centavos, parseReais } from '../kernel/money.ts'
import type { ReportForgery } from '../platform/crypto/row-mac.ts'
import { deriveSecrets, type Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'
import { createDeploymentClock, type DeploymentClock } from '../platform/deployment/deployment-clock.ts'
import { createHeadMemory, type KeptHeads } from '../platform/deployment/kept-heads.ts'
import type { Keyring } from '../platform/deployment/keyring.ts'
import { type NumberMarks, noMarks } from '../platform/deployment/number-marks.ts'
import { createFiles, type Files, openFileStore } from '../platform/files/files.ts'
import { type CallFigures, createCallFigures } from '../platform/outbound/call-figures.ts'
import { createGuardedClient, type GuardedClient } from '../platform/outbound/guarded-client.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import { findPersona } from '../sandbox/personas.ts'
import type { Psp } from '../sandbox/psp/psp.ts'
import { createSandboxBank, type SandboxBank } from '../sandbox/sandbox-bank.ts'
import type { Config } from './config/config.ts'
import { createOutsideServices, type OutsideServices } from './outside-services.ts'
import { choosePayoutRail } from './payouts.ts'
import { createSandboxPixApi } from './pix.ts'
import { createPsp } from './psp.ts'

/** The services shared by the interface, the worker and the command line. The caller that creates them closes them. */
export interface Services extends CreditFlowContext, Omit<OutsideServices, 'bureau' | 'closeOutside'> {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: DeploymentClock
  /** Never moved by the sandbox: authenticators, sessions and the audit log use it. */
  readonly realClock: Clock
  /** Told of rows that somebody without the deployment's key has made or changed. */
  readonly reportForgery: ReportForgery
  /** The last heads of ledger and audit log that were signed here. */
  readonly keptHeads: KeptHeads
  readonly keyring: Keyring | undefined
  /** The highest numbers given out, outside the database. */
  readonly marks: NumberMarks
  readonly fourEyesAboveCentavos: Centavos
  readonly aloneDailyLimitCentavos: Centavos
  readonly retailerDebtDays: number
  readonly retentionYears: number
  readonly isProduction: boolean
  readonly publicUrl: string
  /** Whether pages may lead back to this machine and to this service itself. */
  readonly allowsLoopback: boolean
  readonly findLenderContact: FindLenderContact
  readonly authorizations: Authorizations
  readonly followPayment: FollowPayment
  readonly files: Files
  readonly pdfReader: PdfReader
  readonly invoiceQuotaBytesPerDay: number
  readonly webhooks: Webhooks
  /** For URLs chosen by retailers. */
  readonly outbound: GuardedClient
  readonly delayCancellation: (purchase: Purchase) => Promise<void>
  /** Undefined without a payment service provider: down payments then have static codes, and installments none. */
  readonly pixApi: PixApi | undefined
  /** Undefined where orders of money out leave by files. */
  readonly payoutRail: PayoutRail | undefined
  readonly payoutApprovalLimitCentavos: Centavos
  /** Who gets taxes and premiums, where the configuration says so. */
  readonly payoutPayees: PayoutPayees
  readonly listTaxDues: DuesContext['listTaxDues']
  /** Homologation only; real banks are reached by files. */
  readonly sandboxBank: SandboxBank | undefined
  readonly readSandboxRegistration: ReadSandboxRegistration | undefined
  /** The sandbox bank as a server of the Pix API; homologation only. */
  readonly psp: Psp | undefined
  /** Of services over HTTP. */
  readonly calls: CallFigures
  /** Owned by the caller; undefined where it is switched off. */
  readonly tracing: Tracing | undefined
  /** Decisions of this process by their result. */
  readonly decisionCounts: ReadonlyMap<string, number>
  /** Stops the timers, threads and connections of the services; the database is closed by its owner. */
  close(): Promise<void>
}

export interface ServiceOptions {
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

export function createServices(options: ServiceOptions): Services {
  const { config, database, marks = noMarks, tracing } = options
  const isSandbox = config.environment === 'homologation'
  const secrets = deriveSecrets(options.keyring?.rootKey ?? config.encryptionKey, options.keyring?.dataKeys)
  const realClock = options.clock ?? systemClock
  const clock = createDeploymentClock(database, {
    isMovable: isSandbox,
    machine: options.machineClock,
    base: options.clock,
  })
  const reportForgery = createForgeryReports({ database, realClock, log: options.log })
  const retailers = createRetailers({
    database,
    secrets,
    reportForgery,
    environment: config.environment,
    realClock,
    defaultRateLimitPerSecond: config.rateLimitPerSecond,
    storefrontRateLimitPerSecond: config.storefrontRateLimitPerSecond,
  })
  const calls = createCallFigures(tracing)
  const decisionCounts = new Map<string, number>()
  const files = createFiles(openFileStore(config.files, database), secrets, database, {
    isOutside: config.files.kind !== 'database',
  })
  const { bureau, closeOutside, ...outside } = createOutsideServices(config, {
    database,
    secrets,
    files,
    clock,
    calls,
  })
  const credit = createCredit({
    database,
    secrets,
    clock,
    bureau: options.bureau ?? bureau,
    reportForgery,
    hasPersonas: isSandbox,
  })
  const psp = isSandbox ? createPsp(config, { database, secrets, clock, log: options.log }) : undefined
  const readSandboxRegistration = psp?.behaviours.readRegistration
  const pixApi = choosePixApi(options.pixApi, config, psp, calls)
  const chosenRail =
    options.payoutRail ?? choosePayoutRail(config, psp, { isPspServed: options.pixApi === undefined, calls })
  const payoutRail =
    chosenRail && pixApi ? createReturningRail(chosenRail, { database, secrets, pixApi }) : chosenRail
  const outbound = createGuardedClient({ allowLoopback: config.webhookAllowPrivate, tracing })
  return {
    database,
    secrets,
    clock,
    realClock,
    reportForgery,
    keyring: options.keyring,
    keptHeads: options.keptHeads ?? createHeadMemory(),
    marks,
    fourEyesAboveCentavos: parseReais(config.deskFourEyesAbove),
    aloneDailyLimitCentavos: parseReais(config.deskAloneDailyLimit),
    retailerDebtDays: config.retailerDebtDays,
    retentionYears: config.retentionYears,
    isProduction: !isSandbox,
    publicUrl: config.publicUrl,
    allowsLoopback: isSandbox,
    retailers,
    credit,
    calls,
    tracing,
    decisionCounts,
    writeRecord: createCreditRecords(database, secrets, credit, decisionCounts),
    findLenderContact: createLenderFinder({ database, secrets }, config.lender),
    authorizations: createAuthorizations({ database, secrets, clock, marks, readSandboxRegistration }),
    followPayment: createPaymentFollower({ secrets, clock, marks, readSandboxRegistration }),
    files,
    pdfReader: createPdfReader(),
    invoiceQuotaBytesPerDay: config.invoiceQuotaBytesPerDay,
    ...outside,
    webhooks: createWebhooks({ database, secrets, clock }),
    outbound,
    pixApi,
    payoutRail,
    payoutApprovalLimitCentavos: parseReais(config.payouts.approvalLimit),
    payoutPayees: { treasury: config.payouts.treasury, insurer: config.payouts.insurer },
    listTaxDues: listIofPeriods,
    delayCancellation: isSandbox ? simulateSlowBank : async () => {},
    sandboxBank: isSandbox
      ? createSandboxBank({ clock, readRegistration: readSandboxRegistration })
      : undefined,
    readSandboxRegistration,
    psp,
    async close() {
      clock.stop()
      await Promise.all([outbound.close(), closeOutside(), pixApi?.close(), payoutRail?.close(), psp?.stop()])
    },
  }
}

/** Homologation asks its own bank, as production asks the lender's, unless it is given another. */
function choosePixApi(
  given: ServiceOptions['pixApi'],
  config: Config,
  psp: Psp | undefined,
  calls: CallFigures,
): PixApi | undefined {
  if (given !== undefined) return given === 'none' ? undefined : given
  if (config.pix !== undefined) return createHttpPixApi(config.pix, { observer: calls.observe('pix') })
  return psp && createSandboxPixApi(psp)
}

/** The sandbox customer whose bank is slow enough to observe PROCESSING_CANCEL. */
async function simulateSlowBank({ customer }: Purchase): Promise<void> {
  if (findPersona(customer.cpf)?.code === '014') await delay(SLOW_BANK_MS)
}
