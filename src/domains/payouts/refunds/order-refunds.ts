import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { findEntry, findRefundCredit, listPixReceipts, readRefundBooks } from '../../books/index.ts'
import { findRefundAccount, listReplacedIds, lockPurchase, type Purchase } from '../../purchases/index.ts'
import {
  findRefund,
  getAccountOf,
  listRefunds,
  listRefundsToOrder,
  lockRefund,
  type RefundDue,
  setRefundObstacle,
  setRefundOrder,
  splitRefund,
  sumClaimed,
  sumGivenBack,
} from '../../receivables/index.ts'
import { createOrder } from '../create-order.ts'
import type { PayoutOrder } from '../order.ts'
import { type ChosenWay, chooseWays } from './choose-ways.ts'

export interface RefundContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** No Pix is given back where no PSP is configured, or where orders leave by files. */
  readonly canReturnPix: boolean
  /** Above it a person approves; it holds for a refund as a whole, however many ways it goes. */
  readonly payoutApprovalLimitCentavos: Centavos
  readonly log: Pick<Log, 'error'>
}

/** Orders what is due and has a way. Safe with any number of workers: each refund is ordered once. */
export function orderRefunds(context: RefundContext): Promise<number> {
  return drain(
    limit => listRefundsToOrder(context.database, limit),
    id => orderRefund(context, id),
  )
}

function orderRefund(context: RefundContext, refundId: string): Promise<boolean> {
  const { database, secrets, log } = context
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
      log.error({ refundId, transactionId: purchase.id }, 'the books do not owe what the refunds say')
      return false
    }
    await orderParts(context, tx, refund, purchase)
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

async function orderParts(
  context: RefundContext,
  tx: Transaction,
  refund: RefundDue,
  purchase: Purchase,
): Promise<void> {
  const { secrets, clock, canReturnPix, payoutApprovalLimitCentavos } = context
  const now = clock.now()
  const receipts = canReturnPix
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
  for (const [index, way] of ways.entries()) {
    const isLast = index === ways.length - 1
    const partId = isLast ? refund.id : await splitRefund(tx, refund, way.amountCentavos, now)
    await placeRefundOrder(context, tx, { refundId: partId, purchase, way, needsApproval })
  }
}

/** Creates the order of one part. `replaces`: the order before it, which failed. */
export async function placeRefundOrder(
  { secrets, clock }: Pick<RefundContext, 'secrets' | 'clock'>,
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
