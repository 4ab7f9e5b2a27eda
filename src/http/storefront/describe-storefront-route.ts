import type { TSchema } from 'typebox'
import { describeRead } from '../../platform/http/describe-route.ts'

/** A GET by a page: its key is a parameter like the others. */
export function describeStorefrontRead(route: {
  readonly summary: string
  readonly description: string
  readonly querystring: TSchema
  readonly answer: TSchema
}) {
  const { querystring, ...read } = route
  const refusals = {
    400: 'Missing or wrong parameters, or a secret key; `details` names each field',
    403: 'The origin of the page is not one of the retailer’s',
    409: 'The retailer has no credit policy yet',
    429: 'The key or the address asks too often; see Retry-After',
  }
  return { ...describeRead({ ...read, tag: 'Storefront', refusals }), security: [], querystring }
}
