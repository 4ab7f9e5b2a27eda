import type { App } from '../../app/app.ts'
import type { InvoiceResult } from '../../contract/desk.ts'
import type { ValidationResult } from '../../contract/enums.ts'
import { RequestError } from '../../contract/errors.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { isId } from '../../kernel/ids.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { requiresInvoice } from '../credit/index.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import {
  advancePurchase,
  isTransferUnderWay,
  lockPurchase,
  MoveRefused,
  type Purchase,
} from '../purchases/index.ts'
import { AUTOMATIC, type Invoice } from './invoice.ts'
import {
  computeRefusalCode,
  DECISION_TEXTS,
  findInvoice,
  type InvoiceDecision,
  storeDecision,
} from './store.ts'

interface InvoiceDecisionAtDesk {
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

interface InvoiceReview {
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
async function applyReview(app: App, tx: Transaction, review: InvoiceReview): Promise<Invoice> {
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

/** Stores the decision, notifies the retailer and releases or holds its transfer. The purchase must be locked. */
export async function recordInvoiceDecision(
  app: App,
  tx: Transaction,
  about: { readonly purchase: Purchase; readonly invoice: Invoice; readonly decision: InvoiceDecision },
  event: PurchaseEvent,
): Promise<void> {
  const { purchase, invoice, decision } = about
  const now = app.clock.now()
  const { state, code, message } = decision
  await storeDecision(tx, app.secrets, invoice, decision, now)
  await advancePurchase(app, tx, purchase, event, {
    changes: state === 'VALIDATED' ? releaseTransfer(purchase, now) : await holdTransfer(app, tx, purchase),
    eventFields: { invoiceId: invoice.id, code, ...(message === undefined ? {} : { message }) },
  })
}

/** When the transfer is due, where that changes. */
type HeldTransfer = Partial<Pick<Purchase, 'transferDueAt'>>

/** A complete contract without a transfer date waits only for its invoice. */
function releaseTransfer({ completedAt, transferDueAt }: Purchase, now: Date): HeldTransfer {
  return completedAt !== undefined && transferDueAt === undefined ? { transferDueAt: now } : {}
}

/** If the policy requires an invoice, a transfer that has not been paid yet waits for the next one. */
export async function holdTransfer(
  { secrets }: App,
  tx: Transaction,
  purchase: Purchase,
): Promise<HeldTransfer> {
  const isUnderWay = purchase.transferDueAt !== undefined && !isTransferUnderWay(purchase)
  const isHeld = isUnderWay && (await requiresInvoice(tx, secrets, purchase.decisionId))
  return isHeld ? { transferDueAt: undefined } : {}
}
