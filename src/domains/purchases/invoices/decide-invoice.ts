import type { App } from '../../../app/app.ts'
import type { InvoiceResult } from '../../../contract/desk.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Decision, decideAtDesk, type Operator } from '../../desk/index.ts'
import type { Purchase } from '../purchase.ts'
import { lockPurchase } from '../store.ts'
import type { Invoice } from './invoice.ts'
import { applyReview } from './review-invoice.ts'
import { findInvoice } from './store.ts'

export interface InvoiceDecisionAtDesk {
  readonly invoiceId: string
  readonly result: InvoiceResult
  /** Shown to the retailer when the invoice is refused. */
  readonly reason: string
  readonly version: number
}

/**
 * An operator's decision about an invoice that the automatic check could not decide. A validation releases money, so
 * the four-eyes limit applies here too.
 */
export function decideInvoice(
  app: App,
  operator: Operator,
  wanted: InvoiceDecisionAtDesk,
): Promise<Decision> {
  const { invoiceId, result, reason, version } = wanted
  return decideAtDesk(app, operator, async tx => {
    const { purchase, invoice } = await lockInvoice(app, tx, invoiceId)
    if (invoice.state !== 'DESK' || invoice.replacedAt !== null || invoice.version !== version)
      throw new RequestError('desk_case_changed')
    return {
      subject: { kind: 'invoice', id: invoiceId },
      version,
      purchase,
      result,
      target: undefined,
      reason,
      amountCentavos: purchase.netLoanCentavos,
      needsFourEyes: result === 'VALIDATED',
      audit: { decided: 'invoice.decide', proposed: 'invoice.propose', details: { version } },
      apply: decision => apply(app, tx, operator, decision),
    }
  })
}

/** The effect of an approved proposal; undefined when a newer file arrived or the purchase ended meanwhile. */
export async function lockProposedReview(
  app: App,
  tx: Transaction,
  proposal: Decision,
  operator: Operator,
): Promise<(() => Promise<unknown>) | undefined> {
  const { invoice } = await lockInvoice(app, tx, proposal.subject.id)
  if (invoice.state !== 'DESK' || invoice.replacedAt !== null) return undefined
  return () => apply(app, tx, operator, proposal)
}

/** Versions and decisions of an invoice change only under the lock of its purchase. */
async function lockInvoice(
  { secrets }: App,
  tx: Transaction,
  invoiceId: string,
): Promise<{ readonly purchase: Purchase; readonly invoice: Invoice }> {
  const seen = await findInvoice(tx, secrets, invoiceId)
  const purchase = seen && (await lockPurchase(tx, secrets, seen.transactionId))
  const invoice = purchase && (await findInvoice(tx, secrets, invoiceId))
  if (purchase === undefined || invoice === undefined) throw new RequestError('desk_not_found')
  return { purchase, invoice }
}

function apply(
  app: App,
  tx: Transaction,
  operator: Operator,
  { subject, result, reason }: Decision,
): Promise<Invoice> {
  return applyReview(app, tx, {
    invoiceId: subject.id,
    result: result as InvoiceResult,
    by: operator.id,
    ...(result === 'REFUSED' && { message: reason }),
  })
}
