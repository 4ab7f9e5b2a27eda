import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { missingParameters } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { KeyOnlyRequest } from '../../../contract/transaction.ts'
import {
  DeletedAnswer,
  EndpointAnswer,
  EndpointChange,
  EndpointHealthAnswer,
  EndpointsAnswer,
  EndpointWithSecretAnswer,
  NewEndpointRequest,
} from '../../../contract/webhooks.ts'
import type { Endpoint, EndpointWithSecret } from '../../../domains/webhooks/index.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { describeWebhookRead, describeWebhookRoute } from '../describe-webhook-route.ts'

interface OfEndpoint {
  readonly Params: { readonly endpointId: string }
}

const config = { scope: 'webhooks' } as const
const notFound = { 404: 'Endpoint not found' }

export function addEndpointRoutes(app: FastifyInstance, api: App): void {
  const { webhooks, clock } = api

  app.post<{ Body: NewEndpointRequest }>(
    '/webhooks/endpoints',
    {
      config,
      schema: describeWebhookRoute({
        summary: 'Register a receiver of events',
        description:
          'Every event of the types chosen is POSTed to the url, signed by the rules of Standard Webhooks. The secret is shown only once.',
        body: NewEndpointRequest,
        answer: EndpointWithSecretAnswer,
        refusals: {
          400: 'Missing or wrong parameters, or the URL is not allowed',
          409: 'Too many endpoints',
        },
      }),
    },
    async (request, reply): Promise<Answer<typeof EndpointWithSecretAnswer>> => {
      const { url, events } = request.body
      await checkReceiver(api, url)
      const { retailerId } = getCaller(request)
      const present = (created: EndpointWithSecret) => presentWithSecret(created, now)
      const now = clock.now()
      const remember = rememberAnswer(request, reply, present)
      return present(await webhooks.createEndpoint({ retailerId, url, events }, remember))
    },
  )

  app.get(
    '/webhooks/endpoints',
    {
      config,
      schema: describeWebhookRead({
        summary: 'List the receivers of events',
        description: 'With their state: an endpoint that was disabled says when and why.',
        answer: EndpointsAnswer,
      }),
    },
    async (request): Promise<Answer<typeof EndpointsAnswer>> => {
      const endpoints = await webhooks.listEndpoints(getCaller(request).retailerId)
      return { data: endpoints.map(endpoint => presentEndpoint(endpoint, clock.now())), next: null }
    },
  )

  app.post<OfEndpoint & { Body: EndpointChange }>(
    '/webhooks/endpoints/:endpointId/change',
    {
      config,
      schema: describeWebhookRoute({
        summary: 'Change a receiver',
        description:
          'Its address, its types of events, or both. It keeps its id, its secret and its log; deliveries that wait go to the new address.',
        body: EndpointChange,
        answer: EndpointAnswer,
        refusals: { ...notFound, 400: 'Missing or wrong parameters, or the URL is not allowed' },
      }),
    },
    async (request, reply): Promise<Answer<typeof EndpointAnswer>> => {
      const { url, events } = request.body
      if (url === undefined && events === undefined) throw missingParameters(['url'])
      if (url !== undefined) await checkReceiver(api, url)
      const { retailerId } = getCaller(request)
      const now = clock.now()
      const present = (changed: Endpoint) => presentEndpoint(changed, now)
      const wanted = { retailerId, id: request.params.endpointId, url, events }
      return present(await webhooks.changeEndpoint(wanted, rememberAnswer(request, reply, present)))
    },
  )

  app.get<OfEndpoint>(
    '/webhooks/endpoints/:endpointId/health',
    {
      config,
      schema: describeWebhookRead({
        summary: 'Read how a receiver fares',
        description:
          'Attempts of the last 90 days, day by day, and what waits. A replay is done when `untried` is 0.',
        answer: EndpointHealthAnswer,
        refusals: notFound,
      }),
    },
    async (request): Promise<Answer<typeof EndpointHealthAnswer>> => {
      const { retailerId } = getCaller(request)
      return webhooks.readHealth(retailerId, request.params.endpointId)
    },
  )

  app.delete<OfEndpoint>(
    '/webhooks/endpoints/:endpointId',
    {
      config,
      schema: describeWebhookRead({
        summary: 'Delete a receiver',
        description: 'Pending deliveries to it are canceled.',
        answer: DeletedAnswer,
        refusals: notFound,
      }),
    },
    async (request): Promise<Answer<typeof DeletedAnswer>> => {
      const { endpointId } = request.params
      await webhooks.deleteEndpoint(getCaller(request).retailerId, endpointId)
      return { id: endpointId, deleted: true }
    },
  )

  app.post<OfEndpoint>(
    '/webhooks/endpoints/:endpointId/rotate',
    {
      config,
      schema: describeWebhookRoute({
        summary: 'Change the signing secret',
        description:
          'The new secret is shown only once. For 24 hours deliveries carry a signature of the old one too, so that the receiver can change over without a gap.',
        body: KeyOnlyRequest,
        answer: EndpointWithSecretAnswer,
        refusals: notFound,
      }),
    },
    async (request, reply): Promise<Answer<typeof EndpointWithSecretAnswer>> => {
      const { retailerId } = getCaller(request)
      const now = clock.now()
      const present = (rotated: EndpointWithSecret) => presentWithSecret(rotated, now)
      const remember = rememberAnswer(request, reply, present)
      return present(await webhooks.rotateSecret(retailerId, request.params.endpointId, remember))
    },
  )

  app.post<OfEndpoint>(
    '/webhooks/endpoints/:endpointId/enable',
    {
      config,
      schema: describeWebhookRoute({
        summary: 'Enable a receiver again',
        description:
          'Pending deliveries continue. Events from while it was disabled are not sent to it: replay that period.',
        body: KeyOnlyRequest,
        answer: EndpointAnswer,
        refusals: notFound,
      }),
    },
    async (request): Promise<Answer<typeof EndpointAnswer>> => {
      const { retailerId } = getCaller(request)
      return presentEndpoint(
        await webhooks.enableEndpoint(retailerId, request.params.endpointId),
        clock.now(),
      )
    },
  )
}

/** Throws where nothing may be sent. */
export async function checkReceiver({ outbound }: Pick<App, 'outbound'>, url: string): Promise<void> {
  const objection = await outbound.findObjection(url)
  if (objection !== undefined)
    throw new RequestError('url_not_allowed', { details: [{ field: 'url', message: `url ${objection}` }] })
}

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
