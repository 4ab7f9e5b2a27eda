import type { Static } from 'typebox'
import type { EndpointAnswer, EndpointWithSecretAnswer } from '../../../contract/webhooks.ts'
import type { Endpoint, EndpointWithSecret } from '../../../modules/webhooks/index.ts'

export function presentEndpoint(endpoint: Endpoint, now: Date): Static<typeof EndpointAnswer> {
  const { id, url, status, failingSince, disabledAt, disabledReason, previousSecretUntil } = endpoint
  return {
    id,
    url,
    events: endpoint.events as Static<typeof EndpointAnswer>['events'],
    status,
    createdAt: endpoint.createdAt.toISOString(),
    ...(failingSince === null ? {} : { failingSince: failingSince.toISOString() }),
    ...(disabledAt === null ? {} : { disabledAt: disabledAt.toISOString() }),
    ...(disabledReason === null ? {} : { disabledReason }),
    ...(previousSecretUntil === null || previousSecretUntil <= now
      ? {}
      : { previousSecretUntil: previousSecretUntil.toISOString() }),
  }
}

export function presentWithSecret(
  { endpoint, secret }: EndpointWithSecret,
  now: Date,
): Static<typeof EndpointWithSecretAnswer> {
  return { ...presentEndpoint(endpoint, now), secret }
}
