import type { RefundObstacle } from '../../../contract/refunds.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { RefundPlace } from '../../messaging/index.ts'
import {
  type AdvanceContext,
  advancePurchase,
  findRefundAccount,
  lockPurchase,
  type NoticedRefund,
  type Purchase,
  requestRefundNotice,
} from '../../purchases/index.ts'
import { lockRefund, type RefundDue, setRefundOrder, setRefundState } from '../../receivables/index.ts'
import type { PayoutFollower } from '../apply-outcome.ts'
import type { PayoutOrder } from '../order.ts'
import type { Payee } from '../payee.ts'
import { chooseOwnPlace } from './choose-ways.ts'
import { placeRefundOrder } from './order-refunds.ts'

/** What follows for the customer and the retailer when an order that gives money back ends. */
export function createRefundFollower(context: AdvanceContext): PayoutFollower {
  return {
    async onReplaced(tx, successor) {
      const refund = await lockRefundOf(tx, successor)
      if (refund === undefined) return
      const { returnOf: endToEndId } = successor.payee
      const way = endToEndId === undefined ? 'DESK' : 'PIX_RETURN'
      await setRefundOrder(tx, refund.id, { orderId: successor.id, way, endToEndId })
    },
    async onSent(tx, order) {
      const refund = await lockRefundOf(tx, order)
      if (refund !== undefined) setRefundState(tx, refund.id, 'SENT')
    },
    async onPaid(tx, order, paidAt) {
      const refund = await lockRefundOf(tx, order)
      if (refund === undefined) return
      setRefundState(tx, refund.id, 'PAID', { paidAt })
      const purchase = await lockOwner(context, tx, refund)
      if (purchase === undefined) return
      requestRefundNotice(tx, 'refund-sent', purchase, describe(order, paidAt), context.clock.now())
      await advancePurchase(context, tx, purchase, 'refunded', {
        eventFields: { amount: presentReais(order.amountCentavos), refundedAt: paidAt.toISOString() },
      })
    },
    onFailed: (tx, order) => fail(context, tx, order),
    onReturned: (tx, order) => fail(context, tx, order),
  }
}

const OBLIGATION = 'REFUND:'

/** The refund is the obligation of its order and of all that replace it. */
async function lockRefundOf(tx: Transaction, { obligation }: PayoutOrder): Promise<RefundDue | undefined> {
  return obligation.startsWith(OBLIGATION) ? lockRefund(tx, obligation.slice(OBLIGATION.length)) : undefined
}

async function fail(context: AdvanceContext, tx: Transaction, order: PayoutOrder): Promise<void> {
  const refund = await lockRefundOf(tx, order)
  if (refund === undefined) return
  const purchase = await lockOwner(context, tx, refund)
  if (purchase !== undefined && refund.way === 'PIX_RETURN' && order.state === 'failed') {
    // Not the customer's fault: the payer's account may be closed, or the bank may take no returns.
    await sendToOwnPlace(context, tx, { order, refund, purchase })
    return
  }
  const waitsFor: RefundObstacle = order.state === 'canceled' ? 'DECLINED' : 'REFUSED_BY_BANK'
  setRefundState(tx, refund.id, 'FAILED', { waitsFor })
  const now = context.clock.now()
  if (purchase !== undefined && waitsFor === 'REFUSED_BY_BANK')
    requestRefundNotice(tx, 'refund-failed', purchase, describe(order, now), now)
}

async function sendToOwnPlace(
  context: AdvanceContext,
  tx: Transaction,
  failed: { readonly order: PayoutOrder; readonly refund: RefundDue; readonly purchase: Purchase },
): Promise<void> {
  const { order, refund, purchase } = failed
  const account = await findRefundAccount(tx, context.secrets, purchase.id)
  const place = chooseOwnPlace(purchase.customer, account)
  const way = { ...place, amountCentavos: order.amountCentavos }
  await placeRefundOrder(context, tx, {
    refundId: refund.id,
    purchase,
    way,
    needsApproval: order.needsApproval,
    replaces: order.id,
  })
}

async function lockOwner(
  { secrets }: AdvanceContext,
  tx: Transaction,
  { transactionId }: RefundDue,
): Promise<Purchase | undefined> {
  return transactionId === null ? undefined : lockPurchase(tx, secrets, transactionId)
}

const describe = (order: PayoutOrder, at: Date): NoticedRefund => ({
  orderId: order.id,
  amountCentavos: order.amountCentavos,
  on: calendarDateAt(at),
  place: describePlace(order.payee),
})

const TAIL = 4

/** The customer recognizes the place, and a stranger who reads the message cannot use it. */
function describePlace({ to, returnOf }: Payee): RefundPlace {
  if (returnOf !== undefined) return { kind: 'pix-return', tail: '' }
  switch (to.kind) {
    case 'pix-key':
      return { kind: to.kind, tail: to.key.slice(-TAIL) }
    case 'account':
      return { kind: to.kind, tail: `${to.account.slice(-TAIL)}-${to.accountDigit}` }
  }
}
