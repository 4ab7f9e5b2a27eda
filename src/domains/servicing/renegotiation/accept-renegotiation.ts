import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { addAgreement } from '../../credit/index.ts'
import { openOnboarding } from '../../onboarding/index.ts'
import {
  composeWebhookEvents,
  computeDeadline,
  describeDownPayment,
  findPurchasesByOption,
  insertPurchases,
  lockPurchase,
  newOnboardingToken,
  type Purchase,
  UNSET_MEMBERS,
} from '../../purchases/index.ts'
import { type AgreementOffer, findOffer } from '../../quoting/index.ts'
import { issueReceivables, lockDebt } from '../../receivables/index.ts'
import { appendEvents } from '../../webhooks/index.ts'
import { checkRenegotiable } from './offer-renegotiation.ts'

export interface AcceptCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly optionId: string
}

/**
 * Makes the agreement's transaction, which the customer then signs. The original stays as it is until the agreement is
 * OPEN. The same option always gives the same agreement, in whatever state.
 */
export async function acceptRenegotiation(
  app: App,
  command: AcceptCommand,
  remember?: Remember<Purchase>,
): Promise<Purchase> {
  const { database, secrets, clock } = app
  const { retailerId, transactionId, optionId } = command
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  return database.transaction(async tx => {
    const original = await lockPurchase(tx, secrets, transactionId)
    if (original === undefined || original.retailerId !== retailerId)
      throw new RequestError('transaction_not_found')
    const [known] = await findPurchasesByOption(tx, secrets, [{ retailerId, optionId }])
    if (known?.renegotiates === transactionId) {
      await remember?.(tx, known)
      return known
    }
    const offer = await findOffer(tx, secrets, { retailerId, transactionId, id: optionId })
    if (offer === undefined) throw new RequestError('agreement_option_not_found')
    await checkRenegotiable(tx, original)
    await checkUnchanged(tx, secrets, original, offer, clock.now())
    const agreement = await insertAgreement(app, tx, original, offer)
    await remember?.(tx, agreement)
    return agreement
  })
}

async function checkUnchanged(
  tx: Transaction,
  secrets: Secrets,
  original: Purchase,
  { expiresAt, quotedOn, terms }: AgreementOffer,
  now: Date,
): Promise<void> {
  if (now > expiresAt || calendarDateAt(now) !== quotedOn) throw new RequestError('agreement_option_expired')
  const { totalCentavos } = await lockDebt(tx, secrets, original, quotedOn)
  if (totalCentavos === terms.debtCentavos) return
  const message = 'The debt has changed since the option was offered: ask for new ones'
  throw new RequestError('agreement_option_expired', { message })
}

async function insertAgreement(
  app: App,
  tx: Transaction,
  original: Purchase,
  offer: AgreementOffer,
): Promise<Purchase> {
  const now = app.clock.now()
  const composed = composeAgreementPurchase(original, offer, now)
  const { id: transactionId, retailerId, cpfIndex } = composed
  const events = composeWebhookEvents(
    { ...composed, lastSequence: 0 },
    { entersStep: true, publishes: undefined },
  )
  const agreement = { ...composed, lastSequence: events.length }
  insertPurchases(tx, app.secrets, [agreement], { event: 'agreement-accepted', by: 'customer' })
  addAgreement(tx, { transactionId, retailerId, cpfIndex })
  await openOnboarding(tx, { transactionId, retailerId }, now)
  appendEvents(tx, events, now)
  await issueEntry(app, tx, agreement)
  return agreement
}

async function issueEntry(app: App, tx: Transaction, agreement: Purchase): Promise<void> {
  if (agreement.downPaymentCentavos > 0) await issueReceivables(app, tx, describeDownPayment(agreement))
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
