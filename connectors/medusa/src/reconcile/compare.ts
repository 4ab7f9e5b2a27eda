import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { PROVIDER_ID } from './read-order.ts'
import { getService, messageOf, reconcile } from './reconcile.ts'

const MOST_AT_ONCE = 100
const DAY_MS = 86_400_000
const KEPT_DAYS = 90

/** Handles one webhook; it stays due until that succeeds. */
export async function handleEvent(container: MedusaContainer, eventId: string): Promise<void> {
  const { store } = getService(container)
  const event = await store.findEvent(eventId)
  if (event === undefined) return
  try {
    if (event.orderId !== null) await reconcile(container, event.orderId)
    await store.finishEvent(event.id)
  } catch (error) {
    await store.failEvent(event.id, messageOf(error))
    throw error
  }
}

/** Webhooks that were stored and not handled: the shop was killed, or the lender did not answer. */
export async function handleWaitingEvents(container: MedusaContainer): Promise<number> {
  const events = await getService(container).store.listEvents(MOST_AT_ONCE)
  return countDone(container, events, ({ id }) => handleEvent(container, id))
}

/** Orders for which something is still expected, also those whose webhook or event of the shop was lost. */
export async function compareOpen(container: MedusaContainer, checkedBefore: Date): Promise<number> {
  const { store } = getService(container)
  for (const { orderId, sessionId } of await listForgotten(container))
    await store.keepSale(orderId, sessionId)
  const sales = await store.listOpen(checkedBefore, MOST_AT_ONCE)
  return countDone(container, sales, ({ orderId }) => reconcile(container, orderId))
}

/** Orders that are settled, because a refund or cancellation on either side may have been lost. */
export async function compareSettled(container: MedusaContainer, now: Date): Promise<number> {
  const { store } = getService(container)
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  let done = 0
  for (;;) {
    const sales = await store.listSettled(since, new Date(now.getTime() - DAY_MS / 2), MOST_AT_ONCE)
    const compared = await countDone(container, sales, ({ orderId }) => reconcile(container, orderId))
    done += compared
    if (sales.length < MOST_AT_ONCE || compared === 0) break
  }
  await store.forget(since)
  return done
}

/** Placed orders of which the plugin never heard, because the process died with the event. */
async function listForgotten(
  container: MedusaContainer,
): Promise<readonly { readonly orderId: string; readonly sessionId: string }[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { store } = getService(container)
  const { data } = await query.graph({
    entity: 'payment_session',
    fields: ['id', 'payment_collection.order.id'],
    filters: { provider_id: PROVIDER_ID, status: 'pending_authorization' },
    pagination: { take: MOST_AT_ONCE, order: { created_at: 'DESC' } },
  })
  const rows = data as unknown as readonly {
    readonly id: string
    readonly payment_collection?: { readonly order?: { readonly id: string } }
  }[]
  const placed = rows.flatMap(({ id, payment_collection }) => {
    const orderId = payment_collection?.order?.id
    return orderId === undefined ? [] : [{ orderId, sessionId: id }]
  })
  const known = await Promise.all(placed.map(({ orderId }) => store.findSale(orderId)))
  return placed.filter((_, at) => known[at] === undefined)
}

/** One that fails does not hold up the others; its log line says why. */
async function countDone<Each>(
  container: MedusaContainer,
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
): Promise<number> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let done = 0
  for (const each of all)
    try {
      await work(each)
      done += 1
    } catch (error) {
      logger.error(`Crediário: ${messageOf(error)}`)
    }
  return done
}
