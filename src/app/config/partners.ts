import { readFileSync } from 'node:fs'
import type { HttpRailSettings } from '../../domains/payouts/http-rail.ts'
import { type Payee, parsePayee } from '../../domains/payouts/index.ts'
import type { PixApiSettings } from '../../domains/pix/http-pix-api.ts'
import { InputError } from '../../kernel/faults.ts'
import { textFormats } from '../../kernel/text-formats.ts'
import type { OAuthCredentials } from '../../platform/outbound/oauth-session.ts'
import type { TlsIdentity } from '../../platform/outbound/tls-client.ts'
import { SAMPLERS, type TracingSettings } from '../../platform/telemetry/tracing.ts'
import type { VariableReader } from './variable-reader.ts'

interface ClientVariables {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T
}

interface OAuthClient extends Omit<OAuthCredentials, 'scopes'> {
  readonly identity: TlsIdentity
}

/** How this program authenticates to a bank: client credentials and a certificate, in variables with one prefix. */
function readOAuthClient(
  read: ClientVariables,
  prefix: 'PIX' | 'PAYOUT',
  need: (name: string) => string,
  problems: string[],
): OAuthClient {
  const readPem = (name: string, path: string): string => {
    try {
      const pem = readFileSync(path, 'utf8')
      if (pem.includes('-----BEGIN ')) return pem
    } catch {}
    problems.push(`${name} must name a file in PEM that this program may read`)
    return ''
  }
  const caFile = read.text(`${prefix}_CA_FILE`)
  const tokenUrl = read.url(`${prefix}_TOKEN_URL`, ['https:']) ?? need(`${prefix}_TOKEN_URL`)
  const certificateFile = need(`${prefix}_CERTIFICATE_FILE`)
  const keyFile = need(`${prefix}_KEY_FILE`)
  return {
    tokenUrl,
    clientId: need(`${prefix}_CLIENT_ID`),
    // Some providers identify their clients by the certificate alone.
    clientSecret: read.text(`${prefix}_CLIENT_SECRET`) ?? '',
    clientAuth: read.oneOf(`${prefix}_CLIENT_AUTH`, ['basic', 'body'], 'basic'),
    identity: {
      certificate: certificateFile && readPem(`${prefix}_CERTIFICATE_FILE`, certificateFile),
      key: keyFile && readPem(`${prefix}_KEY_FILE`, keyFile),
      ...(caFile === undefined ? {} : { ca: readPem(`${prefix}_CA_FILE`, caFile) }),
    },
  }
}

/** Host names, with a port unless it is the default of https. */
const HOST = /^[a-z0-9.-]+(?::[0-9]{1,5})?$/

/** The Pix API of the lender's payment service provider; undefined without PIX_API_URL. */
export function readPixSettings(read: ClientVariables, problems: string[]): PixApiSettings | undefined {
  const apiUrl = read.url('PIX_API_URL', ['https:'])
  if (apiUrl === undefined) return undefined
  const need = (name: string): string => {
    const text = read.text(name)
    if (text === undefined) problems.push(`${name} is missing: PIX_API_URL names a payment service provider`)
    return text ?? ''
  }
  const locationHosts = need('PIX_LOCATION_HOSTS')
    .split(',')
    .map(host => host.trim().toLowerCase())
    .filter(host => host !== '')
  if (!locationHosts.every(host => HOST.test(host)))
    problems.push('PIX_LOCATION_HOSTS must be host names such as qr.example.com, separated by commas')
  return {
    apiUrl: apiUrl.replace(/\/+$/, ''),
    ...readOAuthClient(read, 'PIX', need, problems),
    locationHosts,
  }
}

interface Variables extends ClientVariables {
  integer(name: string, fallback: number, minimum: number, maximum: number): number
}

/** How money leaves. */
export interface PayoutSettings {
  /** Undefined without PAYOUT_URL: orders leave by files, or in homologation by the sandbox bank. */
  readonly http: HttpRailSettings | undefined
  /** `file`: no bank is called, even if one is configured. */
  readonly rail: 'http' | 'file'
  /** In reais: above this amount a person approves. */
  readonly approvalLimit: number
  /** The payee of premiums; orders for an unknown payee wait. */
  readonly insurer: Payee | undefined
}

export function readPayoutSettings(
  read: Variables,
  problems: string[],
  isHomologation: boolean,
): PayoutSettings {
  const http = readHttp(read, problems)
  const rail = read.oneOf(
    'PAYOUT_RAIL',
    ['http', 'file'],
    http !== undefined || isHomologation ? 'http' : 'file',
  )
  if (rail === 'http' && http === undefined && !isHomologation)
    problems.push('PAYOUT_URL is missing: PAYOUT_RAIL=http names no bank')
  return {
    http,
    rail,
    approvalLimit: read.integer('PAYOUT_APPROVAL_LIMIT', 50_000, 0, 1_000_000_000),
    insurer: readInsurer(read, problems),
  }
}

