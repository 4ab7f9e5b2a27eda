import { listOverdueIds, lockPurchase } from '../modules/transactions/index.ts'
import { advancePurchase, type PurchaseContext } from './advance-purchase.ts'

const PAGE = 100

/** Gives up purchases whose customer let a deadline pass. Any number of workers may do so: each purchase ends once. */
export async function expireStale(context: PurchaseContext): Promise<number> {
  let expired = 0
  for (;;) {
    const ids = await listOverdueIds(context.database, context.clock.now(), PAGE)
    for (const id of ids) if (await expire(context, id)) expired += 1
    if (ids.length < PAGE) return expired
  }
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
