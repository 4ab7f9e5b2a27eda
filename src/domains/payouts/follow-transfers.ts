import type { App } from '../../app/app.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { computeReversal, postEntries } from '../ledger/index.ts'
import { advancePurchase, findPurchase, lockPurchase, type Purchase } from '../purchases/index.ts'
import type { PayoutFollower } from './apply-outcome.ts'
import { computeClawbackNettedEntry } from './entries.ts'
import type { PayoutLine, PayoutOrder } from './order.ts'
import { getOrderLines } from './orders.ts'
import { markTransfered } from './settle-retailers.ts'

/** What becomes of the purchases that an order pays for. */
export function createTransferFollower(app: App): PayoutFollower {
  return {
    async onPaid(tx, order, paidAt) {
      for (const { purchase } of await lockPaidFor(app, tx, order))
        if (isLasting(purchase)) await markTransfered(app, tx, purchase, paidAt)
    },
    onFailed: (tx, order) => releaseLines(app, tx, order),
    onReturned: (tx, order) => releaseLines(app, tx, order),
  }
}

/**
 * The transfers are owed again. They wait for a person, who corrects the account: another run would only send them to
 * the account that was refused.
 */
async function releaseLines(app: App, tx: Transaction, order: PayoutOrder): Promise<void> {
  const { secrets } = app
  const now = app.clock.now()
  let endedCentavos: Centavos = 0
  for (const { purchase, amountCentavos } of await lockPaidFor(app, tx, order)) {
    const isOwed = isLasting(purchase)
    endedCentavos += amountCentavos - (isOwed ? (purchase.transferCentavos ?? 0) : 0)
    if (!isOwed) continue
    const changes = { transferOrderedAt: undefined, transferDueAt: undefined, transferedAt: undefined }
    await advancePurchase(app, tx, purchase, 'transfer-failed', { changes })
  }
  const { id, retailerId = order.subject, nettedCentavos } = order
  // What was kept for a debt is owed again, and so is the debt.
  if (nettedCentavos > 0) {
    const netted = { retailerId, runId: id, amountCentavos: nettedCentavos, at: now }
    const restored = { reference: `clawback-restored:${id}`, occurredAt: now }
    postEntries(tx, secrets, [computeReversal(computeClawbackNettedEntry(netted), restored)], now)
  }
  // What ended meanwhile counts as paid and owed back; neither happened.
  if (endedCentavos > 0) {
    const ended = { retailerId, runId: `ended:${id}`, amountCentavos: endedCentavos, at: now }
    postEntries(tx, secrets, [computeClawbackNettedEntry(ended)], now)
  }
}

interface PaidFor extends Pick<PayoutLine, 'amountCentavos'> {
  /** Locked. It may have replaced the purchase of the line. */
  readonly purchase: Purchase
}

async function lockPaidFor(app: App, tx: Transaction, order: PayoutOrder): Promise<PaidFor[]> {
  const found: PaidFor[] = []
  for (const { transactionId, amountCentavos } of await getOrderLines(tx, order)) {
    const purchase = await lockCurrent(app, tx, transactionId)
    if (purchase === undefined)
      throw new Error(`order ${order.id} pays for ${transactionId}, which does not exist`)
    found.push({ purchase, amountCentavos })
  }
  return found
}

const isLasting = ({ status }: Purchase): boolean => status === 'OPEN' || status === 'CLOSED'

/** The purchase, or what replaced it. */
export async function lockCurrent(app: App, tx: Transaction, id: string): Promise<Purchase | undefined> {
  const { secrets } = app
  const purchase = await lockPurchase(tx, secrets, id)
  const replacement =
    purchase && (await findPurchase(tx, secrets, { retailerId: purchase.retailerId, replacesId: id }))
  return replacement ? lockCurrent(app, tx, replacement.id) : purchase
}
