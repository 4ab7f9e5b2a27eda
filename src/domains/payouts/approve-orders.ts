import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { drainOrders } from './drain-orders.ts'
import { findMoneyHold } from './money-hold.ts'
import { type PayoutOrder, PROGRAM } from './order.ts'
import { lockOrder, moveOrder } from './orders.ts'
import type { PayoutContext } from './payout-context.ts'
import { postponeOrder } from './store.ts'

/** An order that waits for a person is not looked at more often. */
const LOOKED_AT_AGAIN_MS = 3_600_000

/** The program approves what needs no person, unless money is held. Returns how many orders it approved. */
export async function approveDue(context: PayoutContext): Promise<number> {
  if ((await findMoneyHold(context)) !== undefined) return 0
  return drainOrders(context, ['created'], id => approveAlone(context, id))
}

function approveAlone(context: PayoutContext, id: string): Promise<boolean> {
  const { database, secrets, clock } = context
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    if (order?.state !== 'created') return false
    const now = clock.now()
    if (!needsPerson(context, order)) {
      await approveOrder(tx, secrets, order, PROGRAM, now)
      return true
    }
    const dueAt = new Date(now.getTime() + LOOKED_AT_AGAIN_MS)
    await postponeOrder(tx, order, { attempts: 0, dueAt, problem: 'WAITS_FOR_APPROVAL' })
    return false
  })
}

/** Above the limit, after a change of the account, and for whatever a person made. */
export function needsPerson(
  { payoutApprovalLimitCentavos }: Pick<PayoutContext, 'payoutApprovalLimitCentavos'>,
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
