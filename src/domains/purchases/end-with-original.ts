import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { advancePurchase } from './advance-purchase.ts'
import type { Purchase } from './purchase.ts'
import { findLivingRenegotiation } from './store/lists.ts'
import { lockPurchase } from './store/purchases.ts'

/** Throws while an agreement lives on the debt of this transaction. */
export async function checkNotRenegotiated(db: Queryable, transactionId: string): Promise<void> {
  const living = await findLivingRenegotiation(db, transactionId)
  if (living === undefined) return
  const details = [{ field: 'transactionId', message: `the agreement is transaction ${living.id}` }]
  throw new RequestError('agreement_in_progress', { details })
}

/** The agreement on the debt of a transaction that is to be canceled. It is locked before the transaction itself. */
export async function lockRenegotiationOn(
  { secrets }: App,
  tx: Transaction,
  originalId: string,
): Promise<Purchase | undefined> {
  const living = await findLivingRenegotiation(tx, originalId)
  return living && (await lockPurchase(tx, secrets, living.id))
}

/**
 * The goods go back, and with them every debt about them: the agreement ends, and what was paid under it counts for the
 * original, which gives it back. Returns the original as it is then. Both are locked.
 */
export async function endWithOriginal(
  app: App,
  tx: Transaction,
  original: Purchase,
  agreement: Purchase | undefined,
): Promise<Purchase> {
  if (agreement === undefined || (agreement.status !== 'PENDING' && agreement.status !== 'OPEN')) {
    // An agreement that was accepted since the search.
    await checkNotRenegotiated(tx, original.id)
    return original
  }
  await advancePurchase(app, tx, agreement, 'original-canceled')
  const alone = await lockPurchase(tx, app.secrets, original.id)
  if (alone === undefined) throw new Error(`transaction ${original.id} does not exist`)
  return alone
}
