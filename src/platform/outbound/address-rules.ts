import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where requests to addresses chosen by others may go. */
export interface AddressRules {
  /** Allows receivers on this machine, also over plain http: for development. */
  readonly allowLoopback: boolean
}

/** Contains every unicast address of the internet; the other ranges are tunnels, translations or private. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public-looking address that, inside Azure, leads to the host of the virtual machine. */
const CLOUD_HOST = '168.63.129.16'

export function isAllowedAddress(text: string, { allowLoopback }: AddressRules): boolean {
  // A zone (fe80::1%eth0) names one of our network interfaces.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  const range = address.range()
  if (range === 'loopback') return allowLoopback
  if (range !== 'unicast' || text === CLOUD_HOST) return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

/** Names of private networks, whatever a name server says about them. */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|corp|private)$/
const LOCALHOST = 'localhost'
const MAX_URL_LENGTH = 2_048
const TLS_PORT = 443
const FIRST_FREE_PORT = 1_024

/** Without brackets and without a trailing dot. */
export function readHost(url: URL): string {
  const { hostname } = url
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

/** What is wrong with the address as written, undefined if nothing is. Names still have to be resolved. */
export function findUrlObjection(text: string, rules: AddressRules): string | undefined {
  // A parser drops tabs and converts backslashes, so that two parsers may disagree on where such an address leads.
  if (text.length > MAX_URL_LENGTH || /[\s\p{C}\\]/u.test(text) || !URL.canParse(text))
    return `must be an https address of at most ${MAX_URL_LENGTH} characters`
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (/^[^:]+:\/*[^/?#]*@/.test(text)) return 'must not hold credentials'
  if (url.hash !== '' || text.includes('#')) return 'must not have a fragment'
  const host = readHost(url)
  const isHere = host === LOCALHOST || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback')
  if (isHere) return rules.allowLoopback ? undefined : 'must lead to a public address'
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must use port ${TLS_PORT}, or one from ${FIRST_FREE_PORT} on`
  const isPublic =
    isIP(host) === 0 ? host.includes('.') && !PRIVATE_NAMES.test(host) : isAllowedAddress(host, rules)
  return isPublic ? undefined : 'must lead to a public address'
}

export function isThisMachine(host: string): boolean {
  return host === LOCALHOST
}
