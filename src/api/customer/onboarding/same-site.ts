import type { FastifyRequest } from 'fastify'
import { RequestError } from '../../../contract/errors.ts'
import { ONBOARDING_HEADER } from '../../../contract/onboarding.ts'

/**
 * A page of another site cannot send our header without being asked about it first, and we never say yes. Where the browser tells who
 * sent the request, it must have been a page of ours.
 */
export function requireSameSite(request: FastifyRequest, publicOrigin: string): void {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const isOurs =
    headers[ONBOARDING_HEADER] === '1' &&
    (site === undefined || site === 'same-origin') &&
    (headers.origin === undefined || isOwnOrigin(headers.origin, headers.host, publicOrigin))
  if (!isOurs) throw new RequestError('cross_site_request')
}

/** The published address, or the one under which this very request came: on a laptop both 127.0.0.1 and localhost are right. */
function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
