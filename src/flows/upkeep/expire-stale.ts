import { listOverdueIds, lockPurchase } from '../../modules/transactions/index.ts'
import { advancePurchase, type PurchaseContext } from '../purchase/advance-purchase.ts'
import { drain } from './drain.ts'

/** Abandons purchases whose customer missed a deadline. Safe with any number of workers: each purchase ends once. */
export function expireStale(context: PurchaseContext): Promise<number> {
  return drain(
    limit => listOverdueIds(context.database, context.clock.now(), limit),
    id => expire(context, id),
  )
}

function expire(context: PurchaseContext, id: string): Promise<boolean> {
  return context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, id)
    // Read again under the lock: it may have moved on or ended meanwhile.
    if (purchase?.status !== 'PENDING' || purchase.deadlineAt === undefined) return false
    if (purchase.deadlineAt >= context.clock.now()) return false
    await advancePurchase(context, tx, purchase, 'deadline-passed')
    return true
  })
}
