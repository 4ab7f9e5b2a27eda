import type { ExecArgs } from '@medusajs/framework/types'
import { getService } from '../reconcile/reconcile.ts'

const LINES = 100

/** The newest first, of one order or of all. */
export default async function log({ container, args: [orderId] }: ExecArgs): Promise<void> {
  const lines = await getService(container).store.listLog(orderId ?? null, LINES)
  for (const { at, level, orderId: order, message } of lines)
    console.log([at.toISOString(), level, order, message].filter(Boolean).join(' '))
}
