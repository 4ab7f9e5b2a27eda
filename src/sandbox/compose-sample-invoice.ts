import type { App } from '../app/app.ts'
import { composeExpected, findPurchase } from '../domains/purchases/index.ts'
import { isId } from '../kernel/ids.ts'
import { renderSampleInvoice } from './sample-invoice.ts'

/** An invoice that a sandbox retailer can upload for a purchase; it passes the automatic check. */
export async function composeSampleInvoice(
  { database, secrets, retailers }: App,
  retailerId: string,
  transactionId: string,
): Promise<Buffer | undefined> {
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  if (purchase === undefined) return undefined
  const { createdAt } = purchase
  const expected = composeExpected(purchase, await retailers.getRetailer(retailerId), createdAt)
  return renderSampleInvoice(expected, createdAt)
}
