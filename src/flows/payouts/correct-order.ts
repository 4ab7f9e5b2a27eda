import { calendarDateAt } from '../../kernel/calendar-date.ts'
import {
  allowsSuccessor,
  getOrderLines,
  lockOrder,
  lockPayoutSubject,
  type Payee,
  PayoutError,
  type PayoutOrder,
} from '../../modules/payouts/index.ts'
import { findPayee } from '../../modules/retailers/index.ts'
import type { Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PurchaseContext } from '../purchase/advance-purchase.ts'
import { createOrder } from './create-order.ts'
import { lockCurrent } from './lock-current.ts'
import { createPayoutFollowers } from './payout-followers.ts'
import { isDue, orderTransfers } from './settle-retailers.ts'

export interface Correction {
  readonly orderId: string
  /** Absent: as before; for a retailer the account that it has now. */
  readonly payee?: Payee | undefined
  /** Another person approves the successor. */
  readonly by: string
}

/**
 * Orders the debt of a failed, canceled or returned order anew. Returns the id of the successor; undefined when nothing
 * is left to send, because the purchases ended or what the retailer owes covers them. Throws PayoutError or PayeeError.
 */
export function correctOrder(context: PurchaseContext, correction: Correction): Promise<string | undefined> {
  const { database, secrets, clock } = context
  const { orderId, payee, by } = correction
  return database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, orderId)
    if (order === undefined) throw new PayoutError(`there is no order ${orderId}`)
    if (!allowsSuccessor(order.state))
      throw new PayoutError(
        `order ${orderId} is ${order.state}: only a failed, canceled or returned one is corrected`,
      )
    if (order.kind === 'RETAILER') return correctTransfers(context, tx, order, correction)
    const now = clock.now()
    const successor = await createOrder(
      tx,
      secrets,
      {
        kind: order.kind,
        subject: order.subject,
        retailerId: order.retailerId,
        transactionId: order.transactionId,
        amountCentavos: order.amountCentavos,
        payee: payee ?? order.payee,
        lenderAccountId: order.lenderAccountId,
        dueOn: calendarDateAt(now),
        replaces: order.id,
        needsApproval: true,
        createdBy: by,
      },
      now,
    )
    await createPayoutFollowers(context)[order.kind]?.onReplaced?.(tx, successor)
    return successor.id
  })
}

/** What is still owed of the order's purchases, to the account that the retailer has now. */
async function correctTransfers(
  context: PurchaseContext,
  tx: Transaction,
  order: PayoutOrder,
  { payee, by }: Correction,
): Promise<string | undefined> {
  const { secrets, clock } = context
  const retailerId = order.subject
  await lockPayoutSubject(tx, retailerId)
  const payout = await findPayee(tx, secrets, retailerId)
  if (payout.isSuspended) throw new PayoutError(`retailer ${retailerId} is suspended: its transfers wait`)
  if (payee === undefined && payout.payee === undefined)
    throw new PayoutError(`retailer ${retailerId} has no account to be paid on`)
  const due: Purchase[] = []
  for (const { transactionId } of await getOrderLines(tx, order)) {
    const purchase = await lockCurrent(context, tx, transactionId)
    if (purchase !== undefined && isDue(purchase)) due.push(purchase)
  }
  if (due.length === 0) throw new PayoutError(`nothing of order ${order.id} is owed any more`)
  const settlement = {
    retailerId,
    payout: { ...payout, payee: payee ?? payout.payee },
    due,
    now: clock.now(),
  }
  return orderTransfers(context, tx, settlement, { replaces: order.id, createdBy: by })
}
