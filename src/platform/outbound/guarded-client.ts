import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'
import type { Tracing } from '../telemetry/tracing.ts'
import { type Exchange, type OutboundAnswer, ReceiveAnswer } from './receive-answer.ts'

/** An HTTP client for addresses chosen by others: it reaches public addresses only. */
export interface GuardedClient {
  /**
   * Why an address is refused, undefined if no reason is known: a name that cannot be resolved now is resolved again
   * later.
   */
  findObjection(url: string): Promise<string | undefined>
  /** Never rejects: a failure is an answer too. Redirects are not followed. */
  post(exchange: Exchange): Promise<OutboundAnswer>
  close(): Promise<void>
}

interface GuardedClientOptions extends AddressRules {
  readonly connectMs?: number
  /** From the first byte of the request to the last of its answer. */
  readonly totalMs?: number
  readonly resolve?: (name: string, deadlineMs: number) => Promise<string[]>
  readonly tracing?: Tracing | undefined
}

const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
/** For checks during a request, whose caller waits for the answer. */
const OBJECTION_MS = 1_200
const IDLE_MS = 5_000
const MAX_HEADER_BYTES = 16_384
const MAX_APPROVED = 1_000
const HERE = ['127.0.0.1', '::1']
const WEBHOOK = { 'http.request.method': 'POST', 'peer.service': 'webhook' } as const

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { connectMs = CONNECT_MS, totalMs = TOTAL_MS, resolve = resolveName, tracing } = options

  /** One forbidden address among several is enough: we cannot choose which of them a connection uses. */
  async function listAllowed(name: string, deadlineMs: number): Promise<string[]> {
    const addresses = isThisMachine(name) && options.allowLoopback ? HERE : await resolve(name, deadlineMs)
    if (addresses.length === 0 || !addresses.every(address => isAllowedAddress(address, options)))
      throw new AddressError('ADDRESS_REFUSED', 'the name leads to an address that is not allowed')
    return addresses
  }

  /**
   * The same receivers come again and again: their URL is checked once. The resolved address is checked at every
   * connection.
   */
  const approved = new Set<string>()
  function isWellFormed(href: string): boolean {
    if (approved.has(href)) return true
    if (findUrlObjection(href, options) !== undefined) return false
    if (approved.size >= MAX_APPROVED) approved.clear()
    approved.add(href)
    return true
  }

  const lookup: LookupFunction = (name, { all }, callback) => {
    listAllowed(name.replace(/\.$/, ''), connectMs).then(
      addresses => {
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        if (all) callback(null, found)
        else callback(null, found[0]?.address ?? '', found[0]?.family)
      },
      error => callback(error, all ? [] : ''),
    )
  }

  const connectPlain = buildConnector({ timeout: connectMs, lookup, autoSelectFamily: true, allowH2: false })
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    // A literal address is not resolved, so it has to be checked here.
    if (isIP(host) !== 0 && !isAllowedAddress(host, options))
      return callback(new AddressError('ADDRESS_REFUSED', 'the address is not allowed'), null)
    connectPlain(target, (error, socket) => {
      if (error !== null || socket === null) return callback(error ?? new Error('no connection'), null)
      // The address that the socket is really connected to decides.
      if (isAllowedAddress(socket.remoteAddress ?? '', options)) return callback(null, socket)
      socket.destroy()
      callback(new AddressError('ADDRESS_REFUSED', 'connected to an address that is not allowed'), null)
    })
  }

  const agent = new Agent({
    connect,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own deadline covers them all.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  return {
    async findObjection(url) {
      const objection = findUrlObjection(url, options)
      if (objection !== undefined) return objection
      const host = readHost(new URL(url))
      if (isIP(host) !== 0) return undefined
      try {
        await listAllowed(host, OBJECTION_MS)
      } catch (error) {
        if (!(error instanceof AddressError)) throw error
        if (error.code === 'ADDRESS_REFUSED') return 'must lead to a public address'
      }
      return undefined
    },

    post(exchange) {
      if (!isWellFormed(exchange.url.href))
        return Promise.resolve({ error: 'address refused', durationMs: 0 })
      return new Promise(done => {
        const { url, method = 'POST', target, headers, body } = exchange
        const span = tracing?.start({ name: 'POST webhook', kind: 'client', attributes: WEBHOOK })
        const finish = (answer: OutboundAnswer): void => {
          const isFailed = answer.status === undefined || answer.status >= 300
          span?.end({
            attributes: { 'http.response.status_code': answer.status },
            ...(isFailed && { error: String(answer.status ?? answer.error) }),
          })
          done(answer)
        }
        agent.dispatch(
          {
            origin: url.origin,
            path: target ?? url.pathname + url.search,
            method,
            headers: [...headers, ...Object.entries(span?.headers ?? {}).flat()],
            body: method === 'GET' ? null : body,
          },
          new ReceiveAnswer(totalMs, finish, exchange.maySend),
        )
      })
    },

    close: () => agent.destroy(),
  }
}

/** Where requests to addresses chosen by others may go. */
interface AddressRules {
  /** Allows receivers on this machine, also over plain http: for development. */
  readonly allowLoopback: boolean
}

/** Contains every unicast address of the internet; the other ranges are tunnels, translations or private. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public-looking address that, inside Azure, leads to the host of the virtual machine. */
const CLOUD_HOST = '168.63.129.16'

function isAllowedAddress(text: string, { allowLoopback }: AddressRules): boolean {
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
function readHost(url: URL): string {
  const { hostname } = url
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

/** What is wrong with the address as written, undefined if nothing is. Names still have to be resolved. */
function findUrlObjection(text: string, rules: AddressRules): string | undefined {
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

function isThisMachine(host: string): boolean {
  return host === LOCALHOST
}

/** Refused by our own rules before a byte was sent, or the name has no address, or no name server answered in time. */
class AddressError extends Error {
  readonly code: 'ADDRESS_REFUSED' | 'NAME_NOT_RESOLVED'

  constructor(code: AddressError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const QUERY_MS = 700
const QUERIES = 2

/**
 * All addresses of a name. Queries name servers directly: the operating system's lookup blocks one of the few threads
 * that files and hashes need too, for as long as a name server does not answer.
 */
export async function resolveName(
  name: string,
  deadlineMs: number,
  servers?: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERIES })
  if (servers !== undefined) resolver.setServers(servers)
  const timer = new AbortController()
  const late = delay(deadlineMs, undefined, { signal: timer.signal, ref: false }).then(
    () => resolver.cancel(),
    () => {},
  )
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new AddressError('NAME_NOT_RESOLVED', 'the name has no address')
    return addresses
  } finally {
    timer.abort()
    await late
  }
}
