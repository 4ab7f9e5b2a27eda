import type { App } from '../../app/app.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { advancePurchase, getMove, lockPurchase, type Purchase } from '../purchases/index.ts'

interface CustomerEvent {
  /**
   * Writes the evidence in the transaction that moves the purchase, under its lock and only if the move is possible.
   */
  readonly record?: (tx: Transaction, now: Date) => Promise<void>
  readonly acceptInsurance?: boolean | undefined
  /** What the signed document says. */
  readonly signed?: Pick<Purchase, 'contract' | 'contractDate' | 'contractVersion'> | undefined
  /** Given by the customer, where nobody gave it before. */
  readonly customerName?: string | undefined
}

/** One step of the customer, or a check of what the customer sent. Throws MoveRefused with nothing written. */
export function applyCustomerEvent(
  app: App,
  transactionId: string,
  event: PurchaseEvent,
  { record, acceptInsurance, customerName, signed }: CustomerEvent = {},
): Promise<Purchase> {
  return app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.secrets, transactionId)
    if (purchase === undefined) throw new Error(`transaction ${transactionId} does not exist`)
    const now = app.clock.now()
    getMove(purchase, event)
    await record?.(tx, now)
    return advancePurchase(app, tx, purchase, event, {
      customerName,
      changes: describeChanges(purchase, event, { acceptInsurance, signed, now }),
    })
  })
}

function describeChanges(
  { insuredContract }: Purchase,
  event: PurchaseEvent,
  about: Pick<CustomerEvent, 'acceptInsurance' | 'signed'> & { readonly now: Date },
) {
  if (event === 'signed') return { ...about.signed, signedAt: about.now }
  if (event === 'insurance-answered' && about.acceptInsurance && insuredContract !== undefined)
    return { hasInsurance: true, contract: insuredContract }
  return {}
}
