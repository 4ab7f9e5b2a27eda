import type { Transaction } from '../../platform/db/database.ts'
import { computePayoutFailedEntry, postEntries } from '../books/index.ts'
import type { OutcomeContext } from './apply-outcome.ts'
import type { PayoutOrder } from './order.ts'
import { moveOrder } from './orders.ts'
import { wasDoubted } from './store.ts'

/**
 * A person stops an order that no bank has: it is owed as before. Undefined when it is too late, and for an order that was
 * ever in doubt: a request for it may still reach the bank.
 */
export async function declineOrder(
  { secrets, followers }: OutcomeContext,
  tx: Transaction,
  order: PayoutOrder,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<PayoutOrder | undefined> {
  if (await wasDoubted(tx, order.id)) return undefined
  const declined = await moveOrder(tx, secrets, order, 'declined', { actor: by, now })
  if (declined === undefined) return undefined
  postEntries(tx, secrets, [computePayoutFailedEntry(order, now)], now)
  await followers[order.kind]?.onFailed(tx, declined)
  return declined
}
