import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  type BilletStanding,
  computeStanding,
  describeCompany,
  isPayable,
  type PdfLayout,
  renderBilletPdf,
} from '../receivables/index.ts'
import type { Retailers } from '../retailers/index.ts'
import { describePayer } from './present-customer.ts'
import { type ReadContext, readPurchase } from './read-purchase.ts'

export interface RenderContext extends ReadContext {
  readonly retailers: Retailers
  readonly clock: Clock
}

/**
 * The billets of a purchase that can be paid as one PDF, the down payment first. Paid and canceled ones are left out: a
 * slip that somebody holds in their hand is paid, whatever stands elsewhere.
 */
export async function renderBillets(
  context: RenderContext,
  retailerId: string,
  transactionId: string,
  layout: PdfLayout,
): Promise<Buffer | 'no-transaction' | 'no-installments' | 'nothing-to-pay'> {
  const view = await readPurchase(context, retailerId, transactionId)
  if (view === undefined) return 'no-transaction'
  const { purchase, downPaymentBillet, installments, account } = view
  if (installments.length === 0) return 'no-installments'
  const retailer = await context.retailers.getRetailer(retailerId)
  const { name: retailerName } = retailer
  const finalBeneficiary = describeCompany(retailer)
  const payer = describePayer(purchase)
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  const today = calendarDateAt(context.clock.now())
  const sheets = billets
    .filter(billet => isPrintable(computeStanding(billet, today)))
    .map(billet => ({ billet, account, payer, retailerName, finalBeneficiary, printedOn: today }))
  if (sheets.length === 0) return 'nothing-to-pay'
  return renderBilletPdf(sheets, layout)
}

/** One that is being registered says so, and may be paid by Pix already. */
const isPrintable = (standing: BilletStanding): boolean => isPayable(standing) || standing === 'registering'
