import type { Answer } from '../../../contract/presented.ts'
import type { EndpointAnswer, EndpointWithSecretAnswer } from '../../../contract/webhooks.ts'
import type { Endpoint, EndpointWithSecret } from '../../../domains/webhooks/index.ts'

export function presentEndpoint(endpoint: Endpoint, now: Date): Answer<typeof EndpointAnswer> {
  const { id, url, status, failingSince, disabledAt, disabledReason, previousSecretUntil } = endpoint
  return {
    id,
    url,
    events: endpoint.events,
    status,
    createdAt: endpoint.createdAt.toISOString(),
    failingSince: failingSince?.toISOString(),
    disabledAt: disabledAt?.toISOString(),
    disabledReason: disabledReason ?? undefined,
    previousSecretUntil:
      previousSecretUntil === null || previousSecretUntil <= now
        ? undefined
        : previousSecretUntil.toISOString(),
  }
}

export function presentWithSecret(
  { endpoint, secret }: EndpointWithSecret,
  now: Date,
): Answer<typeof EndpointWithSecretAnswer> {
  return { ...presentEndpoint(endpoint, now), secret }
}
