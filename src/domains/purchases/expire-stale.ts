import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { isReadBeyond } from '../receivables/index.ts'
import { advancePurchase } from './advance-purchase.ts'
import { listOverdue, lockPurchase, type Overdue } from './store/purchases.ts'

/**
 * Abandons purchases whose customer missed a deadline. Safe with any number of workers: each purchase ends once. One that
 * waits for its down payment ends only when a payment made in time would be known.
 */
export async function expireStale(app: App): Promise<number> {
  let last: Overdue | undefined
  return drain(
    async limit => {
      const page = await listOverdue(app.database, app.clock.now(), limit, last)
      if (last === undefined && page.length > 0) await app.readBank?.()
      last = page.at(-1) ?? last
      return page.map(({ id }) => id)
    },
    id => expire(app, id),
  )
}

function expire(app: App, id: string): Promise<boolean> {
  return app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.secrets, id)
    // Read again under the lock: it may have moved on or ended meanwhile.
    if (purchase?.status !== 'PENDING' || purchase.deadlineAt === undefined) return false
    if (purchase.deadlineAt >= app.clock.now()) return false
    // Only this step waits for money: in the others the customer has done nothing in time, paid or not.
    const lastDay = calendarDateAt(purchase.deadlineAt)
    const downPayment = { transactionId: id, kind: 'down-payment' } as const
    if (purchase.step === 'ENTRY' && !(await isReadBeyond(tx, downPayment, lastDay))) return false
    await advancePurchase(app, tx, purchase, 'deadline-passed')
    return true
  })
}
