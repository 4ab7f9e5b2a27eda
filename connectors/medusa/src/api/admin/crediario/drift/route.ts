import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { getService } from '../../../../reconcile/reconcile.ts'

const MOST = 200

/** Differences that the comparison does not fix by itself, and what happened last. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { store } = getService(request.scope)
  const [sales, log] = await Promise.all([store.listAttention(MOST), store.listLog(null, MOST)])
  const drift = sales.map(({ orderId, note, checkedAt }) => ({
    order_id: orderId,
    note,
    checked_at: checkedAt,
  }))
  response.json({ drift, log })
}
