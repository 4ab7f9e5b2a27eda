import type { PurchaseEvent } from '../../../contract/purchase-events.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { requiresInvoice } from '../../quoting/index.ts'
import { type AdvanceContext, advancePurchase } from '../advance-purchase.ts'
import { isTransferUnderWay } from '../compute-transfer.ts'
import type { PurchaseChanges } from '../move.ts'
import type { Purchase } from '../purchase.ts'
import type { Invoice } from './invoice.ts'
import { type InvoiceDecision, storeDecision } from './store.ts'

/** Stores the decision, notifies the retailer and releases or holds its transfer. The purchase must be locked. */
export async function recordInvoiceDecision(
  context: AdvanceContext,
  tx: Transaction,
  about: { readonly purchase: Purchase; readonly invoice: Invoice; readonly decision: InvoiceDecision },
  event: PurchaseEvent,
): Promise<void> {
  const { purchase, invoice, decision } = about
  const now = context.clock.now()
  const { state, code, message } = decision
  await storeDecision(tx, context.secrets, invoice, decision, now)
  await advancePurchase(context, tx, purchase, event, {
    changes:
      state === 'VALIDATED' ? releaseTransfer(purchase, now) : await holdTransfer(context, tx, purchase),
    eventFields: { invoiceId: invoice.id, code, ...(message === undefined ? {} : { message }) },
  })
}

/** A complete contract without a transfer date waits only for its invoice. */
function releaseTransfer({ completedAt, transferDueAt }: Purchase, now: Date): PurchaseChanges {
  return completedAt !== undefined && transferDueAt === undefined ? { transferDueAt: now } : {}
}

/** If the policy requires an invoice, a transfer that has not been paid yet waits for the next one. */
export async function holdTransfer(
  { secrets }: AdvanceContext,
  tx: Transaction,
  purchase: Purchase,
): Promise<PurchaseChanges> {
  const isUnderWay = purchase.transferDueAt !== undefined && !isTransferUnderWay(purchase)
  const isHeld = isUnderWay && (await requiresInvoice(tx, secrets, purchase.decisionId))
  return isHeld ? { transferDueAt: undefined } : {}
}
