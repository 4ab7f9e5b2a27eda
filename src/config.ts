import { isIP, isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MailAddress, parseMail } from './config-mail.ts'
import { readPixSettings } from './config-pix.ts'
import type { LenderChannels } from './contract/lender.ts'
import { textFormats } from './kernel/text-formats.ts'
import { isTypedKey } from './platform/crypto/typed-key.ts'
import { parseDatabaseUrl } from './platform/db/database-url.ts'
import { isExposedDatabase } from './platform/db/exposed-address.ts'
import type { FilePlace } from './platform/files/files.ts'
import type { ServiceAddress } from './platform/outbound/json-service.ts'
import { choosePspPlace, type PspPlace } from './psp/psp-place.ts'

export type Environment = 'homologation' | 'production'
export type Role = 'all' | 'api' | 'worker'

export interface Config {
  readonly environment: Environment
  readonly role: Role
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** Empty when no proxy is believed. */
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
  /** Sends SMS and e-mails. */
  readonly messages: ServiceAddress | undefined
  readonly mail: MailAddress | undefined
  /** Compares a customer's photos. */
  readonly analysis: ServiceAddress | undefined
  /** Scans invoices for viruses. */
  readonly scanner: ServiceAddress | undefined
  readonly psp: PspPlace
  readonly pix: ReturnType<typeof readPixSettings>
  readonly files: FilePlace
  readonly invoiceQuotaBytesPerDay: number
  /** Allows webhook receivers on this machine, also over plain http. */
  readonly webhookAllowPrivate: boolean
  readonly rateLimitPerSecond: number
  /** Concurrent requests in one process; more are refused at once. */
  readonly requestsAtOnce: number
  readonly unknownKeyLimitPerMinute: number
  /** Of a publishable key without a limit of its own. */
  readonly storefrontRateLimitPerSecond: number
  readonly storefrontAddressLimitPerMinute: number
  /** In reais: from more than this nobody at the desk decides alone. */
  readonly deskFourEyesAbove: number
  /** How customers reach the lender, whose name and CNPJ are those of its account. */
  readonly lender: LenderChannels
  /** In reais: what one operator may move alone in a day. */
  readonly deskAloneDailyLimit: number
  /** What whoever reads /metrics must show; production without one does not serve them. */
  readonly metricsToken: string | undefined
  readonly logLevel: LogLevel
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Public on purpose: homologation holds invented people only, and any number of processes must share a key without
 * set-up.
 */
const HOMOLOGATION_KEY = Buffer.from('crediario-homologation-only-key!')

/** Numbers and addresses that belong to nobody. */
const DEMONSTRATION_LENDER: LenderChannels = {
  sac: '0800 000 0101',
  ouvidoria: '0800 000 0102',
  privacy: 'privacidade@crediario.example',
}

/** Configuration mistakes, one sentence each; the program prints them and stops. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
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
    messages: read.service('MESSAGES'),
    mail: parseMail(read.url('SMTP_URL', ['smtp:', 'smtps:']), read.text('SMTP_FROM'), problems),
    analysis: read.service('ANALYSIS'),
    scanner: read.service('SCANNER'),
    psp: choosePspPlace(port, read.text('PSP_PORT') ? read.integer('PSP_PORT', 0, 0, 65_535) : undefined),
    pix: readPixSettings(read, problems),
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
    deskAloneDailyLimit: read.integer('DESK_ALONE_DAILY_LIMIT', 20_000, 0, 10_000_000),
    metricsToken: read.text('METRICS_TOKEN'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  })
  if (environment === 'production') {
    problems.push(...listUnsafe(config))
    if (read.text('PUBLIC_URL') === undefined)
      problems.push(
        'PUBLIC_URL is missing: production needs the https address that links to customers begin with',
      )
    if (config.publicUrl.startsWith('https:') && read.text('TRUSTED_PROXIES') === undefined)
      problems.push(
        'TRUSTED_PROXIES is missing: name the proxies that end https before this program, or none, else all clients would share the limits of one address',
      )
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** All the configuration that a migration needs: a process that only migrates is given no other secret. */
export function parseMigrationUrl(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const problems: string[] = []
  const read = new VariableReader(env, problems)
  const url = read.databaseUrl('DATABASE_MIGRATION_URL')
  if (read.text('ENVIRONMENT') === 'production')
    for (const [isUnsafe, problem] of listExposed('DATABASE_MIGRATION_URL', url))
      if (isUnsafe) problems.push(problem)
  if (problems.length > 0) throw new ConfigError(problems)
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

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host)
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32))
}

