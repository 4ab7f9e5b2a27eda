import type { Centavos } from '../../kernel/money.ts'
import { computeClawbackNettedEntry, computeReversal, postEntries } from '../../modules/ledger/index.ts'
import { getOrderLines, type PayoutOrder } from '../../modules/payouts/index.ts'
import { lockPurchase, type Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { advancePurchase, type PurchaseContext } from '../purchase/advance-purchase.ts'
import type { PayoutFollower } from './apply-outcome.ts'
import { markTransfered } from './settle-retailers.ts'

/** What becomes of the purchases that an order pays for. */
export function createTransferFollower(context: PurchaseContext): PayoutFollower {
  return {
    async onPaid(tx, order, paidAt) {
      for (const purchase of await lockPurchases(context, tx, order))
        if (isLasting(purchase)) await markTransfered(context, tx, purchase, paidAt)
    },
    onFailed: (tx, order) => releaseLines(context, tx, order),
    onReturned: (tx, order) => releaseLines(context, tx, order),
  }
}

/**
 * The transfers are owed again. They wait for a person, who corrects the account: another run would only send them to
 * the account that was refused.
 */
async function releaseLines(context: PurchaseContext, tx: Transaction, order: PayoutOrder): Promise<void> {
  const now = context.clock.now()
  let endedCentavos: Centavos = 0
  for (const purchase of await lockPurchases(context, tx, order)) {
    if (isLasting(purchase)) {
      const changes = { transferOrderedAt: undefined, transferDueAt: undefined, transferedAt: undefined }
      await advancePurchase(context, tx, purchase, 'transfer-failed', { changes })
    } else endedCentavos += purchase.transferCentavos ?? 0
  }
  const { id, retailerId = order.subject, nettedCentavos } = order
  // What was kept for a debt is owed again, and so is the debt.
  if (nettedCentavos > 0)
    postEntries(
      tx,
      [
        computeReversal(
          computeClawbackNettedEntry({ retailerId, runId: id, amountCentavos: nettedCentavos, at: now }),
          { reference: `clawback-restored:${id}`, occurredAt: now },
        ),
      ],
      now,
    )
  // Purchases that ended meanwhile count as paid and owed back; neither happened.
  if (endedCentavos > 0)
    postEntries(
      tx,
      [
        computeClawbackNettedEntry({
          retailerId,
          runId: `ended:${id}`,
          amountCentavos: endedCentavos,
          at: now,
        }),
      ],
      now,
    )
}

async function lockPurchases(
  { secrets }: PurchaseContext,
  tx: Transaction,
  order: PayoutOrder,
): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  for (const { transactionId } of await getOrderLines(tx, order)) {
    const purchase = await lockPurchase(tx, secrets, transactionId)
    if (purchase === undefined)
      throw new Error(`order ${order.id} pays for ${transactionId}, which does not exist`)
    purchases.push(purchase)
  }
  return purchases
}

const isLasting = ({ status }: Purchase): boolean => status === 'OPEN' || status === 'CLOSED'
