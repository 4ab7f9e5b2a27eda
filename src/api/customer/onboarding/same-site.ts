import type { FastifyRequest } from 'fastify'
import { RequestError } from '../../../contract/errors.ts'
import { ONBOARDING_HEADER } from '../../../contract/onboarding.ts'
import { isSameSite } from '../../../platform/http/same-site.ts'

/**
 * A page of another site cannot send our header without being asked about it first, and we never say yes. Where the browser tells who
 * sent the request, it must have been a page of ours; nobody types a request that changes something.
 */
export function requireSameSite(request: FastifyRequest, publicUrl: string): void {
  const { headers } = request
  const isOurs =
    headers[ONBOARDING_HEADER] === '1' &&
    headers['sec-fetch-site'] !== 'none' &&
    isSameSite(request, publicUrl)
  if (!isOurs) throw new RequestError('cross_site_request')
}
