import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, since a single client is given a whole one and could
 * otherwise show a new address with every request.
 */
export function computeClientAddress(address: string): string {
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
