import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { TotalsDiffer } from '../domain/compose-link.ts'
import { type Action, decide, type Step } from '../domain/decide.ts'
import { CREDIARIO } from '../modules/crediario/name.ts'
import type { CrediarioService } from '../modules/crediario/service.ts'
import type { Sale } from '../modules/crediario/store.ts'
import { ReturnRefused } from '../return-goods.ts'
import { act } from './act.ts'
import { type MedusaOrder, readOrder } from './read-order.ts'

const DAY_MS = 86_400_000
/** Longer than the longest chain of steps: delete the link, cancel the order, look again. */
const MOST_STEPS = 8
const LOCK_SECONDS = 60

/** What was done for an order, and how it stands now. */
export interface Outcome {
  readonly steps: readonly string[]
  readonly sale: Sale | undefined
}

export const getService = (container: MedusaContainer): CrediarioService => container.resolve(CREDIARIO)

/**
 * Brings an order and its purchase together. Everything leads here: a placed or canceled order, a webhook, the scheduled comparison, a
 * press of a button. One at a time for an order; who comes second finds nothing left to do.
 */
export async function reconcile(container: MedusaContainer, orderId: string): Promise<Outcome> {
  const locking = container.resolve(Modules.LOCKING)
  return locking.execute([`crediario:${orderId}`], () => reconcileAlone(container, orderId), {
    timeout: LOCK_SECONDS,
  })
}

async function reconcileAlone(container: MedusaContainer, orderId: string): Promise<Outcome> {
  const { store } = getService(container)
  const steps: string[] = []
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const order = await readOrder(container, orderId)
    if (order === undefined) return { steps, sale: undefined }
    const sale = await store.keepSale(orderId, order.session.id)
    const step = await findNextStep(container, order, sale)
    if (step.kind === 'wait' || step.kind === 'done') {
      await settleState(container, order, sale, step.kind)
      return { steps, sale: await store.findSale(orderId) }
    }
    steps.push(step.kind)
    const goesOn = await tryStep(container, order, sale, step)
    if (!goesOn) return { steps, sale: await store.findSale(orderId) }
  }
  throw new Error(`order ${orderId} reaches no final state: ${steps.join(', ')}`)
}

/** How an order stands, for a browser that may ask before anything else has looked at the order. */
export async function readSale(container: MedusaContainer, orderId: string): Promise<Sale | undefined> {
  // The lender may not answer; what is already known is still true.
  const { sale } = await reconcile(container, orderId).catch(() => ({ sale: undefined }))
  return sale ?? getService(container).store.findSale(orderId)
}

/** What would be done, without doing it. */
export async function findDifference(container: MedusaContainer, orderId: string): Promise<Step | undefined> {
  const order = await readOrder(container, orderId)
  const sale = await getService(container).store.findSale(orderId)
  return order === undefined || sale === undefined ? undefined : findNextStep(container, order, sale)
}

async function findNextStep(container: MedusaContainer, order: MedusaOrder, sale: Sale): Promise<Step> {
  const { lender, options } = getService(container)
  const linkId = sale.linkId ?? (await adoptLink(container, order))
  const here = await lender.look(sale.orderId, linkId)
  const waitedMs = Date.now() - order.toPay.createdAt.getTime()
  return decide(here, {
    isCanceled: order.isCanceled,
    payableCentavos: order.session.centavos,
    orderCentavos: order.orderCentavos,
    payment: order.payment,
    isRefused: sale.isRefused,
    hasWaitedLongEnough: waitedMs > options.waitDays * DAY_MS,
  })
}

/** A process that died between making the link and noting it left one behind. */
async function adoptLink(container: MedusaContainer, order: MedusaOrder): Promise<string | null> {
  const { lender, store } = getService(container)
  const link = await lender.findLink(order.toPay.id)
  if (link === undefined) return null
  await store.setLink(order.toPay.id, { linkId: link.id, payUrl: link.url })
  return link.id
}

/** False where people have to decide, or the platform refuses. */
async function tryStep(
  container: MedusaContainer,
  order: MedusaOrder,
  sale: Sale,
  step: Action | Extract<Step, { kind: 'report' }>,
): Promise<boolean> {
  const { store } = getService(container)
  const { orderId } = sale
  const attend = async (note: string, isRefused = sale.isRefused): Promise<false> => {
    // The same sentence every few minutes would hide the others.
    if (sale.note !== note) await store.log({ orderId, level: 'warn', message: note })
    await store.setState(orderId, { state: 'attention', note, isRefused, isSettled: false })
    await comment(container, order, note)
    return false
  }
  if (step.kind === 'report') return attend(step.why)
  try {
    await act(container, order, sale, step)
  } catch (error) {
    if (error instanceof TotalsDiffer) return attend(`Sem link de pagamento: ${error.message}.`, true)
    if (error instanceof ReturnRefused) return attend(error.message)
    await store.log({ orderId, level: 'error', message: `${step.kind}: ${messageOf(error)}` })
    throw error
  }
  await store.log({ orderId, level: 'info', message: `${step.kind}: ${step.why}` })
  if (step.kind === 'refuse') return attend(step.why, true)
  return true
}

async function settleState(
  container: MedusaContainer,
  order: MedusaOrder,
  sale: Sale,
  kind: 'wait' | 'done',
): Promise<void> {
  const isSettled = kind === 'done'
  const state = order.payment !== undefined ? 'paid' : order.isCanceled ? 'canceled' : 'waiting'
  const isRefused = sale.isRefused && !isSettled
  const note = isRefused ? sale.note : null
  await getService(container).store.setState(sale.orderId, {
    state: isRefused ? 'attention' : state,
    note,
    isRefused,
    isSettled,
  })
  if (note === null && COMMENT in order.metadata) await comment(container, order, null)
}

const COMMENT = 'crediario'

/** Where every tool of the shop sees it. Medusa merges metadata by key; an empty text removes the key. */
async function comment(container: MedusaContainer, order: MedusaOrder, note: string | null): Promise<void> {
  if ((order.metadata[COMMENT] ?? null) === note) return
  const orders = container.resolve(Modules.ORDER)
  await orders.updateOrders(order.toPay.id, { metadata: { ...order.metadata, [COMMENT]: note ?? '' } })
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
