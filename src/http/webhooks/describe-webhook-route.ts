import type { TSchema } from 'typebox'
import { describeRead, describeRoute, type RouteDescription } from '../../platform/http/describe-route.ts'

const TAG = 'Webhooks'

export function describeWebhookRoute(route: Omit<RouteDescription, 'tag'>) {
  return describeRoute({ ...route, tag: TAG })
}

/** A GET or DELETE: its key comes in the header. */
export function describeWebhookRead(
  route: Omit<RouteDescription, 'tag' | 'body'> & { readonly querystring?: TSchema },
) {
  const { querystring, ...read } = route
  return {
    ...describeRead({ ...read, tag: TAG }),
    security: [{ header: [] }],
    ...(querystring === undefined ? {} : { querystring }),
  }
}
