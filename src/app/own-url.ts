import type { AddressInfo } from 'node:net'
import type { Config } from './config/config.ts'

/** Where this process is reached by itself. On a laptop, the address on which it really listens: the public one may be meant for a
 * phone, or have port 0. */
export function computeOwnUrl(
  { publicUrl, webhookAllowPrivate }: Pick<Config, 'publicUrl' | 'webhookAllowPrivate'>,
  address: AddressInfo | null,
): string {
  if (!webhookAllowPrivate || address === null) return publicUrl
  const isAny = address.address === '0.0.0.0' || address.address === '::'
  const host = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
