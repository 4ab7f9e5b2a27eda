import type { Connectors, ConnectorView, DifferenceView, LogView } from '../../connectors/core/index.ts'
import { findReceiver, findShopPlatform, type ShopPlatform } from '../contract/shop-platforms.ts'
import { listRequests } from '../domains/retailers/index.ts'
import type { Delivery, Endpoint } from '../domains/webhooks/index.ts'
import { parseIdTime } from '../kernel/ids.ts'
import type { App } from './app.ts'
import { judgeShopConnector } from './examine-shop-connector.ts'

type Services = Pick<App, 'database' | 'retailers' | 'webhooks' | 'realClock'>

/** The name of the setting that holds the address of the shop's platform. */
export const ADDRESS = 'address'

const LINES = 100
const LISTED = 50

interface ShopConnector {
  readonly retailerId: string
  readonly platform: ShopPlatform
  readonly address: string
  readonly keyId: string | undefined
}

/**
 * Adds the connectors that are installed in a shop. Orders are the shop's: here is known what its key asked for, and what its
 * receiver accepted.
 */
export function addShopConnectors(served: Connectors, services: Services): Connectors {
  const { database, retailers, webhooks, realClock } = services

  /** Undefined for a connector that runs here. */
  async function findShop(retailerId: string, id: string): Promise<ShopConnector | undefined> {
    const account = (await served.list(retailerId)).find(each => each.id === id)
    const platform = account && findShopPlatform(account.platform)
    if (account === undefined || platform === undefined) return undefined
    const keyId = await served.readKeyId(retailerId, account.platform)
    return { retailerId, platform, address: String(account.settings[ADDRESS] ?? ''), keyId }
  }

  async function findShopReceiver({
    retailerId,
    platform,
    address,
  }: ShopConnector): Promise<Endpoint | undefined> {
    return findReceiver(platform, address, await webhooks.listEndpoints(retailerId))
  }

  async function examine(shop: ShopConnector) {
    const { retailerId, platform, address, keyId } = shop
    const [keys, receiver, origins] = await Promise.all([
      retailers.listKeys(retailerId),
      findShopReceiver(shop),
      retailers.listOrigins(retailerId),
    ])
    const { days } =
      receiver === undefined ? { days: [] } : await webhooks.readHealth(retailerId, receiver.id)
    return judgeShopConnector({
      platform,
      address,
      key: keys.find(({ id }) => id === keyId),
      receiver: receiver && { ...receiver, days },
      origins,
      now: realClock.now(),
    })
  }

  /** The newest first: what the key asked for, and what the receiver was told. */
  async function readLog(shop: ShopConnector, own: readonly LogView[], limit: number): Promise<LogView[]> {
    const { retailerId, keyId } = shop
    const receiver = await findShopReceiver(shop)
    const [{ found }, deliveries] = await Promise.all([
      keyId === undefined ? { found: [] } : listRequests(database, retailerId, { keyId, limit }),
      receiver === undefined
        ? []
        : webhooks.listDeliveries(retailerId, { endpointId: receiver.id, limit: LISTED }),
    ])
    const lines = [...own, ...found.map(describeRequest), ...deliveries.map(describeDelivery)]
    return lines.sort((one, other) => other.at.localeCompare(one.at)).slice(0, limit)
  }

  /** News of orders that the shop did not take. */
  async function readDifferences(shop: ShopConnector): Promise<readonly DifferenceView[]> {
    const { retailerId } = shop
    const receiver = await findShopReceiver(shop)
    if (receiver === undefined) return []
    const wanted = { endpointId: receiver.id, limit: LISTED }
    const [failed, pending] = await Promise.all([
      webhooks.listDeliveries(retailerId, { ...wanted, status: 'failed' }),
      webhooks.listDeliveries(retailerId, { ...wanted, status: 'pending' }),
    ])
    const missed = [...failed, ...pending.filter(({ attempts }) => attempts.length > 0)]
    const found: DifferenceView[] = []
    for (const delivery of missed) {
      const { body } = await webhooks.readDelivery(retailerId, receiver.id, delivery.eventId)
      const { orderId, test } = JSON.parse(body) as { orderId?: string; test?: boolean }
      // Neither trials nor news of the receiver itself are about an order.
      if (orderId !== undefined && test !== true) found.push(describeMissed(delivery, orderId))
    }
    return found
  }

  return {
    ...served,
    async list(retailerId) {
      return (await served.list(retailerId)).map(nameByAddress)
    },
    async examine(retailerId, id) {
      const shop = await findShop(retailerId, id)
      return shop === undefined ? served.examine(retailerId, id) : examine(shop)
    },
    async readLog(retailerId, id, limit = LINES) {
      const [shop, own] = await Promise.all([findShop(retailerId, id), served.readLog(retailerId, id, limit)])
      return shop === undefined || own === undefined ? own : readLog(shop, own, limit)
    },
    async readDifferences(retailerId, id) {
      const shop = await findShop(retailerId, id)
      return shop === undefined ? served.readDifferences(retailerId, id) : readDifferences(shop)
    },
    async compare(retailerId, id) {
      const shop = await findShop(retailerId, id)
      return shop === undefined ? served.compare(retailerId, id) : readDifferences(shop)
    },
    async fix(retailerId, id, differenceId) {
      const shop = await findShop(retailerId, id)
      if (shop === undefined) return served.fix(retailerId, id, differenceId)
      const receiver = await findShopReceiver(shop)
      if (receiver === undefined) return false
      await webhooks.replayEvent(retailerId, receiver.id, differenceId)
      return true
    },
    async disable(retailerId, id, on = database) {
      const keyId = (await findShop(retailerId, id))?.keyId
      if (keyId !== undefined) await retailers.revokeKey(keyId, { on, retailerId })
      return served.disable(retailerId, id, on)
    },
  }
}

