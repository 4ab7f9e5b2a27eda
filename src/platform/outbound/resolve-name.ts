import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The name has no address, or no name server answered in time. */
export class NameNotResolved extends Error {}

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
    if (addresses.length === 0) throw new NameNotResolved('the name has no address')
    return addresses
  } finally {
    timer.abort()
    await late
  }
}
