import { computePayoutOrderedEntry, postEntries } from '../../modules/ledger/index.ts'
import { insertOrder, type NewPayoutOrder, type PayoutOrder } from '../../modules/payouts/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * The order and its entry, in the caller's transaction: from now on the debt is on its way. Throws PayeeError when no
 * bank could pay it, and PayoutError when the debt has an order already.
 */
export async function createOrder(
  tx: Transaction,
  secrets: Secrets,
  made: NewPayoutOrder,
  now: Date,
): Promise<PayoutOrder> {
  const order = await insertOrder(tx, secrets, made, now)
  postEntries(tx, [computePayoutOrderedEntry(order, now)], now)
  return order
}
