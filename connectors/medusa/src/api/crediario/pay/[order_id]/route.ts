import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { fillAddress } from '../../../../domain/compose-link.ts'
import { readOrder } from '../../../../reconcile/read-order.ts'
import { getService, readSale } from '../../../../reconcile/reconcile.ts'

/**
 * Where the shop's checkout sends the browser after the order is placed, and the button of the order's page later: on to the lender's
 * page, or back to the shop where nothing is left to be paid. Like Medusa's own address of an order, it knows no more than the order's id.
 */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const orderId = String(request.params['order_id'])
  const { options } = getService(request.scope)
  // A link that exists leads to a page that says so itself if the lender does not answer.
  const sale = await readSale(request.scope, orderId)
  response.setHeader('cache-control', 'no-store')
  if (sale?.state === 'waiting' && sale.payUrl !== null) return response.redirect(303, sale.payUrl)
  if (sale?.state === 'waiting') {
    response.status(503).setHeader('retry-after', '10')
    response.json({ message: 'O Crediário não responde agora. Tente de novo em alguns segundos.' })
    return
  }
  const order = await readOrder(request.scope, orderId)
  const back = order && fillAddress(options.returnUrl, order.toPay)
  if (back !== undefined) return response.redirect(303, back)
  response.status(404).json({ message: 'Este pedido não espera pagamento pelo Crediário.' })
}
