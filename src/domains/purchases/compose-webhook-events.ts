import type { NewWebhookEvent, WebhookEventFields, WebhookEventType } from '../../contract/webhooks.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'
import type { Move, Publication } from './transitions.ts'

/** Fields that a move adds to those of its event type. */
export type EventFields = Partial<WebhookEventFields>

/** The type of webhook event for each publication. */
const eventTypeOf = {
  APPROVED: 'transaction.approved',
  DENIED: 'transaction.denied',
  CANCELED: 'transaction.canceled',
  CLOSED: 'transaction.closed',
  TRANSFERED: 'transaction.transfered',
  REFUNDED: 'transaction.refunded',
  PAID: 'installment.paid',
  OVERDUE: 'installment.overdue',
  ACCEPTED: 'renegotiation.accepted',
  FAILED: 'renegotiation.failed',
  VALIDATED: 'invoice.validated',
  REFUSED: 'invoice.refused',
} as const satisfies Readonly<Record<Publication, WebhookEventType>>

/** The webhook events of a move, numbered after those that the purchase had before. */
export function composeWebhookEvents(
  purchase: Purchase,
  { entersStep, publishes }: Pick<Move, 'entersStep' | 'publishes'>,
  eventFields: EventFields = {},
): NewWebhookEvent[] {
  const { retailerId, id: transactionId, orderId } = purchase
  const events: Pick<NewWebhookEvent, 'type' | 'fields'>[] = []
  if (entersStep) events.push({ type: 'onboarding.step', fields: describeStep(purchase) })
  for (const action of listPublications(purchase, publishes))
    events.push({
      type: eventTypeOf[action],
      fields: {
        transactionId,
        orderId,
        action,
        ...describeState(purchase, action),
        ...(purchase.renegotiates !== undefined && { renegotiates: purchase.renegotiates }),
        ...eventFields,
      },
    })
  return events.map((each, index) => ({
    ...each,
    retailerId,
    transactionId,
    sequence: purchase.lastSequence + 1 + index,
  }))
}

/** Nobody is to ship goods because of an agreement: its beginning is told as what it is, and its failure besides. */
function listPublications(
  { renegotiates, cancelReason }: Purchase,
  publishes: Publication | undefined,
): readonly Publication[] {
  if (publishes === undefined) return []
  if (renegotiates === undefined) return [publishes]
  if (publishes === 'APPROVED') return ['ACCEPTED']
  return publishes === 'CANCELED' && cancelReason === 'RENEGOTIATION_FAILED'
    ? ['CANCELED', 'FAILED']
    : [publishes]
}

/** Whoever hears of an end learns the reason at once. An invoice is decided about without a change of state. */
function describeState({ status, cancelReason }: Purchase, publishes: Publication): EventFields {
  return /^(transaction|renegotiation)\./.test(eventTypeOf[publishes]) ? { status, cancelReason } : {}
}

function describeStep(purchase: Purchase): WebhookEventFields {
  const { contract, id: transactionId, orderId, step, hasInsurance } = purchase
  return {
    transactionId,
    orderId,
    action: 'STEP',
    step,
    hasInsurance,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    numberOfInstallments: contract.numberOfInstallments,
    paymentInstallments: presentReais(contract.installmentCentavos),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(purchase.netLoanCentavos),
    totalAmount: presentReais(contract.totalCentavos),
  }
}
