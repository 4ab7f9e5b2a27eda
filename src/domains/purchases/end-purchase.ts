import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  accountOf,
  computeCarryOverEntry,
  computeRefundEntry,
  listRefundable,
  postEntries,
  type Refundable,
  sumRefundable,
} from '../books/index.ts'
import { endContract } from '../quoting/index.ts'
import { computeMaxRefundDate, postWithRefunds } from '../receivables/index.ts'
import { cancelContractBillets } from './cancel-billets.ts'
import { isTransferUnderWay } from './compute-transfer.ts'
import { withdrawInvoices } from './invoices/store.ts'
import type { Purchase, Refund } from './purchase.ts'
import { listReplacedIds } from './store.ts'

export interface Ending {
  readonly now: Date
  /** The replacement purchase: what was paid counts there. */
  readonly replacedBy?: string | undefined
}

/** However a purchase ends early: open billets are canceled, the debt is reversed and payments are owed back. */
export async function endPurchase(
  context: { readonly secrets: Secrets; readonly clock: Clock },
  tx: Transaction,
  purchase: Purchase,
  { now, replacedBy }: Ending,
): Promise<Refund> {
  const { secrets } = context
  const { retailerId, id: transactionId } = purchase
  endContract(tx, transactionId)
  withdrawInvoices(tx, transactionId)
  // A replacement sets its own transfer against it; only the difference is owed back.
  const isTransferred = isTransferUnderWay(purchase) && replacedBy === undefined
  await cancelContractBillets(context, tx, { retailerId, transactionId, isTransferred })
  const paid = await listRefundable(tx, secrets, transactionId, await listReplacedIds(tx, purchase))
  // A part of a down payment pays nothing yet: it goes back, and the replacement asks for its own.
  const isCarried = replacedBy !== undefined && isDownPaymentPaid(purchase)
  const left = !isCarried ? paid : await carryOver(tx, secrets, purchase, paid, { now, replacedBy })
  return {
    valueCentavos: await bookRefund(tx, secrets, purchase, left, `refund:${transactionId}`, now),
    maxRefundDate: computeMaxRefundDate(now),
  }
}

const isDownPaymentPaid = ({ downPaymentCentavos, downPaymentPaidAt }: Purchase): boolean =>
  downPaymentCentavos === 0 || downPaymentPaidAt !== undefined

/** Money that arrived after the end of a purchase. Amounts that were booked before are not booked again. */
export async function refundLatePayment(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  reference: string,
  now: Date,
): Promise<void> {
  const paid = await listRefundable(tx, secrets, purchase.id)
  await bookRefund(tx, secrets, purchase, keepSuspended(paid), `refund:${reference}`, now)
}

/** Late charges stay earned, and unassigned money is refunded; the rest counts for the replacement. */
async function carryOver(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  paid: Refundable,
  { now, replacedBy }: { readonly now: Date; readonly replacedBy: string },
): Promise<Refundable> {
  const amountCentavos = paid.get(accountOf.customer(purchase.id)) ?? 0
  if (amountCentavos > 0)
    postEntries(
      tx,
      secrets,
      [
        computeCarryOverEntry({
          retailerId: purchase.retailerId,
          transactionId: replacedBy,
          fromTransactionId: purchase.id,
          amountCentavos,
          decidedAt: now,
        }),
      ],
      now,
    )
  return keepSuspended(paid)
}

function keepSuspended(paid: Refundable): Refundable {
  return new Map([...paid].filter(([account]) => account === 'suspense'))
}

async function bookRefund(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, id: transactionId }: Purchase,
  refundable: Refundable,
  reference: string,
  now: Date,
): Promise<Centavos> {
  const entry = computeRefundEntry({ retailerId, transactionId, reference, refundable, decidedAt: now })
  if (entry !== undefined) postWithRefunds(tx, secrets, [entry], now)
  return sumRefundable(refundable)
}
