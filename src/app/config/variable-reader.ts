import { isIP, isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { LenderChannels } from '../../contract/lender.ts'
import { textFormats } from '../../kernel/text-formats.ts'
import { parseDatabaseUrl } from '../../platform/db/database-url.ts'
import type { FilePlace } from '../../platform/files/files.ts'
import type { ServiceAddress } from '../../platform/outbound/json-service.ts'

/** Reads variables by type, and adds a sentence to the problems for each invalid one. */
export class VariableReader {
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
    const insurer = this.#insurer() ?? fallback.insurer
    const susepProcess = this.#susepProcess() ?? fallback.susepProcess
    const insuranceTerms = this.#insuranceTerms() ?? fallback.insuranceTerms
    return {
      ...(sac === undefined ? {} : { sac }),
      ...(ouvidoria === undefined ? {} : { ouvidoria }),
      ...(privacy === undefined ? {} : { privacy }),
      ...(insurer === undefined ? {} : { insurer }),
      ...(susepProcess === undefined ? {} : { susepProcess }),
      ...(insuranceTerms === undefined ? {} : { insuranceTerms }),
    }
  }

  #phone(name: string): string | undefined {
    const text = this.text(name)
    const digits = text?.replaceAll(/\D/g, '').length ?? 0
    if (text === undefined || (/^\+?[\d ()-]+$/.test(text) && digits >= 8 && digits <= 13)) return text
    this.#problems.push(`${name} must be a phone number such as 0800 123 4567`)
    return undefined
  }

  #insurer(): string | undefined {
    const text = this.text('LENDER_INSURER')
    if (text === undefined || text.length <= 200) return text
    this.#problems.push('LENDER_INSURER must have at most 200 characters')
    return undefined
  }

  #susepProcess(): string | undefined {
    const text = this.text('LENDER_INSURANCE_SUSEP')
    if (text === undefined || /^\d{5}\.\d{6}\/\d{4}-\d{2}$/.test(text)) return text
    this.#problems.push('LENDER_INSURANCE_SUSEP must be the number of a process such as 15414.900123/2024-11')
    return undefined
  }

  #insuranceTerms(): string | undefined {
    const text = this.text('LENDER_INSURANCE_TERMS')
    if (text === undefined || isHttpsPage(text)) return text
    this.#problems.push('LENDER_INSURANCE_TERMS must be an https page')
    return undefined
  }

  #privacyAddress(): string | undefined {
    const text = this.text('LENDER_PRIVACY')
    if (text === undefined || isHttpsPage(text) || textFormats['email-address'](text)) return text
    this.#problems.push('LENDER_PRIVACY must be an e-mail address or an https page')
    return undefined
  }

  key(name: string): Buffer | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
    // Node ignores every other character: any sentence would pass.
    if (/^[A-Za-z0-9+/]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
    this.#problems.push(`${name} must be 32 bytes, written as 64 hexadecimal characters or in base64`)
    return undefined
  }
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32))
}

const isHttpsPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'
