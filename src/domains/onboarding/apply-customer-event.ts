import type { App } from '../../app/app.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  advancePurchase,
  composeNamedBuyer,
  describePayer,
  getMove,
  lockPurchase,
  type Purchase,
  type PurchaseChanges,
  type SealedBuyer,
} from '../purchases/index.ts'
import { listBillets, replacePayer } from '../receivables/index.ts'

interface CustomerEvent {
  /**
   * Writes the evidence in the transaction that moves the purchase, under its lock and only if the move is possible.
   */
  readonly record?: (tx: Transaction, now: Date) => Promise<void>
  readonly acceptInsurance?: boolean | undefined
  /** What the signed document says. */
  readonly signed?: Pick<PurchaseChanges, 'contract' | 'contractDate' | 'contractVersion'> | undefined
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
    const { to } = getMove(purchase, event)
    await record?.(tx, now)
    return advancePurchase(app, tx, purchase, event, {
      buyer: customerName === undefined ? undefined : await nameBuyer(app, tx, purchase, customerName),
      changes: describeChanges(purchase, event, { acceptInsurance, signed, now }),
      downPaymentExpiresAt: to.step === 'ENTRY' ? await findExpiry(app, tx, purchase) : undefined,
    })
  })
}

/** The down payment's billet was issued before: from now on it is shown, and registered, under the name. */
async function nameBuyer(
  { secrets }: App,
  tx: Transaction,
  purchase: Purchase,
  name: string,
): Promise<SealedBuyer> {
  const buyer = await composeNamedBuyer(tx, secrets, purchase, name)
  const payer = describePayer({ ...purchase, customer: buyer.customer })
  await replacePayer(tx, secrets, { transactionId: purchase.id, payer })
  return buyer
}

function describeChanges(
  { insuredContract }: Purchase,
  event: PurchaseEvent,
  about: Pick<CustomerEvent, 'acceptInsurance' | 'signed'> & { readonly now: Date },
): PurchaseChanges {
  if (event === 'signed') return { ...about.signed, signedAt: about.now }
  if (event === 'insurance-answered' && about.acceptInsurance && insuredContract !== undefined)
    return { hasInsurance: true, contract: insuredContract }
  return {}
}

async function findExpiry(
  { secrets }: App,
  tx: Transaction,
  { retailerId, id }: Purchase,
): Promise<Date | undefined> {
  const billets = await listBillets(tx, secrets, retailerId, id)
  const billet = billets.find(({ kind }) => kind === 'down-payment')
  return billet && endOfDay(billet.expirationDate)
}
