import { RequestError } from '../../contract/errors.ts'
import {
  DEFAULT_EVENT_TYPES,
  type DeliveryStatus,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventFields,
  type WebhookEventType,
} from '../../contract/webhooks.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Remember } from '../../platform/db/database.ts'
import { type ExchangedHeaders, openAnswer, openHeaders, openListedAnswer } from './attempt.ts'
import { type EndpointDay, listEndpointDays } from './day-store.ts'
import {
  type AttemptRow,
  countRange,
  type DeliveryRow,
  eventExists,
  insertOwnDelivery,
  listDeliveries,
  type ReplayRange,
  readExchanges,
  replayOne,
  replayRange,
} from './delivery-store.ts'
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  enableEndpoint,
  endpointMac,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpointsOf,
  replaceSecret,
} from './endpoint-store.ts'
import { countPendingOf } from './queue-store.ts'
import { ROTATION_MS } from './schedule.ts'
import { newSigningSecret, sealSecret } from './signature.ts'

export type Endpoint = Omit<EndpointRow, 'secret' | 'previousSecret' | 'mac'>
export interface EndpointWithSecret {
  readonly endpoint: Endpoint
  readonly secret: string
}
interface Attempt extends Omit<AttemptRow, 'answer'> {
  readonly answer: string | null
}
export interface Delivery extends Omit<DeliveryRow, 'attempts'> {
  readonly attempts: readonly Attempt[]
}
/** With what was sent, and what came back. */
export interface FullDelivery extends Omit<Delivery, 'attempts'> {
  /** As it was sent, at every attempt. */
  readonly body: string
  readonly attempts: readonly (Attempt & { readonly headers: ExchangedHeaders | undefined })[]
}
export interface EndpointHealth {
  /** Deliveries that wait, up to 100,000. */
  readonly pending: number
  /** Those of them that were not tried since they were last asked for: what is left of a replay. */
  readonly untried: number
  readonly days: readonly EndpointDay[]
}

/** Self-service for retailers. Endpoints of other retailers are not found. */
export interface Webhooks {
  createEndpoint(
    wanted: {
      readonly retailerId: string
      readonly url: string
      readonly events: readonly WebhookEventType[] | undefined
    },
    remember?: Remember<EndpointWithSecret>,
  ): Promise<EndpointWithSecret>
  listEndpoints(retailerId: string): Promise<Endpoint[]>
  /** What is absent stays. Deliveries that wait go to the new address. */
  changeEndpoint(
    wanted: {
      readonly retailerId: string
      readonly id: string
      readonly url?: string | undefined
      readonly events?: readonly WebhookEventType[] | undefined
    },
    remember?: Remember<Endpoint>,
  ): Promise<Endpoint>
  deleteEndpoint(retailerId: string, id: string, remember?: Remember<void>): Promise<void>
  enableEndpoint(retailerId: string, id: string, remember?: Remember<Endpoint>): Promise<Endpoint>
  readHealth(retailerId: string, id: string): Promise<EndpointHealth>
  rotateSecret(
    retailerId: string,
    id: string,
    remember?: Remember<EndpointWithSecret>,
  ): Promise<EndpointWithSecret>
  /** Enqueues a test event, and returns its id. Of a type, it looks like a real one and says that it is a test. */
  sendTest(
    retailerId: string,
    id: string,
    test?: {
      readonly type?: WebhookEventType | undefined
      readonly remember?: Remember<Delivery> | undefined
    },
  ): Promise<string>
  readDelivery(retailerId: string, endpointId: string, eventId: string): Promise<FullDelivery>
  listDeliveries(retailerId: string, wanted: WantedDeliveries): Promise<Delivery[]>
  replayEvent(
    retailerId: string,
    endpointId: string,
    eventId: string,
    remember?: Remember<void>,
  ): Promise<void>
  /** Replays part of the range at once; the rest begins after the returned event. */
  replayRange(
    range: Omit<ReplayRange, 'types'>,
    after?: string,
    on?: Queryable,
  ): Promise<{ count: number; after?: string }>
}

