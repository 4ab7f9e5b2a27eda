import type { NewWebhookEvent, WebhookEventFields, WebhookEventType } from '../../contract/webhooks.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Purchase } from './purchase.ts'
import type { Move, Publication } from './transitions.ts'

/** What a move tells beside what every event of its type tells. */
export type EventFields = Partial<WebhookEventFields>

/** As which webhook event the retailer hears of it. */
const eventTypeOf = {
  APPROVED: 'transaction.approved',
  DENIED: 'transaction.denied',
  CANCELED: 'transaction.canceled',
  CLOSED: 'transaction.closed',
  TRANSFERED: 'transaction.transfered',
  VALIDATED: 'invoice.validated',
  REFUSED: 'invoice.refused',
} as const satisfies Readonly<Record<Publication, WebhookEventType>>

/** What the retailer is told about a move. Numbers follow those that the purchase has had so far. */
export function composeWebhookEvents(
  purchase: Purchase,
  { entersStep, publishes }: Pick<Move, 'entersStep' | 'publishes'>,
  eventFields: EventFields = {},
): NewWebhookEvent[] {
  const { retailerId, id: transactionId, orderId } = purchase
  const told: Pick<NewWebhookEvent, 'type' | 'fields'>[] = []
  if (entersStep) told.push({ type: 'onboarding.step', fields: describeStep(purchase) })
  if (publishes !== undefined)
    told.push({
      type: eventTypeOf[publishes],
      fields: { transactionId, orderId, action: publishes, ...eventFields },
    })
  return told.map((each, index) => ({
    ...each,
    retailerId,
    transactionId,
    sequence: purchase.lastSequence + 1 + index,
  }))
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
