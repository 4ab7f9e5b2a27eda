import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { computeBalances, type Entry, postEntries } from '../ledger/index.ts'
import { computePayoutOrderedEntry } from './entries.ts'
import type { NewPayoutOrder, PayoutOrder } from './order.ts'
import { insertOrder } from './orders.ts'
import { readRefundBooks } from './refunds/refund-books.ts'

/**
 * The order and its entry, in the caller's transaction: from now on the debt is on its way. Throws InputError when no
 * bank could pay it, and Refused when the debt has an order already.
 */
export async function createOrder(
  tx: Transaction,
  secrets: Secrets,
  made: NewPayoutOrder,
  now: Date,
): Promise<PayoutOrder> {
  const order = await insertOrder(tx, secrets, made, now)
  const entry = computePayoutOrderedEntry(order, now)
  const owedCentavos = await readOwed(tx, secrets, order, entry)
  if (order.amountCentavos + order.nettedCentavos > owedCentavos)
    throw new Error(
      `a payout of ${order.amountCentavos} centavos to ${order.subject}: the books owe only ${owedCentavos}`,
    )
  postEntries(tx, secrets, [entry], now)
  return order
}

/** What the books owe the payee: no order may turn the sign of the account that it is paid from. */
async function readOwed(
  tx: Transaction,
  secrets: Secrets,
  { kind, transactionId }: PayoutOrder,
  { postings }: Entry,
): Promise<number> {
  if (kind === 'REFUND' && transactionId !== undefined) {
    const { owedCentavos, leftCentavos } = await readRefundBooks(tx, secrets, transactionId)
    return Math.min(owedCentavos, leftCentavos)
  }
  const debt = postings.find(({ amountCentavos }) => amountCentavos > 0)
  if (debt === undefined) return 0
  return -((await computeBalances(tx, [debt.account])).get(debt.account) ?? 0)
}
