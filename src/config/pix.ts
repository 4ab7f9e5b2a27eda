import { readFileSync } from 'node:fs'
import type { PixApiSettings } from '../modules/pix/index.ts'

interface Variables {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T
}

/** Host names, with a port where it is not that of https. */
const HOST = /^[a-z0-9.-]+(?::[0-9]{1,5})?$/

/** The Pix API of the lender's payment service provider; undefined without PIX_API_URL. */
export function readPixSettings(read: Variables, problems: string[]): PixApiSettings | undefined {
  const apiUrl = read.url('PIX_API_URL', ['https:'])
  if (apiUrl === undefined) return undefined
  const need = (name: string): string => {
    const text = read.text(name)
    if (text === undefined) problems.push(`${name} is missing: PIX_API_URL names a payment service provider`)
    return text ?? ''
  }
  const readPem = (name: string, path: string): string => {
    try {
      const pem = readFileSync(path, 'utf8')
      if (pem.includes('-----BEGIN ')) return pem
    } catch {}
    problems.push(`${name} must name a file in PEM that this program may read`)
    return ''
  }
  const locationHosts = need('PIX_LOCATION_HOSTS')
    .split(',')
    .map(host => host.trim().toLowerCase())
    .filter(host => host !== '')
  if (!locationHosts.every(host => HOST.test(host)))
    problems.push('PIX_LOCATION_HOSTS must be host names such as qr.example.com, separated by commas')
  const caFile = read.text('PIX_CA_FILE')
  const tokenUrl = read.url('PIX_TOKEN_URL', ['https:']) ?? need('PIX_TOKEN_URL')
  const certificateFile = need('PIX_CERTIFICATE_FILE')
  const keyFile = need('PIX_KEY_FILE')
  return {
    apiUrl: apiUrl.replace(/\/+$/, ''),
    tokenUrl,
    clientId: need('PIX_CLIENT_ID'),
    // Some providers know their clients by the certificate alone.
    clientSecret: read.text('PIX_CLIENT_SECRET') ?? '',
    clientAuth: read.oneOf('PIX_CLIENT_AUTH', ['basic', 'body'], 'basic'),
    identity: {
      certificate: certificateFile && readPem('PIX_CERTIFICATE_FILE', certificateFile),
      key: keyFile && readPem('PIX_KEY_FILE', keyFile),
      ...(caFile === undefined ? {} : { ca: readPem('PIX_CA_FILE', caFile) }),
    },
    locationHosts,
  }
}
