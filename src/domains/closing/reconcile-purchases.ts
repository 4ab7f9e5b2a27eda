import { ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { findEntries, listRetailersInDebit } from '../ledger/index.ts'
import { listForgedOrderIds } from '../payouts/index.ts'
import { computeTransfer, listPurchases, type Purchase } from '../purchases/index.ts'
import { findRefundCredit, listClaimed } from '../refunds/index.ts'

const PAGE = 500

/**
 * Compares what decides about money out with the books: purchases are as the program wrote them, each transfer is that of
 * its contract, each refund is what its entry owes, no retailer was paid more than it was owed, and every order is
 * the program's own. Returns the first difference in one sentence, or how many purchases there are.
 */
export async function reconcilePurchases(
  database: Database,
  secrets: Secrets,
): Promise<{ readonly purchaseCount: number; readonly fault: string | undefined }> {
  const { purchaseCount, fault } = await checkPurchases(database, secrets)
  return {
    purchaseCount,
    fault:
      fault ??
      (await findUnowedRefund(database)) ??
      (await findRetailerInDebit(database)) ??
      (await findForgedOrder(database, secrets)),
  }
}

async function checkPurchases(database: Database, secrets: Secrets) {
  let purchaseCount = 0
  try {
    for (let after = ''; ; ) {
      const page = await listPurchases(database, secrets, { after, limit: PAGE })
      const purchases = [...page.values()]
      const wrong = purchases.find(purchase => !hasAgreedTransfer(purchase))
      if (wrong !== undefined)
        return { purchaseCount, fault: `the transfer of transaction ${wrong.id} is not that of its contract` }
      purchaseCount += purchases.length
      if (purchases.length < PAGE) return { purchaseCount, fault: undefined }
      after = purchases.at(-1)?.id ?? after
    }
  } catch (error) {
    if (error instanceof ForgedRow) return { purchaseCount, fault: error.message }
    throw error
  }
}

function hasAgreedTransfer(purchase: Purchase): boolean {
  const { transferCentavos } = purchase
  return transferCentavos === undefined || transferCentavos === computeTransfer(purchase)
}

async function findUnowedRefund(database: Database): Promise<string | undefined> {
  for (let after = ''; ; ) {
    const claims = await listClaimed(database, after, PAGE)
    const entries = await findEntries(
      database,
      claims.map(({ reference }) => reference),
    )
    for (const { reference, amountCentavos, transactionIds } of claims) {
      const entry = entries.get(reference)
      const credit = entry && findRefundCredit(entry)
      if (credit?.amountCentavos !== amountCentavos)
        return `refunds of ${amountCentavos} centavos are claimed for ${reference}: its entry owes ${credit?.amountCentavos ?? 0}`
      if (transactionIds.some(id => id !== (credit.transactionId ?? '')))
        return `the refund of ${reference} is claimed for another transaction than its entry names`
    }
    if (claims.length < PAGE) return undefined
    after = claims.at(-1)?.reference ?? after
  }
}

async function findRetailerInDebit(database: Database): Promise<string | undefined> {
  const [first] = await listRetailersInDebit(database)
  return (
    first && `retailer ${first.retailerId} was paid ${first.amountCentavos} centavos more than it was owed`
  )
}

async function findForgedOrder(database: Database, secrets: Secrets): Promise<string | undefined> {
  const [id] = await listForgedOrderIds(database, secrets)
  return id && `payout order ${id} was not written by this program`
}
