import type { ExecArgs } from '@medusajs/framework/types'
import { compareOpen, compareSettled, handleWaitingEvents } from '../reconcile/compare.ts'
import { getService } from '../reconcile/reconcile.ts'

const MOST = 200

/** Runs the nightly comparison now. It fixes what it may, and prints what people have to decide. */
export default async function drift({ container }: ExecArgs): Promise<void> {
  const now = new Date()
  await handleWaitingEvents(container)
  const compared = (await compareOpen(container, now)) + (await compareSettled(container, now))
  const left = await getService(container).store.listAttention(MOST)
  for (const { orderId, note } of left) console.log(`✖ ${orderId}: ${note}`)
  console.log(`${compared} pedidos comparados, ${left.length} precisam de uma decisão.`)
}
