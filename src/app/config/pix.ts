import type { PixApiSettings } from '../../domains/receivables/index.ts'
import { type ClientVariables, readOAuthClient } from './oauth-client.ts'

/** Host names, with a port where it is not that of https. */
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
