import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { Tracing } from '../telemetry/tracing.ts'
import {
  type AddressRules,
  findUrlObjection,
  isAllowedAddress,
  isThisMachine,
  readHost,
} from './address-rules.ts'
import { type Exchange, type OutboundAnswer, ReceiveAnswer } from './receive-answer.ts'
import { AddressError, resolveName } from './resolve-name.ts'

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

export interface GuardedClientOptions extends AddressRules {
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
        const { url, headers, body } = exchange
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
            path: url.pathname + url.search,
            method: 'POST',
            headers: [...headers, ...Object.entries(span?.headers ?? {}).flat()],
            body,
          },
          new ReceiveAnswer(totalMs, finish, exchange.maySend),
        )
      })
    },

    close: () => agent.destroy(),
  }
}
