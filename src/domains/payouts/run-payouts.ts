import { approveDue } from './approve-orders.ts'
import { askDue, sendDue } from './exchange-orders.ts'
import { findMoneyHold } from './money-hold.ts'
import type { PayoutContext } from './payout-context.ts'
import { createPayoutFollowers } from './payout-followers.ts'
import { orderRefunds } from './refunds/order-refunds.ts'
import { settleRetailers } from './settle-retailers.ts'

/**
 * One round of money out: what is due is ordered, approved, sent and asked about. While money is held, banks are asked about
 * what they have, and nothing else happens. Returns how many orders moved.
 */
export async function runPayouts(context: PayoutContext): Promise<number> {
  const failures: unknown[] = []
  let moved = 0
  const { payoutRail } = context
  const exchange = payoutRail && { ...context, payoutRail, followers: createPayoutFollowers(context) }
  const isHeld = (await findMoneyHold(context)) !== undefined
  const orders = [
    () => settleRetailers(context),
    () => orderRefunds({ ...context, canReturnPix: payoutRail?.givesPixBack === true }),
    () => approveDue(context),
    ...(exchange ? [() => sendDue(exchange)] : []),
  ]
  const steps = [...(isHeld ? [] : orders), ...(exchange ? [() => askDue(exchange)] : [])]
  for (const step of steps) {
    try {
      moved += await step()
    } catch (error) {
      // Orders that are under way must not wait for what cannot be ordered.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some payouts have to be tried again')
  return moved
}
