import { type PdfLayout, renderBilletPdf } from '../../modules/billets/pdf/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import { describePayer } from '../../modules/transactions/index.ts'
import { type ReadContext, readPurchase } from '../purchase/read-purchase.ts'

export interface RenderContext extends ReadContext {
  readonly retailers: Retailers
}

/** All billets of a purchase as one PDF, the down payment first. */
export async function renderBillets(
  context: RenderContext,
  retailerId: string,
  transactionId: string,
  layout: PdfLayout,
): Promise<Buffer | 'no-transaction' | 'no-installments'> {
  const view = await readPurchase(context, retailerId, transactionId)
  if (view === undefined) return 'no-transaction'
  const { purchase, downPaymentBillet, installments, account } = view
  if (installments.length === 0) return 'no-installments'
  const { name: retailerName } = await context.retailers.getRetailer(retailerId)
  const payer = describePayer(purchase)
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  const sheets = billets.map(billet => ({ billet, account, payer, retailerName }))
  return renderBilletPdf(sheets, layout)
}