class VariableReader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #problems: string[]

  constructor(env: Readonly<Record<string, string | undefined>>, problems: string[]) {
    this.#env = env
    this.#problems = problems
  }

  /** An empty variable counts as absent: compose files and shells unset one that way. */
  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  /** `none` is how an operator says that there are none on purpose. */
  networks(name: string): string[] {
    if (this.text(name) === 'none') return []
    const networks = (this.text(name) ?? '')
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
    if (!networks.every(isNetwork))
      this.#problems.push(`${name} must be IP addresses or networks such as 10.0.0.0/8, separated by commas`)
    return networks
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === undefined) return fallback
    const found = allowed.find(value => value === text)
    if (found === undefined) this.#problems.push(`${name} must be one of ${allowed.join(', ')}`)
    return found ?? fallback
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    this.#problems.push(`${name} must be a whole number from ${minimum} to ${maximum}`)
    return fallback
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
    this.#problems.push(
      `${name} must be an address that begins with ${protocols.map(p => `${p}//`).join(' or ')}`,
    )
    return undefined
  }

  databaseUrl(name: string): string | undefined {
    const text = this.text(name)
    const read = text === undefined ? undefined : parseDatabaseUrl(text)
    if (typeof read !== 'string') return text
    this.#problems.push(`${name} ${read}`)
    return undefined
  }

  /** A folder, or an S3 bucket; without either, files are stored in the database. */
  filePlace(): FilePlace {
    const url = this.url('FILES_URL', ['file:', 'http:', 'https:'])
    if (url === undefined) return { kind: 'database' }
    if (url.startsWith('file:')) return this.#folder(url)
    const { pathname, search, username } = new URL(url)
    if (pathname === '/' || search !== '' || username !== '')
      this.#problems.push('FILES_URL must name a bucket, such as https://s3.example.com/bucket, and no key')
    const accessKeyId = this.text('FILES_ACCESS_KEY_ID') ?? ''
    const secretAccessKey = this.text('FILES_SECRET_ACCESS_KEY') ?? ''
    if (accessKeyId === '') this.#problems.push('FILES_ACCESS_KEY_ID is missing: FILES_URL names a bucket')
    if (secretAccessKey === '')
      this.#problems.push('FILES_SECRET_ACCESS_KEY is missing: FILES_URL names a bucket')
    const region = this.text('FILES_REGION') ?? 'us-east-1'
    return { kind: 'bucket', url, region, accessKeyId, secretAccessKey }
  }

  #folder(url: string): FilePlace {
    try {
      return { kind: 'folder', path: fileURLToPath(url) }
    } catch {
      this.#problems.push('FILES_URL must name a folder of this machine, such as file:///var/lib/crediario')
      return { kind: 'database' }
    }
  }

  /** Reads NAME_URL and NAME_TOKEN; undefined without the first. */
  service(name: string): ServiceAddress | undefined {
    const url = this.url(`${name}_URL`, ['http:', 'https:'])
    return url === undefined ? undefined : { url, token: this.text(`${name}_TOKEN`) ?? '' }
  }

  lender(fallback: LenderChannels): LenderChannels {
    const sac = this.#phone('LENDER_SAC') ?? fallback.sac
    const ouvidoria = this.#phone('LENDER_OUVIDORIA') ?? fallback.ouvidoria
    const privacy = this.#privacyAddress() ?? fallback.privacy
    return {
      ...(sac === undefined ? {} : { sac }),
      ...(ouvidoria === undefined ? {} : { ouvidoria }),
      ...(privacy === undefined ? {} : { privacy }),
    }
  }

  #phone(name: string): string | undefined {
    const text = this.text(name)
    const digits = text?.replaceAll(/\D/g, '').length ?? 0
    if (text === undefined || (/^\+?[\d ()-]+$/.test(text) && digits >= 8 && digits <= 13)) return text
    this.#problems.push(`${name} must be a phone number such as 0800 123 4567`)
    return undefined
  }

  #privacyAddress(): string | undefined {
    const text = this.text('LENDER_PRIVACY')
    const isPage = text !== undefined && URL.canParse(text) && new URL(text).protocol === 'https:'
    if (text === undefined || isPage || textFormats['email-address'](text)) return text
    this.#problems.push('LENDER_PRIVACY must be an e-mail address or an https page')
    return undefined
  }

  key(name: string): Buffer | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
    // Node passes over every other character: a sentence would do.
    if (/^[A-Za-z0-9+/]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
    this.#problems.push(`${name} must be 32 bytes, written as 64 hexadecimal characters or in base64`)
    return undefined
  }
}