interface WantedDeliveries {
  readonly endpointId?: string | undefined
  readonly eventId?: string | undefined
  readonly status?: DeliveryStatus | undefined
  readonly after?: { readonly eventId: string; readonly endpointId: string } | undefined
  readonly limit: number
}

const MAX_ENDPOINTS = 20
const REPLAYED_AT_ONCE = 1_000
/** Counting more would take longer than a caller should wait. */
const MAX_REPLAYED = 100_000

export function createWebhooks(context: {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}): Webhooks {
  const { database, secrets, clock } = context

  async function getEndpoint(retailerId: string, id: string): Promise<EndpointRow> {
    return required(await findEndpoint(database, retailerId, id))
  }

  /** A delivery to a disabled endpoint would wait for ever, so it is refused. */
  async function getEnabled(retailerId: string, id: string): Promise<EndpointRow> {
    const endpoint = await getEndpoint(retailerId, id)
    if (endpoint.status !== 'enabled') throw new RequestError('endpoint_disabled')
    return endpoint
  }

  function openAnswers(row: DeliveryRow): Delivery {
    const { endpointId, eventId } = row
    const attempts = row.attempts.map(({ answer, ...attempt }) => ({
      ...attempt,
      answer: answer === null ? null : openListedAnswer(secrets, endpointId, eventId, answer),
    }))
    return { ...row, attempts }
  }

  return {
    async createEndpoint({ retailerId, url, events }, remember) {
      const now = clock.now()
      const id = newId(now.getTime())
      const secret = newSigningSecret()
      return database.transaction(async tx => {
        lockEndpointsOf(tx, retailerId)
        if ((await countEndpoints(tx, retailerId)) >= MAX_ENDPOINTS)
          throw new RequestError('too_many_endpoints')
        const row = {
          id,
          retailerId,
          url,
          events: inOrder(events ?? DEFAULT_EVENT_TYPES),
          createdAt: now,
        }
        const sealed = sealSecret(secrets, id, secret)
        const mac = endpointMac.compute(secrets, row)
        const endpoint = await insertEndpoint(tx, { ...row, secret: sealed, mac })
        const created = { endpoint, secret }
        await remember?.(tx, created)
        return created
      })
    },

    listEndpoints: retailerId => listEndpoints(database, retailerId),

    async changeEndpoint({ retailerId, id, url, events }, remember) {
      return database.transaction(async tx => {
        // One change after the other: each is made of what is there.
        lockEndpointsOf(tx, retailerId)
        const old = endpointMac.check(secrets, required(await findEndpoint(tx, retailerId, id)))
        const row = {
          ...old,
          url: url ?? old.url,
          events: events === undefined ? old.events : inOrder(events),
        }
        const mac = endpointMac.compute(secrets, row)
        const changed = required(await changeEndpoint(tx, { ...row, mac }))
        await remember?.(tx, changed)
        return changed
      })
    },

    async deleteEndpoint(retailerId, id, remember) {
      await database.transaction(async tx => {
        if (!(await deleteEndpoint(tx, retailerId, id))) throw new RequestError('endpoint_not_found')
        await remember?.(tx)
      })
    },

    async enableEndpoint(retailerId, id, remember) {
      return database.transaction(async tx => {
        const enabled = required(await enableEndpoint(tx, retailerId, id))
        await remember?.(tx, enabled)
        return enabled
      })
    },

    async readHealth(retailerId, id) {
      const endpoint = await getEndpoint(retailerId, id)
      const [waiting, days] = await Promise.all([
        countPendingOf(database, endpoint.id, MAX_REPLAYED),
        listEndpointDays(database, endpoint.id, calendarDateAt(clock.now())),
      ])
      return { ...waiting, days }
    },

    rotateSecret(retailerId, id, remember) {
      const secret = newSigningSecret()
      return database.transaction(async tx => {
        const endpoint = await replaceSecret(tx, retailerId, id, {
          secret: sealSecret(secrets, id, secret),
          previousUntil: new Date(clock.now().getTime() + ROTATION_MS),
        })
        const rotated = { endpoint: required(endpoint), secret }
        await remember?.(tx, rotated)
        return rotated
      })
    },

    async sendTest(retailerId, id, { type: wantedType, remember } = {}) {
      await getEnabled(retailerId, id)
      const now = clock.now()
      const eventId = newId(now.getTime())
      const type = wantedType ?? 'test.ping'
      const sample = wantedType === undefined ? {} : composeSample(wantedType)
      const body = JSON.stringify({ ...sample, eventId, type, createdAt: now.toISOString(), sequence: 1 })
      await database.transaction(async tx => {
        await insertOwnDelivery(tx, { retailerId, endpointId: id, eventId, type, body, now })
        if (remember === undefined) return
        const wanted = { endpointIds: [id], eventId, status: undefined, after: undefined, limit: 1 }
        const [written] = await listDeliveries(tx, wanted)
        if (written !== undefined) await remember(tx, openAnswers(written))
      })
      return eventId
    },

    async listDeliveries(retailerId, { endpointId, eventId, ...wanted }) {
      const endpoints =
        endpointId === undefined
          ? await listEndpoints(database, retailerId)
          : [await getEndpoint(retailerId, endpointId)]
      const endpointIds = endpoints.map(({ id }) => id)
      if (eventId !== undefined && !(await eventExists(database, retailerId, eventId, endpointIds)))
        throw new RequestError('event_not_found')
      const { status, after, limit } = wanted
      const found = await listDeliveries(database, { endpointIds, eventId, status, after, limit })
      return found.map(openAnswers)
    },

    async readDelivery(retailerId, endpointId, eventId) {
      const endpoint = await getEndpoint(retailerId, endpointId)
      const filter = { endpointIds: [endpoint.id], eventId, status: undefined, after: undefined, limit: 1 }
      const [found] = await listDeliveries(database, filter)
      if (found === undefined) throw new RequestError('event_not_found')
      const exchanges = await readExchanges(database, endpointId, eventId)
      const byNumber = new Map(exchanges.map(each => [each.number, each]))
      const attempts = found.attempts.map(attempt => {
        const { headersBox = null, answer = null } = byNumber.get(attempt.number) ?? {}
        return {
          ...attempt,
          headers: headersBox === null ? undefined : openHeaders(secrets, endpointId, eventId, headersBox),
          answer: answer === null ? null : openAnswer(secrets, endpointId, eventId, answer).toString('utf8'),
        }
      })
      return { ...found, body: exchanges[0]?.body ?? '', attempts }
    },

    async replayEvent(retailerId, endpointId, eventId, remember) {
      const endpoint = await getEnabled(retailerId, endpointId)
      await database.transaction(async tx => {
        if (!(await replayOne(tx, endpoint, eventId, clock.now()))) throw new RequestError('event_not_found')
        await remember?.(tx)
      })
    },

    async replayRange(wanted, after, on = database) {
      const { events: types } = await getEnabled(wanted.retailerId, wanted.endpointId)
      const range = { ...wanted, types }
      const count = after === undefined ? await countRange(on, range, MAX_REPLAYED + 1) : 0
      if (count > MAX_REPLAYED) throw new RequestError('replay_too_long')
      const part = { after, limit: REPLAYED_AT_ONCE, now: clock.now() }
      const last = await replayRange(on, range, part)
      return last === undefined ? { count } : { count, after: last }
    },
  }
}

interface SampleEvent extends WebhookEventFields {
  /** Nothing happened: only a test says so. */
  readonly test: true
}

function composeSample(type: WebhookEventType): SampleEvent {
  const { sample, action } = WEBHOOK_EVENTS[type]
  return { test: true, ...sample, orderId: 'TESTE', action }
}

function inOrder(events: readonly WebhookEventType[]): WebhookEventType[] {
  return WEBHOOK_EVENT_TYPES.filter(type => events.includes(type))
}

function required<T>(endpoint: T | undefined): T {
  if (endpoint === undefined) throw new RequestError('endpoint_not_found')
  return endpoint
}