function readHttp(read: Variables, problems: string[]): HttpRailSettings | undefined {
  const url = read.url('PAYOUT_URL', ['https:'])
  if (url === undefined) return undefined
  const need = (name: string): string => {
    const text = read.text(name)
    if (text === undefined) problems.push(`${name} is missing: PAYOUT_URL names a bank`)
    return text ?? ''
  }
  return { url: url.replace(/\/+$/, ''), ...readOAuthClient(read, 'PAYOUT', need, problems) }
}

function readInsurer(read: Variables, problems: string[]): Payee | undefined {
  const [name, document, key] = (['NAME', 'DOCUMENT', 'PIX_KEY'] as const).map(part =>
    read.text(`INSURER_${part}`),
  )
  if (name === undefined && document === undefined && key === undefined) return undefined
  try {
    return parsePayee({ name: name ?? '', document: document ?? '', pixKey: key ?? '' })
  } catch (error) {
    if (!(error instanceof InputError) || error.field === undefined) throw error
    const variable =
      error.field === 'payee.to.key' ? 'PIX_KEY' : error.field.replace('payee.', '').toUpperCase()
    problems.push(`INSURER_${variable} ${error.problem}`)
    return undefined
  }
}

export interface MailAddress {
  readonly url: string
  /** The sender, as mail programs show it. */
  readonly from: string
}

/** SMTP_URL and SMTP_FROM; undefined without the first. Adds what is wrong with them to the problems. */
export function parseMail(
  url: string | undefined,
  from: string | undefined,
  problems: string[],
): MailAddress | undefined {
  if (url === undefined) return undefined
  const { hostname, search, pathname } = new URL(url)
  if (hostname === '' || search !== '' || !['', '/'].includes(pathname))
    problems.push(
      'SMTP_URL must name a mail server and nothing after it, such as smtps://user:password@mail.example.com',
    )
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(from ?? '')?.[1] ?? from ?? ''
  if (!textFormats['email-address'](address))
    problems.push('SMTP_FROM must be the sender of e-mails, such as Crediário <nao-responda@example.com>')
  return { url, from: from ?? '' }
}

/** The usual variables of OpenTelemetry. Undefined without an endpoint: nothing is traced. */
export function readTracing(read: VariableReader, problems: string[]): TracingSettings | undefined {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const headers = readHeaders(read.text('OTEL_EXPORTER_OTLP_HEADERS'), problems)
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  const ratio = readRatio(read.text('OTEL_TRACES_SAMPLER_ARG'), problems)
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'crediario'
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName, sampler, ratio }
}

function readRatio(text: string | undefined, problems: string[]): number {
  if (text === undefined) return 1
  const ratio = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  problems.push('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1')
  return 1
}

/** As in `api-key=secret,tenant=a%20b`. The error does not repeat the value: it may be a secret. */
function readHeaders(text: string | undefined, problems: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    const decoded = decode(value)
    if (name !== undefined && decoded !== undefined) headers[name.toLowerCase()] = decoded
    else
      problems.push(
        'OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas, values percent-encoded',
      )
  }
  return headers
}

function decode(value: string | undefined): string | undefined {
  try {
    const decoded = value === undefined ? '' : decodeURIComponent(value)
    return /^[\t\x20-\x7e]+$/.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

/** With which callbacks to VTEX are signed in: both, or neither. */
export function readVtexKeys(
  read: Pick<VariableReader, 'text'>,
  problems: string[],
): { readonly appKey: string; readonly appToken: string } | undefined {
  const [appKey, appToken] = [read.text('VTEX_APP_KEY'), read.text('VTEX_APP_TOKEN')]
  if (appKey !== undefined && appToken !== undefined) return { appKey, appToken }
  if (appKey !== appToken) problems.push('VTEX_APP_KEY and VTEX_APP_TOKEN are set together, or neither is')
  return undefined
}

export function readNuvemshop(read: Pick<VariableReader, 'text' | 'url'>, problems: string[]) {
  const [appId, clientSecret] = [read.text('NUVEMSHOP_APP_ID'), read.text('NUVEMSHOP_CLIENT_SECRET')]
  const contact = read.text('NUVEMSHOP_CONTACT')
  const schemes = ['https:', 'http:']
  const apiUrl = read.url('NUVEMSHOP_API_URL', schemes) ?? 'https://api.tiendanube.com/v1'
  const tokenUrl =
    read.url('NUVEMSHOP_TOKEN_URL', schemes) ?? 'https://www.tiendanube.com/apps/authorize/token'
  if (appId !== undefined && clientSecret !== undefined && contact !== undefined)
    return { appId, clientSecret, contact, apiUrl: apiUrl.replace(/\/+$/, ''), tokenUrl }
  if ([appId, clientSecret, contact].some(each => each !== undefined))
    problems.push(
      'NUVEMSHOP_APP_ID, NUVEMSHOP_CLIENT_SECRET and NUVEMSHOP_CONTACT are set together, or none is',
    )
  return undefined
}
