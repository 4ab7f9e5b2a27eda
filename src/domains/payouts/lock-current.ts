import type { Transaction } from '../../platform/db/database.ts'
import { findReplacement, lockPurchase, type Purchase, type PurchaseContext } from '../purchases/index.ts'

/** The purchase, or what replaced it. */
export async function lockCurrent(
  context: Pick<PurchaseContext, 'secrets'>,
  tx: Transaction,
  id: string,
): Promise<Purchase | undefined> {
  const { secrets } = context
  const purchase = await lockPurchase(tx, secrets, id)
  const replacement = purchase && (await findReplacement(tx, secrets, purchase.retailerId, id))
  return replacement ? lockCurrent(context, tx, replacement.id) : purchase
}
