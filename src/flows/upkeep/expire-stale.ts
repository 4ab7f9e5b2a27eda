import { listOverdueIds, lockPurchase } from '../../modules/transactions/index.ts'
import { advancePurchase, type PurchaseContext } from '../purchase/advance-purchase.ts'
import { drain } from './drain.ts'

/** Gives up purchases whose customer let a deadline pass. Any number of workers may do so: each purchase ends once. */
export function expireStale(context: PurchaseContext): Promise<number> {
  return drain(
    limit => listOverdueIds(context.database, context.clock.now(), limit),
    id => expire(context, id),
  )
}

function expire(context: PurchaseContext, id: string): Promise<boolean> {
  return context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, id)
    // Under the lock it may turn out to have gone on, or to have ended otherwise.
    if (purchase?.status !== 'PENDING' || purchase.deadlineAt === undefined) return false
    if (purchase.deadlineAt >= context.clock.now()) return false
    await advancePurchase(context, tx, purchase, 'deadline-passed')
    return true
  })
}
