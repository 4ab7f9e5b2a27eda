import type { Centavos } from '../../../kernel/money.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Retailers } from '../../retailers/index.ts'
import type { PurchaseContext } from '../advance-purchase.ts'
import { findPurchase, lockPurchase } from '../store.ts'
import { compareText, isMatch } from './compare-text.ts'
import { composeExpected } from './compose-expected.ts'
import { DECISION_TEXTS } from './decision-texts.ts'
import { AUTOMATIC, type Findings, type Invoice } from './invoice.ts'
import type { PdfReader } from './pdf/pdf-reader.ts'
import { recordInvoiceDecision } from './record-invoice-decision.ts'
import { findInvoice, sendToDesk } from './store.ts'

export const MATCH_INVOICE = 'check-invoice'

export interface MatchInvoiceContext extends PurchaseContext {
  readonly files: Files
  readonly pdfReader: PdfReader
  readonly retailers: Retailers
  readonly fourEyesAboveCentavos: Centavos
}

/**
 * A job. An invoice with all required content is VALIDATED; a person checks every other one. Nothing is refused
 * automatically.
 */
export async function matchInvoice(context: MatchInvoiceContext, payload: unknown): Promise<void> {
  const { invoiceId } = payload as { readonly invoiceId: string }
  const invoice = await findInvoice(context.database, context.secrets, invoiceId)
  if (invoice === undefined || !isWaiting(invoice)) return
  const findings = await findOut(context, invoice)
  await context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, invoice.transactionId)
    const current = await findInvoice(tx, context.secrets, invoiceId)
    // Replaced, withdrawn or decided by a person while the file was being read.
    if (purchase === undefined || current === undefined || !isWaiting(current)) return
    // What no person may release alone, no program does: a text can be forged.
    const isAbove = purchase.netLoanCentavos > context.fourEyesAboveCentavos
    if (!isMatch(findings) || isAbove)
      return sendToDesk(tx, context.secrets, current, findings, context.clock.now())
    const code = 'MATCHES_PURCHASE'
    const decision = {
      state: 'VALIDATED',
      code,
      message: DECISION_TEXTS[code],
      decidedBy: AUTOMATIC,
      findings,
    } as const
    await recordInvoiceDecision(context, tx, { purchase, invoice: current, decision }, 'invoice-matched')
  })
}

const isWaiting = ({ state, replacedAt }: Invoice): boolean => state === 'RECEIVED' && replacedAt === null

async function findOut(context: MatchInvoiceContext, invoice: Invoice): Promise<Findings> {
  const { database, secrets, files, pdfReader, retailers } = context
  const { retailerId, transactionId } = invoice
  const [purchase, retailer, bytes] = await Promise.all([
    findPurchase(database, secrets, retailerId, transactionId),
    retailers.getRetailer(retailerId),
    files.get(invoice.fileName),
  ])
  if (purchase === undefined) throw new Error(`invoice ${invoice.id} has no transaction`)
  if (bytes === undefined) throw new Error(`the file of invoice ${invoice.id} is not where files are kept`)
  const expected = composeExpected(purchase, retailer, context.clock.now())
  return compareText(await pdfReader.readText(bytes), expected)
}
