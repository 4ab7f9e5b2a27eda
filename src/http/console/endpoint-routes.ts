import type { FastifyInstance } from 'fastify'
import type { ConsoleAuditAction } from '../../contract/console-audit.ts'
import type {
  DeliveryList,
  DeliveryView,
  EndpointFare,
  EndpointHealth,
  EndpointList,
  EndpointView,
  EndpointWithSecret,
  FullDelivery,
} from '../../contract/console-integration.ts'
import {
  ConsoleEndpointRequest,
  ConsoleReplayRequest,
  ConsoleTestRequest,
} from '../../contract/console-integration-requests.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { DeliveriesQuery } from '../../contract/webhooks.ts'
import { appendAudit } from '../../domains/audit/index.ts'
import { type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { replayEvents } from '../../domains/webhooks/index.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import {
  presentDelivery,
  presentFullDelivery,
  readDeliveries,
  waitForAttempt,
} from '../webhooks/deliveries/route.ts'
import { checkReceiver, presentEndpoint, presentWithSecret } from '../webhooks/endpoints/route.ts'
import { getStaffSession } from './console-guard.ts'
import { beginningOf } from './key-routes.ts'

interface OfEndpoint {
  readonly Params: { readonly endpoint: string }
}

/** In the transaction of a change, with what it led to. */
type Note<Outcome> = (tx: Parameters<typeof appendAudit>[0], outcome: Outcome) => Promise<void>

const read = { config: { public: true, console: 'integration.read' }, exposeHeadRoute: false } as const
const change = { config: { public: true, console: 'integration.change' } } as const

