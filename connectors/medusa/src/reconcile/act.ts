import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import {
  cancelOrderWorkflow,
  capturePaymentWorkflow,
  refundPaymentWorkflow,
} from '@medusajs/medusa/core-flows'
import { toReais } from '../domain/centavos.ts'
import { composeLink } from '../domain/compose-link.ts'
import type { Action } from '../domain/decide.ts'
import { parseSessionData } from '../domain/session-data.ts'
import type { Sale } from '../modules/crediario/store.ts'
import { keepOnly } from '../return-goods.ts'
import type { MedusaOrder } from './read-order.ts'
import { getService } from './reconcile.ts'

/** Each of these may be repeated, and may find its work already done. */
export async function act(
  container: MedusaContainer,
  order: MedusaOrder,
  sale: Sale,
  step: Action,
): Promise<void> {
  const { lender } = getService(container)
  const { orderId, linkId } = sale
  switch (step.kind) {
    case 'create-link':
      return createLink(container, order)
    case 'delete-link':
    case 'refuse':
      // Where the purchase was approved meanwhile, the next look finds it.
      if (linkId !== null) await lender.deleteLink(linkId)
      return
    case 'cancel-here':
      await keepOnly(lender, orderId, 0, `medusa-cancel-${orderId}`)
      return
    case 'remove-here':
      await keepOnly(lender, orderId, keptOf(order), `medusa-keep-${orderId}-${keptOf(order)}`)
      return
    case 'cancel-there':
      await cancelOrderWorkflow(container).run({ input: { order_id: orderId } })
      return
    case 'book':
      return book(container, order)
    case 'refund-there':
      await refundPaymentWorkflow(container).run({
        input: {
          payment_id: paymentIdOf(order),
          amount: toReais(step.centavos),
          note: `Crediário: ${step.why}`,
        },
      })
  }
}

const keptOf = ({ payment }: MedusaOrder): number =>
  payment === undefined ? 0 : payment.capturedCentavos - payment.refundedCentavos

function paymentIdOf({ payment, toPay }: MedusaOrder): string {
  if (payment === undefined) throw new Error(`order ${toPay.id} has no payment`)
  return payment.id
}

async function createLink(container: MedusaContainer, order: MedusaOrder): Promise<void> {
  const { lender, store, options } = getService(container)
  const link = await lender.createLink(composeLink(order.toPay, order.session.centavos, options))
  await store.setLink(order.toPay.id, { linkId: link.id, payUrl: link.url })
  await writeSession(container, order, { linkId: link.id, payUrl: link.url })
}

/** The session leads the shopper to the page, and the provider to the purchase. */
async function writeSession(
  container: MedusaContainer,
  { session, toPay }: MedusaOrder,
  { linkId, payUrl }: { readonly linkId: string; readonly payUrl: string },
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const data = { ...parseSessionData(session.data), session_id: session.id, order_id: toPay.id }
  await payments.updatePaymentSession({
    id: session.id,
    amount: session.amount,
    currency_code: session.currency,
    data: { ...data, link_id: linkId, pay_url: payUrl },
  })
}

/** Authorizes the session, which books the capture, and writes both down at the order. */
async function book(container: MedusaContainer, order: MedusaOrder): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { store } = getService(container)
  const sale = await store.findSale(order.toPay.id)
  if (order.payment === undefined && sale?.linkId && sale.payUrl)
    await writeSession(container, order, { linkId: sale.linkId, payUrl: sale.payUrl })
  const payment =
    order.payment ?? (await payments.authorizePaymentSession(order.session.id, {}).catch(ignoreTwin))
  const id = payment?.id
  // Somebody else wrote it, or the lender takes the purchase back: the next look tells.
  if (id === undefined) return
  await capturePaymentWorkflow(container).run({ input: { payment_id: id } })
}

/** Another process of the shop authorized the session at the same moment. */
function ignoreTwin(error: unknown): undefined {
  if (error instanceof Error && /already exists|unique/i.test(error.message)) return undefined
  throw error
}
