import { getAccountOf } from '../../modules/billets/index.ts'
import { computeTransferEntry, postEntries } from '../../modules/ledger/index.ts'
import { listTransferDueIds, lockPurchase } from '../../modules/transactions/index.ts'
import { drain } from '../upkeep/drain.ts'
import { advancePurchase, type PurchaseContext } from './advance-purchase.ts'

/** Pays due transfers to retailers. Safe with any number of workers: each purchase is transferred once. */
export function transferDue(context: PurchaseContext): Promise<number> {
  return drain(
    limit => listTransferDueIds(context.database, context.clock.now(), limit),
    id => transfer(context, id),
  )
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
      const { id: lenderAccountId } = await getAccountOf(tx, context.secrets, retailerId)
      const entry = computeTransferEntry({
        retailerId,
        transactionId: id,
        lenderAccountId,
        amountCentavos: transferCentavos,
        sentAt: now,
      })
      postEntries(tx, [entry], now)
    }
    await advancePurchase(context, tx, purchase, 'transfered', { changes: { transferedAt: now } })
    return true
  })
}
