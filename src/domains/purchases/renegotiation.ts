import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { PurchaseActor, PurchaseEvent } from '../../contract/purchase-events.ts'
import { newId } from '../../kernel/ids.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { addAgreement } from '../credit/index.ts'
import type { AgreementOffer } from '../quoting/index.ts'
import { issueReceivables } from '../receivables/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { composeWebhookEvents } from './move.ts'
import { describeDownPayment, type Purchase } from './purchase.ts'
import { insertPurchases, newOnboardingToken, UNSET_MEMBERS } from './store/columns.ts'
import { listRenegotiations } from './store/lists.ts'
import { lockPurchase } from './store/purchases.ts'
import { computeDeadline } from './transitions.ts'

/** Makes the transaction of an accepted offer, with the billet of its down payment. The original is locked. */
export async function openRenegotiation(
  app: App,
  tx: Transaction,
  original: Purchase,
  offer: AgreementOffer,
  made: { readonly event: PurchaseEvent; readonly by: PurchaseActor },
): Promise<Purchase> {
  const now = app.clock.now()
  const composed = composeAgreementPurchase(original, offer, now)
  const { id: transactionId, retailerId, cpfIndex } = composed
  const events = composeWebhookEvents(
    { ...composed, lastSequence: 0 },
    { entersStep: true, publishes: undefined },
  )
  const agreement = { ...composed, lastSequence: events.length }
  insertPurchases(tx, app.secrets, [agreement], made)
  addAgreement(tx, { transactionId, retailerId, cpfIndex })
  appendEvents(tx, events, now)
  if (agreement.downPaymentCentavos > 0) await issueReceivables(app, tx, describeDownPayment(agreement))
  return agreement
}

/**
 * It has an order of its own: what becomes of a debt says nothing about the goods, so that no shop takes the end of an
 * agreement for the end of its order.
 */
function composeAgreementPurchase(
  original: Purchase,
  { id: optionId, quotedOn, terms }: AgreementOffer,
  now: Date,
): Purchase {
  const { debtCentavos, discountCentavos, entryCentavos, contract } = terms
  const purchaseCentavos = debtCentavos - discountCentavos
  const netLoanCentavos = purchaseCentavos - entryCentavos
  const state = { status: 'PENDING', step: 'CONFIRMATION' } as const
  const id = newId(now.getTime())
  return {
    ...UNSET_MEMBERS,
    id,
    retailerId: original.retailerId,
    orderId: `ACORDO-${id}`,
    optionId,
    checkoutId: original.checkoutId,
    decisionId: original.decisionId,
    cpfIndex: original.cpfIndex,
    renegotiates: original.id,
    ...state,
    cancelReason: 'UNSPECIFIED_CANCEL_REASON',
    hasInsurance: false,
    contract,
    customer: original.customer,
    description: `Acordo sobre a compra ${original.orderId}`,
    shippingCentavos: 0,
    purchaseDate: quotedOn,
    purchaseCentavos,
    downPaymentCentavos: entryCentavos,
    netLoanCentavos,
    // The debt exists already: no credit limit applies.
    approvedLimitCentavos: Math.max(original.approvedLimitCentavos, netLoanCentavos),
    onboardingToken: newOnboardingToken(),
    lastSequence: 1,
    moveCount: 1,
    deadlineAt: computeDeadline(undefined, state, { now, downPaymentExpiresAt: undefined }),
    createdAt: now,
    changedAt: now,
    refund: undefined,
  }
}

/** Throws while an agreement lives on the debt of this transaction. */
export async function checkNotRenegotiated(db: Queryable, transactionId: string): Promise<void> {
  const [living] = await listRenegotiations(db, { livingOn: transactionId })
  if (living === undefined) return
  const details = [{ field: 'transactionId', message: `the agreement is transaction ${living.id}` }]
  throw new RequestError('agreement_in_progress', { details })
}

/** The agreement on the debt of a transaction that is to be canceled. It is locked before the transaction itself. */
export async function lockRenegotiationOn(
  { secrets }: App,
  tx: Transaction,
  originalId: string,
): Promise<Purchase | undefined> {
  const [living] = await listRenegotiations(tx, { livingOn: originalId })
  return living && (await lockPurchase(tx, secrets, living.id))
}