/** Receivers of webhooks: the same operations that programs have, each change with its line in the shop's log. */
export function addEndpointPageRoutes(app: FastifyInstance, api: Site): void {
  const { webhooks, clock, realClock } = api

  /** Noted in the transaction of the change. */
  function note<Outcome>(
    session: StaffSession,
    action: ConsoleAuditAction,
    nameSubject: (outcome: Outcome) => string,
    details: Readonly<Record<string, string>> = {},
  ): Note<Outcome> {
    return (tx, outcome) =>
      appendAudit(
        tx,
        { staff: staffOf(session), action, subject: nameSubject(outcome), details },
        realClock.now(),
      )
  }

  app.get('/console/api/integration/endpoints', read, async (request): Promise<Presented<EndpointList>> => {
    const { retailerId } = getStaffSession(request)
    const endpoints = await webhooks.listEndpoints(retailerId)
    return {
      endpoints: await Promise.all(
        endpoints.map(
          async (endpoint): Promise<Presented<EndpointFare>> => ({
            ...presentEndpoint(endpoint, clock.now()),
            health: await webhooks.readHealth(retailerId, endpoint.id),
          }),
        ),
      ),
    }
  })

  app.post<{ Body: ConsoleEndpointRequest }>(
    '/console/api/integration/endpoints',
    { ...change, schema: { body: ConsoleEndpointRequest } },
    async (request): Promise<Presented<EndpointWithSecret>> => {
      const session = getStaffSession(request)
      const { url, events } = request.body
      await checkReceiver(api, url)
      const remember = note<{ endpoint: { id: string } }>(
        session,
        'endpoint.create',
        made => made.endpoint.id,
      )
      const { retailerId } = session
      return presentWithSecret(
        await webhooks.createEndpoint({ retailerId, url, events }, remember),
        clock.now(),
      )
    },
  )

  app.post<OfEndpoint & { Body: ConsoleEndpointRequest }>(
    '/console/api/integration/endpoints/:endpoint/change',
    { ...change, schema: { body: ConsoleEndpointRequest } },
    async (request): Promise<Presented<EndpointView>> => {
      const session = getStaffSession(request)
      const { url, events } = request.body
      await checkReceiver(api, url)
      const wanted = { retailerId: session.retailerId, id: request.params.endpoint, url, events }
      const remember = note<{ id: string }>(session, 'endpoint.change', ({ id }) => id)
      return presentEndpoint(await webhooks.changeEndpoint(wanted, remember), clock.now())
    },
  )

  app.post<OfEndpoint>(
    '/console/api/integration/endpoints/:endpoint/remove',
    change,
    async (request): Promise<object> => {
      const session = getStaffSession(request)
      const { endpoint: id } = request.params
      await webhooks.deleteEndpoint(
        session.retailerId,
        id,
        note(session, 'endpoint.remove', () => id),
      )
      return {}
    },
  )

  app.post<OfEndpoint>(
    '/console/api/integration/endpoints/:endpoint/secret',
    change,
    async (request): Promise<Presented<EndpointWithSecret>> => {
      const session = getStaffSession(request)
      const { endpoint: id } = request.params
      const remember = note(session, 'endpoint.secret', () => id)
      return presentWithSecret(await webhooks.rotateSecret(session.retailerId, id, remember), clock.now())
    },
  )

  app.post<OfEndpoint>(
    '/console/api/integration/endpoints/:endpoint/enable',
    change,
    async (request): Promise<Presented<EndpointView>> => {
      const session = getStaffSession(request)
      const { endpoint: id } = request.params
      const remember = note(session, 'endpoint.enable', () => id)
      return presentEndpoint(await webhooks.enableEndpoint(session.retailerId, id, remember), clock.now())
    },
  )

  app.get<OfEndpoint>(
    '/console/api/integration/endpoints/:endpoint/health',
    read,
    async (request): Promise<Presented<EndpointHealth>> =>
      webhooks.readHealth(getStaffSession(request).retailerId, request.params.endpoint),
  )

  app.get<{ Querystring: DeliveriesQuery }>(
    '/console/api/integration/deliveries',
    { ...read, schema: { querystring: DeliveriesQuery } },
    async (request): Promise<Presented<DeliveryList>> =>
      readDeliveries(webhooks, getStaffSession(request).retailerId, request.query),
  )

  app.get<{ Params: { endpoint: string; event: string } }>(
    '/console/api/integration/endpoints/:endpoint/events/:event',
    read,
    async (request): Promise<Presented<FullDelivery>> => {
      const { endpoint, event } = request.params
      return presentFullDelivery(
        await webhooks.readDelivery(getStaffSession(request).retailerId, endpoint, event),
      )
    },
  )

  app.post<OfEndpoint & { Body: ConsoleTestRequest }>(
    '/console/api/integration/endpoints/:endpoint/test',
    { ...change, schema: { body: ConsoleTestRequest } },
    async (request): Promise<Presented<DeliveryView>> => {
      const session = getStaffSession(request)
      const { retailerId } = session
      const { endpoint: endpointId } = request.params
      const { type } = request.body
      const remember = note(session, 'endpoint.test', () => endpointId, { type: type ?? 'test.ping' })
      const eventId = await webhooks.sendTest(retailerId, endpointId, { type, remember })
      return presentDelivery(await waitForAttempt(webhooks, { retailerId, endpointId, eventId }))
    },
  )

  app.post<OfEndpoint & { Body: ConsoleReplayRequest }>(
    '/console/api/integration/endpoints/:endpoint/replay',
    { ...change, schema: { body: ConsoleReplayRequest } },
    async (request): Promise<{ readonly replayed: number }> => {
      const session = getStaffSession(request)
      const { retailerId } = session
      const { endpoint: endpointId } = request.params
      const { eventId, from, to } = request.body
      if (eventId !== undefined) {
        const remember = note<void>(session, 'endpoint.replay', () => endpointId, { eventId })
        await webhooks.replayEvent(retailerId, endpointId, eventId, remember)
        return { replayed: 1 }
      }
      if (from === undefined || to === undefined) throw missingParameters(['eventId'])
      const range = {
        retailerId,
        endpointId,
        since: beginningOf('from', from),
        until: endOfDay(parseDay('to', to)),
      }
      if (range.until < range.since) throw invalidParameter('to', 'must not lie before from')
      const remember = note<number>(session, 'endpoint.replay', () => endpointId, { from, to })
      return { replayed: await replayEvents(api, range, remember) }
    },
  )
}
