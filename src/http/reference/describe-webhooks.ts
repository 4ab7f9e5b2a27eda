import {
  type EndpointNoticeType,
  EventShape,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '../../contract/webhooks.ts'

type EventField = keyof typeof EventShape.properties

const STATE = ['status', 'cancelReason'] as const
const INSTALLMENT = [
  'installmentNumber',
  'billetId',
  'dueDate',
  'daysLate',
  'amount',
  'faceValue',
  'fine',
  'interest',
] as const
const STEP = [
  'step',
  'hasInsurance',
  'interestRatePM',
  'interestRatePA',
  'numberOfInstallments',
  'paymentInstallments',
  'downPaymentValue',
  'financedAmount',
  'totalAmount',
] as const
const NOTICE = ['endpointId', 'url', 'reason'] as const

interface EventDescription {
  readonly summary: string
  /** Beside those that every event has. */
  readonly fields: readonly EventField[]
}

export const WEBHOOK_DESCRIPTIONS: Readonly<Record<WebhookEventType | EndpointNoticeType, EventDescription>> =
  {
    'transaction.approved': { summary: 'The purchase is open: ship the goods', fields: STATE },
    'transaction.denied': { summary: 'The identification was refused', fields: STATE },
    'transaction.canceled': { summary: 'The purchase was canceled or given up', fields: STATE },
    'transaction.closed': { summary: 'Everything was paid', fields: STATE },
    'transaction.transfered': {
      summary: 'The bank confirmed the transfer to the retailer',
      fields: [...STATE, 'amount'],
    },
    'transaction.refunded': {
      summary: 'The customer got money back',
      fields: [...STATE, 'amount', 'refundedAt'],
    },
    'installment.paid': { summary: 'An installment was paid in full', fields: [...INSTALLMENT, 'paidOn'] },
    'installment.overdue': { summary: 'An installment was not paid in time', fields: INSTALLMENT },
    'renegotiation.accepted': {
      summary: 'The customer agreed on new installments',
      fields: [...STATE, 'renegotiates'],
    },
    'renegotiation.failed': { summary: 'An agreement was broken', fields: [...STATE, 'renegotiates'] },
    'onboarding.step': { summary: 'The customer reached a step', fields: STEP },
    'invoice.validated': { summary: 'The invoice was accepted', fields: ['invoiceId'] },
    'invoice.refused': {
      summary: 'The invoice was refused: send another one',
      fields: ['invoiceId', 'message', 'code'],
    },
    'payment_link.opened': { summary: 'Somebody opened the payment link', fields: ['paymentLinkId'] },
    'payment_link.claimed': { summary: 'A purchase began by the payment link', fields: ['paymentLinkId'] },
    'payment_link.completed': {
      summary: 'The purchase of the payment link is open',
      fields: ['paymentLinkId'],
    },
    'payment_link.expired': { summary: 'The payment link was not used in time', fields: ['paymentLinkId'] },
    'payment_link.deleted': { summary: 'The payment link was deleted', fields: ['paymentLinkId'] },
    'endpoint.disabled': { summary: 'A receiver was disabled', fields: NOTICE },
    'test.ping': { summary: 'A test, sent on request', fields: [] },
  }

const ACTION_WORDS = 'What happened, in one word'
const COMMON: readonly EventField[] = ['eventId', 'type', 'createdAt', 'sequence']
const OF_PURCHASE: readonly EventField[] = ['transactionId', 'orderId', 'action']

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event: the same at every attempt',
  'webhook-timestamp': 'Seconds since 1970; refuse what is older than five minutes',
  'webhook-signature':
    'One or more of `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and body, joined by dots; separated by spaces',
}

/** The section `webhooks` of OpenAPI 3.1: what the service sends to a retailer's receivers. */
export function describeWebhooks() {
  return Object.fromEntries(
    Object.entries(WEBHOOK_DESCRIPTIONS).map(([type, description]) => [
      type,
      { post: describeWebhook(type, description) },
    ]),
  )
}

function describeWebhook(type: string, { summary, fields }: EventDescription) {
  const isNotice = !Object.hasOwn(WEBHOOK_EVENTS, type)
  const isOfLink = type.startsWith('payment_link.')
  const members = [...COMMON, ...(isNotice ? [] : OF_PURCHASE), ...fields]
  const properties = Object.fromEntries(
    members.map(name => [
      name,
      name === 'type' ? { const: type, description: 'Type of the event' } : EventShape.properties[name],
    ]),
  )
  const action = Object.entries(WEBHOOK_EVENTS).find(([each]) => each === type)?.[1].action
  const isTold = action !== undefined && WEBHOOK_EVENTS[type as WebhookEventType].isDefault
  return {
    summary,
    description:
      isTold || isNotice ? 'Sent unless an endpoint chose others.' : 'Sent to endpoints that chose it.',
    parameters: Object.entries(HEADERS).map(([name, text]) => ({
      in: 'header',
      name,
      required: true,
      description: text,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: isOfLink ? members.filter(name => name !== 'transactionId') : members,
            properties: {
              ...properties,
              ...(action !== undefined && { action: { const: action, description: ACTION_WORDS } }),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received; anything else is tried again' } },
  }
}
