import { isId } from '../../kernel/ids.ts'
import { renderSampleInvoice } from '../../modules/invoices/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import { findPurchase } from '../../modules/transactions/index.ts'
import { composeExpected } from '../invoices/compose-expected.ts'
import type { ReadContext } from '../purchase/read-purchase.ts'

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
