import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import { requiresInvoice } from '../credit/index.ts'
import { findCurrentInvoice } from '../invoices/index.ts'
import { accountOf, computeBalances } from '../ledger/index.ts'
import { findTransferOrder, listMoneyHolds } from '../payouts/index.ts'
import { findPurchase, listReplacedIds, type Purchase } from '../purchases/index.ts'
import { findPayee } from '../retailers/index.ts'
import { type Blocker, findExpectedDay, listBlockers, type TransferFacts } from './blockers.ts'

export interface TransferView {
  readonly purchase: Purchase
  readonly blockers: readonly Blocker[]
  readonly expectedOn: CalendarDate | undefined
  /** The order at the bank, as the statement names it. */
  readonly reference: string | undefined
}

/** Whether, when and why not the retailer is paid for a purchase; of other retailers nothing is found. */
export async function readTransfer(
  app: App,
  retailerId: string,
  transactionId: string,
): Promise<TransferView | undefined> {
  const { database, secrets, clock } = app
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, { retailerId, id: transactionId })
    : undefined
  if (purchase === undefined) return undefined
  const facts = await readFacts(app, purchase)
  const now = clock.now()
  const blockers = listBlockers(facts, now)
  const isTransfered = purchase.transferedAt !== undefined
  return {
    purchase,
    blockers,
    expectedOn: isTransfered ? undefined : findExpectedDay(facts, now),
    reference: purchase.transferOrderedAt === undefined ? undefined : facts.order?.id,
  }
}

async function readFacts(app: App, purchase: Purchase): Promise<TransferFacts> {
  const { database, secrets } = app
  const { retailerId, id, decisionId } = purchase
  // A purchase that replaces another has taken its place in the order.
  const ids = [id, ...(await listReplacedIds(database, purchase))]
  const clawback = accountOf.clawback(retailerId)
  const [needsInvoice, invoice, payout, order, holds, balances] = await Promise.all([
    requiresInvoice(database, secrets, decisionId),
    findCurrentInvoice(database, secrets, id),
    findPayee(database, secrets, retailerId),
    findTransferOrder(database, secrets, ids),
    listMoneyHolds(app),
    computeBalances(database, [clawback]),
  ])
  const owedBackCentavos = balances.get(clawback) ?? 0
  return { purchase, needsInvoice, invoice, payout, order, heldAt: holds[0]?.heldAt, owedBackCentavos }
}
