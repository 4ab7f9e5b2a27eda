import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import { reconcile } from '../reconcile/reconcile.ts'

/** A placed order gets its link, a canceled one gives it back; an edited one is looked at. */
export default async function orderChanged({
  event,
  container,
}: SubscriberArgs<{ readonly id?: string; readonly order_id?: string }>): Promise<void> {
  const orderId = event.data.order_id ?? event.data.id
  if (orderId !== undefined) await reconcile(container, orderId)
}

export const config: SubscriberConfig = {
  event: ['order.placed', 'order.canceled', 'order-edit.confirmed'],
  context: { subscriberId: 'crediario-order-changed' },
}
