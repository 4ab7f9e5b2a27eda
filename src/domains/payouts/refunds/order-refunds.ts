import type { App } from '../../../app/app.ts'
import type { RefundObstacle } from '../../../contract/refunds.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import { findEntry } from '../../ledger/index.ts'
import { getAccountOf } from '../../lender/index.ts'
import { type MessageRequest, requestMessage } from '../../messaging/index.ts'
import {
  advancePurchase,
  findRefundAccount,
  listReplacedIds,
  lockPurchase,
  type Purchase,
} from '../../purchases/index.ts'
import {
  findRefund,
  findRefundCredit,
  listRefunds,
  listRefundsToOrder,
  lockRefund,
  type RefundDue,
  setRefundObstacle,
  setRefundOrder,
  setRefundState,
  splitRefund,
  sumClaimed,
  sumGivenBack,
} from '../../refunds/index.ts'
import type { PayoutFollower } from '../apply-outcome.ts'
import { createOrder } from '../create-order.ts'
import type { PayoutOrder } from '../order.ts'
import type { Payee } from '../payee.ts'
import { type ChosenWay, chooseOwnPlace, chooseWays } from './choose-ways.ts'
import { listPixReceipts, readRefundBooks } from './refund-books.ts'

/** Orders the refunds that are due and can be paid. Safe with any number of workers: each refund is ordered once. */
export function orderRefunds(app: App): Promise<number> {
  return drain(
    limit => listRefundsToOrder(app.database, limit),
    id => orderRefund(app, id),
  )
}

function orderRefund(app: App, refundId: string): Promise<boolean> {
  const { database, secrets, log } = app
  return database.transaction(async tx => {
    const seen = await findRefund(tx, refundId)
    if (seen?.transactionId === undefined || seen.transactionId === null) return false
    const purchase = await lockPurchase(tx, secrets, seen.transactionId)
    const refund = await lockRefund(tx, refundId)
    if (refund?.state !== 'DUE' || refund.orderId !== null || refund.waitsFor !== null) return false
    if (purchase === undefined) {
      setRefundObstacle(tx, refundId, 'PAYER_UNKNOWN')
      return false
    }
    if (!(await isOwed(tx, secrets, refund, purchase))) {
      setRefundObstacle(tx, refundId, 'BOOKS_DIFFER')
      log.error({ refundId, transactionId: purchase.id }, 'the refunds exceed what the books owe')
      return false
    }
    await orderParts(app, tx, refund, purchase)
    return true
  })
}

/**
 * Entries of the ledger carry a MAC, rows of refunds do not: one that somebody wrote by SQL must not move money that no
 * entry owes. The parts of an entry's refund add up to it, and no more leaves for a purchase than was received for it,
 * whatever its entries say.
 */
async function isOwed(
  tx: Transaction,
  secrets: Secrets,
  { reference }: RefundDue,
  { id: transactionId }: Purchase,
): Promise<boolean> {
  const [entry, claimedOfEntry, books, refunds] = await Promise.all([
    findEntry(tx, secrets, reference),
    sumClaimed(tx, reference),
    readRefundBooks(tx, secrets, transactionId),
    listRefunds(tx, transactionId),
  ])
  const credit = entry && findRefundCredit(entry)
  if (credit?.transactionId !== transactionId || credit.amountCentavos !== claimedOfEntry) return false
  const isOpen = ({ state, orderId }: RefundDue): boolean =>
    state === 'FAILED' || (state === 'DUE' && orderId === null)
  const claimed = refunds.filter(isOpen).reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  return claimed <= Math.min(books.owedCentavos, books.leftCentavos)
}

async function orderParts(app: App, tx: Transaction, refund: RefundDue, purchase: Purchase): Promise<void> {
  const { secrets, clock, payoutRail, payoutApprovalLimitCentavos } = app
  const now = clock.now()
  const receipts = payoutRail?.givesPixBack
    ? // Payments of a purchase count for its replacement, so that a refund may give back a Pix of the one before.
      await listPixReceipts(tx, secrets, [purchase.id, ...(await listReplacedIds(tx, purchase))])
    : []
  const [account, givenBack] = await Promise.all([
    findRefundAccount(tx, secrets, purchase.id),
    sumGivenBack(
      tx,
      receipts.map(({ endToEndId }) => endToEndId),
    ),
  ])
  const { customer } = purchase
  const needsApproval = (await sumClaimed(tx, refund.reference)) > payoutApprovalLimitCentavos
  const ways = chooseWays(refund, { customer, account, receipts, givenBack, now })
  // Whoever paid under another person's name is not that person: what cannot go back the way it came waits for people.
  if (isVoid(purchase) && ways.some(({ way }) => way !== 'PIX_RETURN')) {
    setRefundObstacle(tx, refund.id, 'PAYER_UNKNOWN')
    return
  }
  for (const [index, way] of ways.entries()) {
    const isLast = index === ways.length - 1
    const partId = isLast ? refund.id : await splitRefund(tx, refund, way.amountCentavos, now)
    await placeRefundOrder(app, tx, { refundId: partId, purchase, way, needsApproval })
  }
}