/** A shop of its own platform has no name there but its address. */
function nameByAddress(account: ConnectorView): ConnectorView {
  const { [ADDRESS]: address, ...settings } = account.settings
  return address === undefined ? account : { ...account, account: String(address), settings }
}

function describeRequest({
  trackId,
  method,
  route,
  status,
  errorCode,
  durationMs,
}: Awaited<ReturnType<typeof listRequests>>['found'][number]): LogView {
  const refusal = errorCode === null ? '' : ` ${errorCode}`
  return {
    at: parseIdTime(trackId).toISOString(),
    isProblem: status >= 400,
    code: 'REQUEST',
    message: `A loja pediu ${method} ${route}: ${status}${refusal}, em ${durationMs} ms.`,
  }
}

function describeDelivery({ type, status, attempts, createdAt }: Delivery): LogView {
  const last = attempts.at(-1)
  const answer = last === undefined ? 'sem tentativa' : describeAttempt(last)
  const count = attempts.length > 1 ? `, ${attempts.length} tentativas` : ''
  return {
    at: (last?.attemptedAt ?? createdAt).toISOString(),
    isProblem: last !== undefined && status !== 'delivered',
    code: 'DELIVERY',
    message: `Aviso ${type} à loja: ${STATUS_WORDS[status]} (${answer}${count}).`,
  }
}

const STATUS_WORDS = {
  pending: 'em espera',
  delivered: 'aceito',
  failed: 'recusado',
  canceled: 'cancelado',
} as const satisfies Readonly<Record<Delivery['status'], string>>

const describeAttempt = ({ httpStatus, error }: Delivery['attempts'][number]): string =>
  httpStatus === null ? (error ?? 'sem resposta') : String(httpStatus)

function describeMissed(delivery: Delivery, orderId: string): DifferenceView {
  const { eventId, type, status, attempts, createdAt } = delivery
  const last = attempts.at(-1)
  return {
    id: eventId,
    kind: 'NOT_TOLD',
    orderId,
    theirs: last === undefined ? 'sem tentativa' : describeAttempt(last),
    ours: status === 'failed' ? 'desistiu de avisar' : 'avisa de novo',
    sentence: `A loja não aceitou o aviso ${type}.`,
    fix: 'Avisar agora',
    foundAt: (last?.attemptedAt ?? createdAt).toISOString(),
  }
}
