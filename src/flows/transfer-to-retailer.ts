import { getAccountOf } from '../modules/billets/index.ts'
import { computeTransferEntry, postEntries } from '../modules/ledger/index.ts'
import { listTransferDueIds, lockPurchase } from '../modules/transactions/index.ts'
import { advancePurchase, type PurchaseContext } from './advance-purchase.ts'

const PAGE = 100

/** Pays retailers what has fallen due. Any number of workers may do so: each purchase is transferred once. */
export async function transferDue(context: PurchaseContext): Promise<number> {
  let sent = 0
  for (;;) {
    const ids = await listTransferDueIds(context.database, context.clock.now(), PAGE)
    for (const id of ids) if (await transfer(context, id)) sent += 1
    if (ids.length < PAGE) return sent
  }
}

function transfer(context: PurchaseContext, id: string): Promise<boolean> {
  return context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, id)
    if (purchase === undefined || purchase.transferedAt !== undefined) return false
    if (purchase.status !== 'OPEN' && purchase.status !== 'CLOSED') return false
    const { retailerId, transferCentavos } = purchase
    if (transferCentavos === undefined) throw new Error(`transaction ${id} completed without a transfer`)
    const now = context.clock.now()
    if (transferCentavos > 0) {
      const { id: lenderAccountId } = await getAccountOf(tx, retailerId)
      const entry = computeTransferEntry({
        retailerId,
        transactionId: id,
        lenderAccountId,
        amountCentavos: transferCentavos,
        sentAt: now,
      })
      void postEntries(tx, [entry], now)
    }
    await advancePurchase(context, tx, purchase, 'transfered', { changes: { transferedAt: now } })
    return true
  })
}
