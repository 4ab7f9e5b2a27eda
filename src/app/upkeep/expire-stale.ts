import {
  advancePurchase,
  listOverdue,
  lockPurchase,
  type Overdue,
  type PurchaseContext,
} from '../../domains/purchases/index.ts'
import { isReadBeyond } from '../../domains/receivables/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { drain } from '../../platform/jobs/drain.ts'

export interface ExpireContext extends PurchaseContext {
  /** Homologation reads what its bank knows first, so that a moved clock ends what is due in the same run. */
  readonly readBank?: (() => Promise<void>) | undefined
}

/**
 * Abandons purchases whose customer missed a deadline. Safe with any number of workers: each purchase ends once. One that
 * waits for its down payment ends only when a payment made in time would be known.
 */
export async function expireStale(context: ExpireContext): Promise<number> {
  let last: Overdue | undefined
  return drain(
    async limit => {
      const page = await listOverdue(context.database, context.clock.now(), limit, last)
      if (last === undefined && page.length > 0) await context.readBank?.()
      last = page.at(-1) ?? last
      return page.map(({ id }) => id)
    },
    id => expire(context, id),
  )
}

function expire(context: PurchaseContext, id: string): Promise<boolean> {
  return context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, id)
    // Read again under the lock: it may have moved on or ended meanwhile.
    if (purchase?.status !== 'PENDING' || purchase.deadlineAt === undefined) return false
    if (purchase.deadlineAt >= context.clock.now()) return false
    // Only this step waits for money: in the others the customer has done nothing in time, paid or not.
    const lastDay = calendarDateAt(purchase.deadlineAt)
    const downPayment = { transactionId: id, kind: 'down-payment' } as const
    if (purchase.step === 'ENTRY' && !(await isReadBeyond(tx, downPayment, lastDay))) return false
    await advancePurchase(context, tx, purchase, 'deadline-passed')
    return true
  })
}
