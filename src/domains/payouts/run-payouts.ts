import type { App } from '../../app/app.ts'
import { approveDue } from './approve-orders.ts'
import { askDue, sendDue } from './exchange-orders.ts'
import { findMoneyHold } from './money-hold.ts'
import { orderRefunds } from './refunds/order-refunds.ts'
import { settleRetailers } from './settle-retailers.ts'

/**
 * One round of payouts: what is due is ordered, approved, sent and queried. While money is held, banks are queried about
 * what they have, and nothing else happens. Returns how many orders moved.
 */
export async function runPayouts(app: App): Promise<number> {
  const failures: unknown[] = []
  let moved = 0
  const { payoutRail } = app
  const paying = payoutRail && { ...app, payoutRail }
  const isHeld = (await findMoneyHold(app)) !== undefined
  const orders = [
    () => settleRetailers(app),
    () => orderRefunds(app),
    () => approveDue(app),
    ...(paying ? [() => sendDue(paying)] : []),
  ]
  const steps = [...(isHeld ? [] : orders), ...(paying ? [() => askDue(paying)] : [])]
  for (const step of steps) {
    try {
      moved += await step()
    } catch (error) {
      // Orders that are under way must not wait for what cannot be ordered.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some payouts must be retried')
  return moved
}
