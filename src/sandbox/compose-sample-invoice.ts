import { composeExpected, findPurchase, type ReadContext } from '../domains/purchases/index.ts'
import type { Retailers } from '../domains/retailers/index.ts'
import { isId } from '../kernel/ids.ts'
import { renderSampleInvoice } from './sample-invoice.ts'

export interface SampleInvoiceContext extends ReadContext {
  readonly retailers: Retailers
}

/** An invoice that a sandbox retailer can upload for a purchase; it passes the automatic check. */
export async function composeSampleInvoice(
  { database, secrets, retailers }: SampleInvoiceContext,
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
