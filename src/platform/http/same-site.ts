import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser says that a page of ours sent the request. Programs that are no browsers send neither header; they carry no
 * cookies that a stranger's page could ride on.
 */
export function isSameSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.headers.host || host === new URL(publicUrl).host
}
