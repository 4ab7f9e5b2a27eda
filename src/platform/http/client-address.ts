import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or an IPv6 /64 network, since a single client is given a whole /64 and
 * could otherwise use a new address for every request.
 */
export function computeClientAddress(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const restLength = rest.length + (rest.at(-1)?.includes('.') ? 1 : 0)
  while (tail !== undefined && groups.length + restLength < 8) groups.push('0')
  return [...groups, ...rest]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * The address that a request came from, as the framework's `request.ip` tells it, for what is answered before the framework: of the
 * peers that the trusted proxies name in turn, the last one that is not itself such a proxy.
 */
export function createPeerReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return request => request.socket.remoteAddress ?? ''
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', length] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(length), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return request => {
    let address = request.socket.remoteAddress ?? ''
    const told = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    for (const each of told.toReversed()) {
      if (!isTrusted(address) || each.trim() === '') return address
      address = each.trim()
    }
    return address
  }
}
