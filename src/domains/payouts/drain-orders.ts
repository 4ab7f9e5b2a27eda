import type { App } from '../../app/app.ts'
import { isForgeryOf } from '../../platform/crypto/row-mac.ts'
import { drain } from '../../platform/jobs/drain.ts'
import type { PayoutState } from './order.ts'
import { delayOrder, listDueOrderIds } from './store.ts'

const FORGED_MS = 3_600_000

/** Works on all orders that are due. One that was changed outside the program is reported and left alone. */
export function drainOrders(
  { database, clock, log, reportForgery }: App,
  states: readonly PayoutState[],
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  // By one instant: what is postponed is not taken again in this run.
  const now = clock.now()
  return drain(
    limit => listDueOrderIds(database, states, now, limit),
    async id => {
      try {
        return await work(id)
      } catch (error) {
        if (!isForgeryOf(error, 'payout_orders')) throw error
        log.error({ payoutId: id }, 'a payout order was changed outside the program: nothing is paid for it')
        await reportForgery('payout_orders', id)
        await delayOrder(database, id, new Date(now.getTime() + FORGED_MS))
        return false
      }
    },
  )
}
