import { setTimeout as delay } from 'node:timers/promises'
import { RequestError } from '../../contract/errors.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import {
  claimEndpoint,
  deleteEndpointRecord,
  type EndpointRecord,
  listEndpointRecords,
  recordEndpoint,
} from './endpoint-store.ts'
import { isRefusal, type Lender } from './lender.ts'
import type { StoreContext } from './store-context.ts'

export const WEBHOOK_PATH = '/store/webhook'

const EVENTS = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'transaction.closed',
  'onboarding.step',
  'payment_link.opened',
  'payment_link.claimed',
  'payment_link.completed',
  'payment_link.expired',
  'payment_link.deleted',
] as const

/** Somebody may delete or disable the endpoint meanwhile: it is looked for again after this time. */
const TRUST_MS = 60_000
const WAIT_MS = 12_000
const PAUSE_MS = 100

export interface WebhookEndpoint {
  /** Registers the shop's address with the lender unless it is registered; of several processes one does. */
  ensure(): Promise<void>
  /** Of every address under which the shop was registered. */
  listSecrets(): Promise<string[]>
}

type EndpointContext = Pick<StoreContext, 'database' | 'secrets' | 'getLenderUrl'>

export function createWebhookEndpoint(context: EndpointContext, lender: Lender): WebhookEndpoint {
  const { database, secrets } = context
  let trusted = { url: '', untilMs: 0 }
  let running: Promise<void> | undefined

  async function ensureNow(): Promise<void> {
    const url = context.getLenderUrl() + WEBHOOK_PATH
    if (trusted.url === url && performance.now() < trusted.untilMs) return
    const giveUpAt = performance.now() + WAIT_MS
    while (!(await isRegistered(url)) && !(await tryToRegister(url))) {
      if (performance.now() > giveUpAt)
        throw new RequestError('service_unavailable', {
          message: 'The shop could not register for webhooks',
          retryAfterSeconds: 2,
        })
      await delay(PAUSE_MS)
    }
    trusted = { url, untilMs: performance.now() + TRUST_MS }
  }

  async function isRegistered(url: string): Promise<boolean> {
    const known = (await listEndpointRecords(database)).find(each => each.url === url)
    if (known === undefined || known.endpointId === null) return false
    const { data } = await lender(operations => operations.listEndpoints())
    const endpoint = data.find(({ id }) => id === known.endpointId)
    if (endpoint === undefined) {
      await deleteEndpointRecord(database, known)
      return false
    }
    if (endpoint.status === 'disabled') await lender(operations => operations.enableEndpoint(endpoint.id))
    return true
  }

  async function tryToRegister(url: string): Promise<boolean> {
    if (!(await claimEndpoint(database, url))) return false
    try {
      const { id, secret } = await createEndpoint(url)
      const secretBox = seal(secrets.sealing, contextOf(url), secret)
      await recordEndpoint(database, { url, endpointId: id, secretBox })
      return true
    } catch (error) {
      await deleteEndpointRecord(database, { url, endpointId: null })
      throw error
    }
  }

  /** Earlier addresses of the shop may have used up what a retailer may register. */
  async function createEndpoint(url: string) {
    const create = () => lender(operations => operations.createEndpoint({ url, events: [...EVENTS] }))
    try {
      return await create()
    } catch (error) {
      if (!isRefusal(error, 'too_many_endpoints')) throw error
      for (const old of await listEndpointRecords(database)) if (old.url !== url) await retire(old)
      return create()
    }
  }

  async function retire(old: EndpointRecord): Promise<void> {
    const { endpointId } = old
    if (endpointId === null) return
    try {
      await lender(operations => operations.deleteEndpoint(endpointId))
    } catch (error) {
      if (!isRefusal(error, 'endpoint_not_found')) throw error
    }
    await deleteEndpointRecord(database, old)
  }

  return {
    ensure() {
      running ??= ensureNow().finally(() => {
        running = undefined
      })
      return running
    },
    async listSecrets() {
      const records = await listEndpointRecords(database)
      return records.flatMap(({ url, secretBox }) =>
        secretBox === null ? [] : [open(secrets.sealing, contextOf(url), secretBox).toString()],
      )
    },
  }
}

const contextOf = (url: string): string => `store_endpoints.secret_box:${url}`
