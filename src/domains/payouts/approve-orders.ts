import type { App } from '../../app/app.ts'
import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { isForgeryOf } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { findMoneyHold } from './money-hold.ts'
import { type PayoutOrder, type PayoutState, PROGRAM } from './order.ts'
import { lockOrder, moveOrder } from './orders.ts'
import { delayOrder, listDueOrderIds, postponeOrder } from './store.ts'

/** How often an order that waits for a person is checked. */
const LOOKED_AT_AGAIN_MS = 3_600_000

/** The program approves what needs no person, unless money is held. Returns how many orders it approved. */
export async function approveDue(app: App): Promise<number> {
  if ((await findMoneyHold(app)) !== undefined) return 0
  return drainOrders(app, ['created'], id => approveAlone(app, id))
}

function approveAlone(app: App, id: string): Promise<boolean> {
  const { database, secrets, clock } = app
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    if (order?.state !== 'created') return false
    const now = clock.now()
    if (!needsPerson(app, order)) {
      await approveOrder(tx, secrets, order, PROGRAM, now)
      return true
    }
    const dueAt = new Date(now.getTime() + LOOKED_AT_AGAIN_MS)
    await postponeOrder(tx, order, { attempts: 0, dueAt, problem: 'WAITS_FOR_APPROVAL' })
    return false
  })
}

/** Above the limit, after a change of the account, and for every order made by a person. */
function needsPerson(
  { payoutApprovalLimitCentavos }: App,
  { needsApproval, amountCentavos, createdBy }: PayoutOrder,
): boolean {
  return needsApproval || createdBy !== PROGRAM || amountCentavos > payoutApprovalLimitCentavos
}

/** The order is sent from its day on. */
export async function approveOrder(
  tx: Transaction,
  secrets: Secrets,
  order: PayoutOrder,
  approvedBy: string,
  now: Date,
): Promise<PayoutOrder | undefined> {
  const startsAt = startOfDay(order.dueOn)
  const dueAt = startsAt > now ? startsAt : now
  return moveOrder(tx, secrets, order, 'approved', { actor: approvedBy, approvedBy, now, dueAt })
}

const startOfDay = (day: CalendarDate): Date => new Date(endOfDay(addDays(day, -1)).getTime() + 1)

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
