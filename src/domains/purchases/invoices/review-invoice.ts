import type { App } from '../../../app/app.ts'
import type { ValidationResult } from '../../../contract/enums.ts'
import { RequestError } from '../../../contract/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { isTransferUnderWay } from '../compute-transfer.ts'
import { MoveRefused } from '../move.ts'
import type { Purchase } from '../purchase.ts'
import { lockPurchase } from '../store.ts'
import { computeRefusalCode, DECISION_TEXTS } from './decision-texts.ts'
import { AUTOMATIC, type Invoice } from './invoice.ts'
import { recordInvoiceDecision } from './record-invoice-decision.ts'
import { findInvoice } from './store.ts'

export interface InvoiceReview {
  readonly invoiceId: string
  readonly result: ValidationResult
  /** For the retailer, in Portuguese; a refusal without one gets a standard sentence. */
  readonly message?: string | undefined
  /** Who decides. */
  readonly by: string
  /** Set when a retailer decides in place of the desk: invoices of other retailers are not found. */
  readonly retailerId?: string
}

/**
 * A person's decision about an invoice. It may precede or overrule the automatic check. It is final, and repeating it
 * changes nothing.
 */
export async function reviewInvoice(
  app: App,
  review: InvoiceReview,
  remember?: Remember<Invoice>,
): Promise<Invoice> {
  return app.database.transaction(async tx => {
    const reviewed = await applyReview(app, tx, review)
    await remember?.(tx, reviewed)
    return reviewed
  })
}

/** Runs in a transaction that also records who decided and why. */
export async function applyReview(app: App, tx: Transaction, review: InvoiceReview): Promise<Invoice> {
  const seen = isId(review.invoiceId) ? await findInvoice(tx, app.secrets, review.invoiceId) : undefined
  if (seen === undefined || (review.retailerId ?? seen.retailerId) !== seen.retailerId)
    throw new RequestError('invoice_not_found')
  const purchase = await lockPurchase(tx, app.secrets, seen.transactionId)
  // Read under the lock: versions and decisions change only under it.
  const invoice = await findInvoice(tx, app.secrets, seen.id)
  if (purchase === undefined || invoice === undefined)
    throw new Error(`invoice ${seen.id} has no transaction`)
  if (isRepeated(invoice, review)) return invoice
  checkOpen(invoice, purchase)
  await decide(app, tx, { purchase, invoice, review })
  const decided = await findInvoice(tx, app.secrets, invoice.id)
  if (decided === undefined) throw new Error(`invoice ${seen.id} is gone`)
  return decided
}

const isRepeated = (invoice: Invoice, { result }: InvoiceReview): boolean =>
  invoice.state === result && invoice.decidedBy !== AUTOMATIC

function checkOpen({ state, decidedBy, replacedAt }: Invoice, purchase: Purchase): void {
  const conflict = (message: string): RequestError => new RequestError('invoice_not_reviewable', { message })
  if (replacedAt !== null) throw conflict('A newer invoice has taken the place of this one')
  if (state === 'WITHDRAWN') throw conflict('The transaction of this invoice has ended')
  if (state !== 'RECEIVED' && state !== 'DESK' && decidedBy !== AUTOMATIC)
    throw conflict('This invoice was decided otherwise before')
  if (state === 'VALIDATED' && isTransferUnderWay(purchase))
    throw conflict('The retailer was paid on the strength of this invoice')
}

async function decide(
  app: App,
  tx: Transaction,
  about: { readonly purchase: Purchase; readonly invoice: Invoice; readonly review: InvoiceReview },
): Promise<void> {
  const { purchase, invoice, review } = about
  const isValid = review.result === 'VALIDATED'
  const code = isValid ? 'VALIDATED_BY_OPERATOR' : computeRefusalCode(invoice.findings)
  const message = review.message ?? DECISION_TEXTS[code]
  const decision = { state: review.result, code, message, decidedBy: review.by }
  const event = isValid ? 'invoice-validated' : 'invoice-refused'
  try {
    await recordInvoiceDecision(app, tx, { purchase, invoice, decision }, event)
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error
    throw new RequestError('invoice_not_reviewable', {
      message: 'The transaction of this invoice has ended',
      cause: error,
    })
  }
}
