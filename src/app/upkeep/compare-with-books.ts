import { verifyManualEntries } from '../../domains/bookkeeping/index.ts'
import { reconcilePayouts, reconcilePurchases } from '../../domains/closing/index.ts'
import { reconcileReceivables } from '../../domains/receivables/reconcile-billets.ts'
import { InputError } from '../../kernel/faults.ts'
import type { App } from '../app.ts'

/**
 * Compares what the domains say of money with the books: billets and contracts, payouts, purchases, and what people
 * booked. Returns how much was compared. An InputError names the first difference.
 */
export async function compareWithBooks(app: App) {
  const { database, secrets } = app
  const { fault: owedFault, ...receivables } = await reconcileReceivables(database)
  if (owedFault !== undefined) throw new InputError(owedFault)
  const { fault: orderFault, ...payouts } = await reconcilePayouts(database)
  if (orderFault !== undefined)
    throw new InputError(`order ${orderFault.orderId} and the books differ: ${orderFault.problem}`)
  const { fault: purchaseFault, ...purchases } = await reconcilePurchases(database, secrets)
  if (purchaseFault !== undefined) throw new InputError(purchaseFault)
  const { fault: manualFault, ...byPeople } = await verifyManualEntries(app)
  if (manualFault !== undefined) throw new InputError(manualFault)
  return { ...receivables, ...payouts, ...purchases, ...byPeople }
}
