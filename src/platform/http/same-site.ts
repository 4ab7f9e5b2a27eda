import type { FastifyRequest } from 'fastify'

interface Site {
  readonly publicUrl: string
  /** Set to 1 by our pages on every request that changes something. */
  readonly header: string
}

/**
 * Whether a page of ours sent the request. A page of another site cannot send our header without being asked about it first, and we
 * never say yes; and nobody types a request that changes something. Programs that are no browsers do not say who sent it; they carry no
 * cookies that a stranger's page could ride on.
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
