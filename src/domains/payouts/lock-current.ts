import type { App } from '../../app/app.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findReplacement, lockPurchase, type Purchase } from '../purchases/index.ts'

/** The purchase, or what replaced it. */
export async function lockCurrent(app: App, tx: Transaction, id: string): Promise<Purchase | undefined> {
  const { secrets } = app
  const purchase = await lockPurchase(tx, secrets, id)
  const replacement = purchase && (await findReplacement(tx, secrets, purchase.retailerId, id))
  return replacement ? lockCurrent(app, tx, replacement.id) : purchase
}
