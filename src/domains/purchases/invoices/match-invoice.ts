import type { App } from '../../../app/app.ts'
import { findPurchase, lockPurchase } from '../store.ts'
import { compareText, isMatch } from './compare-text.ts'
import { composeExpected } from './compose-expected.ts'
import { DECISION_TEXTS } from './decision-texts.ts'
import { AUTOMATIC, type Findings, type Invoice } from './invoice.ts'
import { recordInvoiceDecision } from './record-invoice-decision.ts'
import { findInvoice, sendToDesk } from './store.ts'

export const MATCH_INVOICE = 'check-invoice'

/**
 * A job. An invoice with all required content is VALIDATED; a person checks every other one. Nothing is refused
 * automatically.
 */
export async function matchInvoice(app: App, payload: unknown): Promise<void> {
  const { invoiceId } = payload as { readonly invoiceId: string }
  const invoice = await findInvoice(app.database, app.secrets, invoiceId)
  if (invoice === undefined || !isWaiting(invoice)) return
  const findings = await findOut(app, invoice)
  await app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.secrets, invoice.transactionId)
    const current = await findInvoice(tx, app.secrets, invoiceId)
    // Replaced, withdrawn or decided by a person while the file was being read.
    if (purchase === undefined || current === undefined || !isWaiting(current)) return
    // What no person may release alone, no program does: a text can be forged.
    const isAbove = purchase.netLoanCentavos > app.fourEyesAboveCentavos
    if (!isMatch(findings) || isAbove) return sendToDesk(tx, app.secrets, current, findings, app.clock.now())
    const code = 'MATCHES_PURCHASE'
    const decision = {
      state: 'VALIDATED',
      code,
      message: DECISION_TEXTS[code],
      decidedBy: AUTOMATIC,
      findings,
    } as const
    await recordInvoiceDecision(app, tx, { purchase, invoice: current, decision }, 'invoice-matched')
  })
}

const isWaiting = ({ state, replacedAt }: Invoice): boolean => state === 'RECEIVED' && replacedAt === null

async function findOut(app: App, invoice: Invoice): Promise<Findings> {
  const { database, secrets, files, pdfReader, retailers } = app
  const { retailerId, transactionId } = invoice
  const [purchase, retailer, bytes] = await Promise.all([
    findPurchase(database, secrets, retailerId, transactionId),
    retailers.getRetailer(retailerId),
    files.get(invoice.fileName),
  ])
  if (purchase === undefined) throw new Error(`invoice ${invoice.id} has no transaction`)
  if (bytes === undefined) throw new Error(`the file of invoice ${invoice.id} is not where files are kept`)
  const expected = composeExpected(purchase, retailer, app.clock.now())
  return compareText(await pdfReader.readText(bytes), expected)
}