/** A contract that had begun ends by its identification only when a fraud is proven. */
const isVoid = ({ cancelReason, completedAt }: Purchase): boolean =>
  cancelReason === 'ONBOARDING_REFUSED' && completedAt !== undefined

/** Creates the order of one part. `replaces`: the order before it, which failed. */
async function placeRefundOrder(
  { secrets, clock }: App,
  tx: Transaction,
  placed: {
    readonly refundId: string
    readonly purchase: Purchase
    readonly way: ChosenWay
    readonly needsApproval: boolean
    readonly replaces?: string
  },
): Promise<PayoutOrder> {
  const { refundId, purchase, way, needsApproval, replaces } = placed
  const { retailerId, id: transactionId } = purchase
  const now = clock.now()
  const order = await createOrder(
    tx,
    secrets,
    {
      kind: 'REFUND',
      subject: transactionId,
      obligation: refundId,
      retailerId,
      transactionId,
      amountCentavos: way.amountCentavos,
      payee: way.payee,
      lenderAccountId: way.lenderAccountId ?? (await getAccountOf(tx, secrets, retailerId)).id,
      dueOn: calendarDateAt(now),
      replaces,
      needsApproval,
    },
    now,
  )
  await setRefundOrder(tx, refundId, { orderId: order.id, way: way.way, endToEndId: way.payee.returnOf })
  return order
}

/** What follows for the customer and the retailer when an order that gives money back ends. */
export function createRefundFollower(app: App): PayoutFollower {
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
      const purchase = await lockOwner(app, tx, refund)
      if (purchase === undefined) return
      tellCustomer(tx, 'refund-sent', { purchase, order, at: paidAt }, app.clock.now())
      await advancePurchase(app, tx, purchase, 'refunded', {
        eventFields: { amount: presentReais(order.amountCentavos), refundedAt: paidAt.toISOString() },
      })
    },
    onFailed: (tx, order) => fail(app, tx, order),
    onReturned: (tx, order) => fail(app, tx, order),
  }
}

const OBLIGATION = 'REFUND:'

/** The refund is the obligation of its order and of all that replace it. */
async function lockRefundOf(tx: Transaction, { obligation }: PayoutOrder): Promise<RefundDue | undefined> {
  return obligation.startsWith(OBLIGATION) ? lockRefund(tx, obligation.slice(OBLIGATION.length)) : undefined
}

async function fail(app: App, tx: Transaction, order: PayoutOrder): Promise<void> {
  const refund = await lockRefundOf(tx, order)
  if (refund === undefined) return
  const purchase = await lockOwner(app, tx, refund)
  if (purchase !== undefined && refund.way === 'PIX_RETURN' && order.state === 'failed') {
    // Not the customer's fault: the payer's account may be closed, or the bank may take no returns.
    await sendToOwnPlace(app, tx, { order, refund, purchase })
    return
  }
  const waitsFor: RefundObstacle = order.state === 'canceled' ? 'DECLINED' : 'REFUSED_BY_BANK'
  setRefundState(tx, refund.id, 'FAILED', { waitsFor })
  const now = app.clock.now()
  if (purchase !== undefined && waitsFor === 'REFUSED_BY_BANK')
    tellCustomer(tx, 'refund-failed', { purchase, order, at: now }, now)
}

async function sendToOwnPlace(
  app: App,
  tx: Transaction,
  failed: { readonly order: PayoutOrder; readonly refund: RefundDue; readonly purchase: Purchase },
): Promise<void> {
  const { order, refund, purchase } = failed
  const account = await findRefundAccount(tx, app.secrets, purchase.id)
  const place = chooseOwnPlace(purchase.customer, account)
  const way = { ...place, amountCentavos: order.amountCentavos }
  await placeRefundOrder(app, tx, {
    refundId: refund.id,
    purchase,
    way,
    needsApproval: order.needsApproval,
    replaces: order.id,
  })
}

async function lockOwner(
  { secrets }: App,
  tx: Transaction,
  { transactionId }: RefundDue,
): Promise<Purchase | undefined> {
  return transactionId === null ? undefined : lockPurchase(tx, secrets, transactionId)
}

/** The end of an order that gives money back; a successor is another one. */
function tellCustomer(
  tx: Transaction,
  notice: 'refund-sent' | 'refund-failed',
  { purchase, order, at }: { readonly purchase: Purchase; readonly order: PayoutOrder; readonly at: Date },
  now: Date,
): void {
  const { retailerId, id: transactionId } = purchase
  const { id: about, amountCentavos, payee } = order
  const refund = { amountCentavos, on: calendarDateAt(at), place: describePlace(payee) }
  requestMessage(tx, { notice, retailerId, transactionId, about, refund }, now)
}

const TAIL = 4

/** The customer recognizes the place, and a stranger who reads the message cannot use it. */
function describePlace({ to, returnOf }: Payee): NonNullable<MessageRequest['refund']>['place'] {
  if (returnOf !== undefined) return { kind: 'pix-return', tail: '' }
  switch (to.kind) {
    case 'pix-key':
      return { kind: to.kind, tail: to.key.slice(-TAIL) }
    case 'account':
      return { kind: to.kind, tail: `${to.account.slice(-TAIL)}-${to.accountDigit}` }
  }
}
