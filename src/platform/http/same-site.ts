import type { FastifyRequest } from 'fastify'

interface Site {
  readonly publicUrl: string
  /** Set to 1 by our pages on every request that changes something. */
  readonly header: string
}

/**
 * Whether one of our own pages sent the request. A page of another site cannot send our header without a CORS
 * preflight, which we never allow, and a user cannot type a request that changes something. Clients other than browsers
 * send no Sec-Fetch-Site or Origin; they carry no cookies that another site could abuse.
 */
export function isSameSite(request: FastifyRequest, { publicUrl, header }: Site): boolean {
  const { method, headers } = request
  const isRead = method === 'GET'
  if (!isRead && headers[header] !== '1') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) return false
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.host || host === new URL(publicUrl).host
}
