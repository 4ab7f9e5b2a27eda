import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Refused by our own rules before a byte was sent, or the name has no address, or no name server answered in time. */
export class AddressError extends Error {
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
