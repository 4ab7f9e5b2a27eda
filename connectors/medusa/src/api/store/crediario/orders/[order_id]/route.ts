import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { getService, readSale } from '../../../../../reconcile/reconcile.ts'

/** For the shop's page of the order, which asks again while it waits. The address of the page is not a state: the server's word is. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const orderId = String(request.params['order_id'])
  const { store } = getService(request.scope)
  // Medusa may not have run the subscriber of the placed order yet.
  const sale = (await store.findSale(orderId)) ?? (await readSale(request.scope, orderId))
  if (sale === undefined) {
    response.status(404).json({ message: 'Este pedido não é pago pelo Crediário.' })
    return
  }
  // The address makes the link where there is none yet.
  const pay = sale.state === 'waiting' ? { pay_path: `/crediario/pay/${sale.orderId}` } : {}
  response.json({ state: sale.state, ...pay })
}
