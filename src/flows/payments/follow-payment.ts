import { type BilletRow, listBillets } from '../../modules/billets/index.ts'
import { lockPurchase, type Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type AdvanceContext, advancePurchase } from '../purchase/advance-purchase.ts'
import { refundLatePayment } from '../purchase/end-purchase.ts'

/** What became of a payment. */
export interface PaymentOutcome {
  readonly outcome: 'credited' | 'suspense'
  readonly billet: BilletRow
  /** The bank's. */
  readonly reference: string
  readonly paidAt: Date
}

/** Takes the lock of the purchase that a billet belongs to; what it gives back is told the outcome, in the same transaction. */
export type FollowPayment = (
  tx: Transaction,
  transactionId: string,
) => Promise<(payment: PaymentOutcome) => Promise<void>>

/** What a payment means for its purchase, which is locked before the billet so that a cancellation takes turns with it. */
export function createPaymentFollower(context: AdvanceContext): FollowPayment {
  return async (tx, transactionId) => {
    const purchase = await lockPurchase(tx, context.secrets, transactionId)
    return async payment => {
      if (purchase !== undefined) await followPayment(context, tx, purchase, payment)
    }
  }
}

async function followPayment(
  context: AdvanceContext,
  tx: Transaction,
  purchase: Purchase,
  { outcome, billet, reference, paidAt }: PaymentOutcome,
): Promise<void> {
  const { status } = purchase
  if (outcome === 'suspense') {
    // Nobody will ever owe this money: it is the customer's.
    if (status === 'CANCELED' || status === 'ABANDONED')
      await refundLatePayment(tx, purchase, reference, context.clock.now())
    return
  }
  // While a cancellation is under way money only adds to the refund.
  if (billet.kind === 'down-payment') {
    if (status === 'PENDING')
      await advancePurchase(context, tx, purchase, 'down-payment-paid', {
        changes: { downPaymentPaidAt: paidAt },
      })
  } else if (status === 'OPEN' && (await isPaidUp(context, tx, billet))) {
    await advancePurchase(context, tx, purchase, 'last-billet-paid')
  }
}

async function isPaidUp(
  { secrets }: AdvanceContext,
  tx: Transaction,
  { retailerId, transactionId }: BilletRow,
): Promise<boolean> {
  const billets = await listBillets(tx, secrets, retailerId, transactionId)
  return billets.every(
    ({ paymentStatus, canceledAt }) => paymentStatus === 'PAID' || canceledAt !== undefined,
  )
}
