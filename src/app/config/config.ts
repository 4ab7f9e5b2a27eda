import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { LenderChannels } from '../../contract/lender.ts'
import { StartError } from '../../kernel/faults.ts'
import { isTypedKey } from '../../platform/crypto/typed-key.ts'
import { isExposedDatabase } from '../../platform/db/database-url.ts'
import type { FilePlace } from '../../platform/files/files.ts'
import type { ServiceAddress } from '../../platform/outbound/json-service.ts'
import type { LogFormat } from '../../platform/telemetry/log.ts'
import type { TracingSettings } from '../../platform/telemetry/tracing.ts'
import { choosePspPlace, type PspPlace } from '../../sandbox/psp/psp-place.ts'
import {
  type MailAddress,
  type PayoutSettings,
  parseMail,
  readNuvemshop,
  readPayoutSettings,
  readPixSettings,
  readTracing,
  readVtexKeys,
} from './partners.ts'
import { VariableReader } from './variable-reader.ts'

export type Environment = 'homologation' | 'production'
export type Role = 'all' | 'api' | 'worker'

export interface Config {
  readonly environment: Environment
  readonly role: Role
  readonly host: string
  readonly port: number
  /** How many processes serve the address; a supervisor starts more than one. */
  readonly apiProcesses: number
  readonly publicUrl: string
  /** Empty when no proxy is trusted. */
  readonly trustedProxies: readonly string[]
  /** May name several hosts. When absent, the embedded PostgreSQL under dataDir is used. */
  readonly databaseUrl: string | undefined
  /** A role that may change the schema, when the role of databaseUrl may not. */
  readonly databaseMigrationUrl: string | undefined
  readonly databasePoolSize: number
  readonly dataDir: string
  /** A folder for the highest numbers given out, which must outlive the database. */
  readonly marksDir: string
  /** 32 bytes that open the root key, from which every other secret is derived. */
  readonly encryptionKey: Buffer
  /** While ENCRYPTION_KEY is exchanged: opens a database that the new one does not open yet. */
  readonly previousEncryptionKey: Buffer | undefined
  readonly hasDefaultSecret: boolean
  readonly bureau: ServiceAddress | undefined
  /** The credit bureau to which debts are reported. */
  readonly listings: ServiceAddress | undefined
  /** Sends SMS and e-mails. */
  readonly messages: ServiceAddress | undefined
  readonly mail: MailAddress | undefined
  /** Compares a customer's photos. */
  readonly analysis: ServiceAddress | undefined
  /** Scans invoices for viruses. */
  readonly scanner: ServiceAddress | undefined
  readonly psp: PspPlace
  readonly pix: ReturnType<typeof readPixSettings>
  readonly payouts: PayoutSettings
  /** Of the VTEX account that owns the connector. */
  /** The lender's app at Nuvemshop. */
  readonly nuvemshop: ReturnType<typeof readNuvemshop>
  readonly vtex: { readonly appKey: string; readonly appToken: string } | undefined
  readonly files: FilePlace
  readonly invoiceQuotaBytesPerDay: number
  /** Allows webhook receivers on this machine, also over plain http. */
  readonly webhookAllowPrivate: boolean
  readonly rateLimitPerSecond: number
  /** Concurrent requests in one process; more are refused at once. */
  readonly requestsAtOnce: number
  readonly unknownKeyLimitPerMinute: number
  /** Limit of a publishable key without its own. */
  readonly storefrontRateLimitPerSecond: number
  readonly storefrontAddressLimitPerMinute: number
  /** In reais: above this amount the desk needs two people. */
  readonly deskFourEyesAbove: number
  /** How customers reach the lender, whose name and CNPJ are those of its account. */
  readonly lender: LenderChannels
  /** A retailer that owes more than it is owed for longer than this becomes a case for people. */
  readonly retailerDebtDays: number
  /** Otherwise the lender bears what a proven fraud costs. */
  readonly isFraudBorneByRetailer: boolean
  /** So many timely installments in a row cure a problem asset. */
  readonly curePayments: number
  /** In reais: what one operator may move alone in a day. */
  readonly deskAloneDailyLimit: number
  /** Reais under one contract. */
  readonly deskWaiveAloneUpTo: number
  /** Years, counted from the end of the year, for which what a person signed or paid is kept. */
  readonly retentionYears: number
  /** From which point payments are unusual and become a case at the desk. */
  readonly monitoring: MonitoringSettings
  /** Bearer token for /metrics; production does not serve them without one. */
  readonly metricsToken: string | undefined
  /** Where spans are sent; undefined: nowhere. */
  readonly tracing: TracingSettings | undefined
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

export interface MonitoringSettings {
  /** A contract paid off within so many days of its release. */
  readonly earlyPayoffDays: number
  /** So many others have paid for one customer. */
  readonly payers: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LOG_FORMATS: readonly LogFormat[] = ['auto', 'text', 'json']
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Public on purpose: homologation holds invented people only, and any number of processes must share a key without
 * set-up.
 */
const HOMOLOGATION_KEY = Buffer.from('crediario-homologation-only-key!')

/** Invented numbers and addresses. */
const DEMONSTRATION_LENDER: LenderChannels = {
  sac: '0800 000 0101',
  ouvidoria: '0800 000 0102',
  privacy: 'privacidade@crediario.example',
  insurer: 'Seguradora Demonstração S.A., CNPJ 11.444.777/0001-61',
  susepProcess: '15414.000000/2026-00',
}

export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { config, problems } = readConfig(env)
  if (problems.length > 0) throw new StartError(problems)
  return config
}

/** A setting with a problem has its default. */
export interface ConfigReading {
  readonly config: Config
  readonly problems: readonly string[]
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const problems: string[] = []
  const read = new VariableReader(env, problems)
  const environment = read.oneOf('ENVIRONMENT', ['homologation', 'production'] as const, 'homologation')
  const host = read.text('HOST') ?? '127.0.0.1'
  const port = read.integer('PORT', 3000, 0, 65_535)
  const encryptionKey = read.key('ENCRYPTION_KEY')
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const databaseMigrationUrl = read.databaseUrl('DATABASE_MIGRATION_URL')
  if (databaseMigrationUrl !== undefined && databaseUrl === undefined)
    problems.push('DATABASE_MIGRATION_URL is set without DATABASE_URL: the embedded database needs neither')
  const isLaptop = environment === 'homologation' && databaseUrl === undefined && isLoopback(host)
  const config: Config = Object.freeze({
    environment,
    role: read.oneOf('ROLE', ['all', 'api', 'worker'] as const, 'all'),
    host,
    port,
    apiProcesses: readProcesses(read),
    publicUrl: (
      read.url('PUBLIC_URL', ['http:', 'https:']) ??
      `http://${isAnyAddress(host) ? '127.0.0.1' : host}:${port}`
    ).replace(/\/+$/, ''),
    trustedProxies: Object.freeze(read.networks('TRUSTED_PROXIES')),
    databaseUrl,
    databaseMigrationUrl,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 16, 2, 200),
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    marksDir: resolve(read.text('MARKS_DIR') ?? join(read.text('DATA_DIR') ?? '.data', 'marks')),
    encryptionKey: encryptionKey ?? HOMOLOGATION_KEY,
    previousEncryptionKey: read.key('ENCRYPTION_KEY_PREVIOUS'),
    hasDefaultSecret: encryptionKey === undefined || encryptionKey.equals(HOMOLOGATION_KEY),
    bureau: read.service('BUREAU'),
    listings: read.service('LISTINGS'),
    messages: read.service('MESSAGES'),
    mail: parseMail(read.url('SMTP_URL', ['smtp:', 'smtps:']), read.text('SMTP_FROM'), problems),
    analysis: read.service('ANALYSIS'),
    scanner: read.service('SCANNER'),
    psp: choosePspPlace(port, read.text('PSP_PORT') ? read.integer('PSP_PORT', 0, 0, 65_535) : undefined),
    pix: readPixSettings(read, problems),
    payouts: readPayoutSettings(read, problems, environment === 'homologation'),
    vtex: readVtexKeys(read, problems),
    nuvemshop: readNuvemshop(read, problems),
    files: read.filePlace(),
    invoiceQuotaBytesPerDay: read.integer('INVOICE_QUOTA_MB_PER_DAY', 2_048, 1, 1_000_000) * 1024 * 1024,
    webhookAllowPrivate:
      read.oneOf('WEBHOOK_ALLOW_PRIVATE', ['true', 'false'], isLaptop ? 'true' : 'false') === 'true',
    rateLimitPerSecond: read.integer('RATE_LIMIT_PER_SECOND', 300, 1, 1_000_000),
    requestsAtOnce: read.integer('REQUESTS_AT_ONCE', 1_000, 16, 1_000_000),
    unknownKeyLimitPerMinute: read.integer('UNKNOWN_KEY_LIMIT_PER_MINUTE', 20, 1, 1_000_000),
    storefrontRateLimitPerSecond: read.integer('STOREFRONT_RATE_LIMIT_PER_SECOND', 2_000, 1, 1_000_000),
    storefrontAddressLimitPerMinute: read.integer(
      'STOREFRONT_ADDRESS_LIMIT_PER_MINUTE',
      1_200,
      1,
      100_000_000,
    ),
    deskFourEyesAbove: read.integer('DESK_FOUR_EYES_ABOVE', 5_000, 0, 10_000_000),
    lender: Object.freeze(read.lender(environment === 'homologation' ? DEMONSTRATION_LENDER : {})),
    retailerDebtDays: read.integer('RETAILER_DEBT_DAYS', 30, 0, 3_650),
    isFraudBorneByRetailer: read.integer('FRAUD_BORNE_BY_RETAILER', 0, 0, 1) === 1,
    curePayments: read.integer('CURE_PAYMENTS', 3, 1, 24),
    deskAloneDailyLimit: read.integer('DESK_ALONE_DAILY_LIMIT', 20_000, 0, 10_000_000),
    deskWaiveAloneUpTo: read.integer('DESK_WAIVE_ALONE_UP_TO', 50, 0, 10_000),
    retentionYears: read.integer('RETENTION_YEARS', environment === 'production' ? 10 : 0, 0, 100),
    monitoring: Object.freeze({
      earlyPayoffDays: read.integer('MONITORING_EARLY_PAYOFF_DAYS', 10, 0, 365),
      payers: read.integer('MONITORING_PAYERS', 3, 2, 1_000),
    }),
    metricsToken: read.text('METRICS_TOKEN'),
    tracing: readTracing(read, problems),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: read.oneOf('LOG_FORMAT', LOG_FORMATS, 'auto'),
  })
  if (environment === 'production') {
    problems.push(...listUnsafe(config))
    if (read.text('PUBLIC_URL') === undefined)
      problems.push(
        'PUBLIC_URL is missing: production needs the https address that links to customers begin with',
      )
    if (config.publicUrl.startsWith('https:') && read.text('TRUSTED_PROXIES') === undefined)
      problems.push(
        'TRUSTED_PROXIES is missing: name the proxies that terminate https in front of this program, or none; otherwise all clients would share the limits of one address',
      )
  }
  return { config, problems }
}

