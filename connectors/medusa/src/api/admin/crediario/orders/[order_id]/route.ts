import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { describeOrder } from '../../../../../describe-order.ts'
import { reconcile } from '../../../../../reconcile/reconcile.ts'

export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const credit = await describeOrder(request.scope, String(request.params['order_id']))
  if (credit === undefined) response.status(404).json({ message: 'Este pedido não é pago pelo Crediário.' })
  else response.json({ credit })
}

/** The button "Comparar agora": the same that the scheduled comparison does. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const orderId = String(request.params['order_id'])
  const { steps } = await reconcile(request.scope, orderId)
  response.json({ steps, credit: await describeOrder(request.scope, orderId) })
}
