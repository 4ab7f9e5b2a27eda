import { open, seal } from '../../src/platform/crypto/sealed-box.ts'
import type { Account } from './account-store.ts'
import type { ConnectorContext, Lender } from './context.ts'
import {
  claimEndpoint,
  findEndpointRecord,
  noteLook,
  recordEndpoint,
  releaseEndpoint,
} from './endpoint-store.ts'
import { openLender } from './follow-payment.ts'
import { getRefusal, LenderAway } from './lender.ts'

/** What moves a payment. */
const EVENTS = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'payment_link.claimed',
  'payment_link.completed',
  'payment_link.expired',
  'payment_link.deleted',
] as const

/** Somebody may delete or disable the endpoint meanwhile. */
const TRUST_MS = 5 * 60_000

const computeEventsPath = ({ platform, id }: Pick<Account, 'platform' | 'id'>): string =>
  `/connectors/${platform}/events/${id}`

/** Registers the connector for the account's events unless it is registered; of several processes one does. */
export async function ensureEndpoint(context: ConnectorContext, account: Account): Promise<void> {
  const { database, clock, secrets } = context
  const url = context.getOwnUrl() + computeEventsPath(account)
  const known = await findEndpointRecord(database, account.id)
  const now = clock.now()
  if (known?.url === url && known.lookedAt !== null && now.getTime() - known.lookedAt.getTime() < TRUST_MS)
    return
  if (!(await claimEndpoint(database, account.id, url))) return
  try {
    const lender = openLender(context, account)
    const endpointId = known?.endpointId ?? undefined
    if (endpointId !== undefined && known?.url === url && (await revive(lender, endpointId)))
      return await noteLook(database, account.id, now)
    const created = await lender.createEndpoint({ url, events: [...EVENTS] })
    const secretBox = seal(secrets.sealing, contextOf(account.id), created.secret)
    await recordEndpoint(database, {
      accountId: account.id,
      url,
      endpointId: created.id,
      secretBox,
      lookedAt: now,
    })
    if (endpointId !== undefined) await retire(lender, endpointId)
  } catch (error) {
    await releaseEndpoint(database, account.id)
    throw error instanceof LenderAway ? error : new LenderAway(error)
  }
}

/** False when it is gone. */
async function revive(lender: Lender, endpointId: string): Promise<boolean> {
  const { data } = await lender.listEndpoints()
  const endpoint = data.find(({ id }) => id === endpointId)
  if (endpoint?.status === 'disabled') await lender.enableEndpoint(endpointId)
  return endpoint !== undefined
}

async function retire(lender: Lender, endpointId: string): Promise<void> {
  try {
    await lender.deleteEndpoint(endpointId)
  } catch (error) {
    if (getRefusal(error).code !== 'endpoint_not_found') throw error
  }
}

export async function findEndpointSecret(
  { database, secrets }: Pick<ConnectorContext, 'database' | 'secrets'>,
  accountId: string,
): Promise<string | undefined> {
  const box = (await findEndpointRecord(database, accountId))?.secretBox ?? null
  return box === null ? undefined : open(secrets.sealing, contextOf(accountId), box).toString()
}

const contextOf = (accountId: string): string => `connector_endpoints.secret_box:${accountId}`