/** `auto` leaves one core to PostgreSQL and the worker. */
function readProcesses(read: VariableReader): number {
  if (read.text('API_PROCESSES') === 'auto') return Math.max(1, availableParallelism() - 1)
  return read.integer('API_PROCESSES', 1, 1, 64)
}

/** The configuration of a migration: a process that only migrates gets no other secret. */
export function parseMigrationUrl(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const problems: string[] = []
  const read = new VariableReader(env, problems)
  const url = read.databaseUrl('DATABASE_MIGRATION_URL')
  if (read.text('ENVIRONMENT') === 'production')
    for (const [isUnsafe, problem] of listExposed('DATABASE_MIGRATION_URL', url))
      if (isUnsafe) problems.push(problem)
  if (problems.length > 0) throw new StartError(problems)
  return url
}

/** Settings that are convenient in development and dangerous with real people's data. */
function listUnsafe(config: Config): string[] {
  const rules: [unsafe: boolean, problem: string][] = [
    [
      config.hasDefaultSecret,
      'ENCRYPTION_KEY is missing or the public homologation key: production needs 32 random bytes of its own (openssl rand -hex 32)',
    ],
    [
      isWeak(config.encryptionKey),
      'ENCRYPTION_KEY repeats itself: production needs 32 random bytes (openssl rand -hex 32)',
    ],
    [
      !config.hasDefaultSecret && !isWeak(config.encryptionKey) && isTypedKey(config.encryptionKey),
      'ENCRYPTION_KEY is text that somebody typed: production needs 32 random bytes (openssl rand -hex 32)',
    ],
    ...listExposed('DATABASE_URL', config.databaseUrl),
    ...listExposed('DATABASE_MIGRATION_URL', config.databaseMigrationUrl),
    [
      config.databaseUrl === undefined,
      'DATABASE_URL is missing: production does not run on the embedded database',
    ],
    [
      isExposed(config.publicUrl),
      'PUBLIC_URL must be https in production: it leads customers to their contracts',
    ],
    ...listUnsafeService('BUREAU', config.bureau, 'the bureau must know who is asking'),
    ...listUnsafeService('LISTINGS', config.listings, 'a listing names a person and a debt'),
    ...listUnsafeService('MESSAGES', config.messages, 'the message service must know who is sending'),
    ...listUnsafeService('ANALYSIS', config.analysis, 'the analysis must know who is asking'),
    ...listUnsafeService('SCANNER', config.scanner, 'the virus scanner must know who is asking'),
    [
      config.files.kind === 'bucket' && isExposed(config.files.url),
      'FILES_URL must be https in production: keys travel with it',
    ],
    [
      config.trustedProxies.some(network => /\/[0-7]$/.test(network)),
      'TRUSTED_PROXIES must name your proxies, not half of the internet: anybody could then choose their own address',
    ],
    [
      config.metricsToken !== undefined && config.metricsToken.length < 16,
      'METRICS_TOKEN must have at least 16 characters in production (openssl rand -hex 32)',
    ],
    [
      config.webhookAllowPrivate,
      'WEBHOOK_ALLOW_PRIVATE must not be true in production: webhooks would reach into your own network',
    ],
    [
      Object.keys(config.tracing?.headers ?? {}).length > 0 && isExposed(config.tracing?.endpoint ?? ''),
      'OTEL_EXPORTER_OTLP_ENDPOINT must be https in production where OTEL_EXPORTER_OTLP_HEADERS travel with it',
    ],
    [
      config.logLevel === 'trace' || config.logLevel === 'debug',
      'LOG_LEVEL must be info or quieter in production',
    ],
  ]
  return rules.filter(([unsafe]) => unsafe).map(([, problem]) => problem)
}

function listExposed(name: string, url: string | undefined): [unsafe: boolean, problem: string][] {
  const problem = `${name} must use TLS to another machine in production: add sslmode=verify-full`
  return [[url !== undefined && isExposedDatabase(url), problem]]
}

function listUnsafeService(
  name: string,
  service: ServiceAddress | undefined,
  whyToken: string,
): [unsafe: boolean, problem: string][] {
  if (service === undefined) return []
  return [
    [isExposed(service.url), `${name}_URL must be https in production: it carries personal data`],
    [service.token === '', `${name}_TOKEN is missing: ${whyToken}`],
  ]
}

/** 32 random bytes almost never have fewer than 20 distinct values. */
function isWeak(key: Buffer): boolean {
  return new Set(key).size < 8
}

/** A wildcard address is not one that a browser can open. */
function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Plain http is safe only on the loopback interface. */
function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && !isLoopback(hostname)
}

export function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host)
}
