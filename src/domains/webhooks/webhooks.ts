import { RequestError } from '../../contract/errors.ts'
import {
  DEFAULT_EVENT_TYPES,
  type DeliveryStatus,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../../contract/webhooks.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Remember } from '../../platform/db/database.ts'
import { openAnswer } from './attempt.ts'
import {
  type AttemptRow,
  countRange,
  type DeliveryRow,
  eventExists,
  insertOwnDelivery,
  listDeliveries,
  type ReplayRange,
  replayOne,
  replayRange,
} from './delivery-store.ts'
import {
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
  deleteEndpoint(retailerId: string, id: string): Promise<void>
  enableEndpoint(retailerId: string, id: string): Promise<Endpoint>
  rotateSecret(
    retailerId: string,
    id: string,
    remember?: Remember<EndpointWithSecret>,
  ): Promise<EndpointWithSecret>
  /** Enqueues a test event, and returns its id. */
  sendTest(retailerId: string, id: string, remember?: Remember<Delivery>): Promise<string>
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
      answer: answer === null ? null : openAnswer(secrets, endpointId, eventId, answer),
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
          events: WEBHOOK_EVENT_TYPES.filter(type => (events ?? DEFAULT_EVENT_TYPES).includes(type)),
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

    async deleteEndpoint(retailerId, id) {
      if (!(await deleteEndpoint(database, retailerId, id))) throw new RequestError('endpoint_not_found')
    },

    async enableEndpoint(retailerId, id) {
      return required(await enableEndpoint(database, retailerId, id))
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

    async sendTest(retailerId, id, remember) {
      await getEnabled(retailerId, id)
      const now = clock.now()
      const eventId = newId(now.getTime())
      const type = 'test.ping'
      const body = JSON.stringify({ eventId, type, createdAt: now.toISOString(), sequence: 1 })
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

function required<T>(endpoint: T | undefined): T {
  if (endpoint === undefined) throw new RequestError('endpoint_not_found')
  return endpoint
}
