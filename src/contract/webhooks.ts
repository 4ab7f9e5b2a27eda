import { type Static, Type } from 'typebox'
import { CANCEL_REASONS, STATUSES } from './enums.ts'
import { ApiKey } from './fields.ts'

/** No purchase and no link has it: whoever takes a test for real finds nothing. */
const NOBODYS_ID = '0'.repeat(24)

const state = (status: 'OPEN' | 'CANCELED' | 'CLOSED' | 'PENDING') =>
  ({ transactionId: NOBODYS_ID, status, cancelReason: 'UNSPECIFIED_CANCEL_REASON' }) as const
const ended = (cancelReason: 'ONBOARDING_REFUSED' | 'RETAILER_CANCELED' | 'RENEGOTIATION_FAILED') =>
  ({ transactionId: NOBODYS_ID, status: 'CANCELED', cancelReason }) as const
const INSTALLMENT = {
  transactionId: NOBODYS_ID,
  installmentNumber: 1,
  billetId: NOBODYS_ID,
  dueDate: '2030-01-15',
  daysLate: 0,
  amount: 120.5,
  faceValue: 120.5,
  fine: 0,
  interest: 0,
} as const
const INVOICE = { transactionId: NOBODYS_ID, invoiceId: NOBODYS_ID } as const
const LINK = { paymentLinkId: NOBODYS_ID } as const

interface EventRow {
  /** As in the body. */
  readonly action: string
  /** Whether an endpoint without a selection receives it. */
  readonly isDefault: boolean
  readonly summary: string
  /** Invented values of the members beside those of every event: the reference lists them, and tests send them. */
  readonly sample: object
}

/** Every webhook event by its type. Events inside the service have names of their own: purchase-events.ts. */
export const WEBHOOK_EVENTS = {
  'transaction.approved': {
    action: 'APPROVED',
    isDefault: true,
    summary: 'The purchase is open: ship the goods',
    sample: state('OPEN'),
  },
  'transaction.denied': {
    action: 'DENIED',
    isDefault: true,
    summary: 'The identification was refused',
    sample: ended('ONBOARDING_REFUSED'),
  },
  'transaction.canceled': {
    action: 'CANCELED',
    isDefault: true,
    summary: 'The purchase was canceled or given up',
    sample: ended('RETAILER_CANCELED'),
  },
  'transaction.closed': {
    action: 'CLOSED',
    isDefault: true,
    summary: 'Everything was paid',
    sample: state('CLOSED'),
  },
  'transaction.transfered': {
    action: 'TRANSFERED',
    isDefault: true,
    summary: 'The bank confirmed the transfer to the retailer',
    sample: { ...state('OPEN'), amount: 1140.8 },
  },
  'transaction.refunded': {
    action: 'REFUNDED',
    isDefault: false,
    summary: 'The customer got money back',
    sample: {
      ...ended('RETAILER_CANCELED'),
      amount: 240.1,
      refundedAt: '2030-01-16T12:00:00.000Z',
    },
  },
  'installment.paid': {
    action: 'PAID',
    isDefault: false,
    summary: 'An installment was paid in full',
    sample: { ...INSTALLMENT, paidOn: '2030-01-15' },
  },
  'installment.overdue': {
    action: 'OVERDUE',
    isDefault: false,
    summary: 'An installment was not paid in time',
    sample: { ...INSTALLMENT, daysLate: 3, amount: 123.27, fine: 2.41, interest: 0.36 },
  },
  'renegotiation.accepted': {
    action: 'ACCEPTED',
    isDefault: false,
    summary: 'The customer agreed on new installments',
    sample: { ...state('PENDING'), renegotiates: NOBODYS_ID },
  },
  'renegotiation.failed': {
    action: 'FAILED',
    isDefault: false,
    summary: 'An agreement was broken',
    sample: { ...ended('RENEGOTIATION_FAILED'), renegotiates: NOBODYS_ID },
  },
  'onboarding.step': {
    action: 'STEP',
    isDefault: true,
    summary: 'The customer reached a step',
    sample: {
      transactionId: NOBODYS_ID,
      step: 'SELFIE',
      hasInsurance: false,
      interestRatePM: 2.99,
      interestRatePA: 42.41,
      numberOfInstallments: 12,
      paymentInstallments: 120.5,
      downPaymentValue: 240.1,
      financedAmount: 1200,
      totalAmount: 1446,
    },
  },
  'invoice.validated': {
    action: 'VALIDATED',
    isDefault: true,
    summary: 'The invoice was accepted',
    sample: INVOICE,
  },
  'invoice.refused': {
    action: 'REFUSED',
    isDefault: true,
    summary: 'The invoice was refused: send another one',
    sample: { ...INVOICE, message: 'O valor da nota difere do pedido', code: 'TOTAL_DIFFERS' },
  },
  'payment_link.opened': {
    action: 'OPENED',
    isDefault: false,
    summary: 'Somebody opened the payment link',
    sample: LINK,
  },
  'payment_link.claimed': {
    action: 'CLAIMED',
    isDefault: false,
    summary: 'A purchase began by the payment link',
    sample: { ...LINK, transactionId: NOBODYS_ID },
  },
  'payment_link.completed': {
    action: 'COMPLETED',
    isDefault: false,
    summary: 'The purchase of the payment link is open',
    sample: { ...LINK, transactionId: NOBODYS_ID },
  },
  'payment_link.expired': {
    action: 'EXPIRED',
    isDefault: false,
    summary: 'The payment link was not used in time',
    sample: LINK,
  },
  'payment_link.deleted': {
    action: 'DELETED',
    isDefault: false,
    summary: 'The payment link was deleted',
    sample: LINK,
  },
} as const satisfies Readonly<Record<string, EventRow>>
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS
export type WebhookAction = (typeof WEBHOOK_EVENTS)[WebhookEventType]['action']

/** Those about a payment link: numbered by the link, and named by it. */
export type LinkEventType = Extract<WebhookEventType, `payment_link.${string}`>
export type LinkAction = (typeof WEBHOOK_EVENTS)[LinkEventType]['action']

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[]

/** The events of an endpoint without a selection. */
export const DEFAULT_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter(type => WEBHOOK_EVENTS[type].isDefault)

/** Sent about an endpoint itself: not transaction events, and not selectable. */
export type EndpointNoticeType = 'test.ping' | LoggedNoticeType
/** In the log as well: whoever pulls must learn that nothing is pushed any more. */
export type LoggedNoticeType = 'endpoint.disabled'
const LOGGED_NOTICE: LoggedNoticeType = 'endpoint.disabled'

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const MAX_LIST_LENGTH = 100
const DEFAULT_LIST_LENGTH = 50

const id = (description: string) => Type.String({ description: `${description}; 24 hexadecimal characters` })
const instant = (description: string) => Type.String({ description: `${description}; ISO 8601` })
const next = Type.Union([Type.String(), Type.Null()], {
  description: 'What to send as `after` for the rest; null when there is none',
})
const limit = Type.String({
  description: `How many at most: 1 to ${MAX_LIST_LENGTH}, ${DEFAULT_LIST_LENGTH} when absent`,
  pattern: `^(?:[1-9]|[1-9]\\d|${MAX_LIST_LENGTH})$`,
  'x-error': `must be a whole number from 1 to ${MAX_LIST_LENGTH}`,
})

export function parseListLength(text: string | undefined): number {
  return text === undefined ? DEFAULT_LIST_LENGTH : Number(text)
}

const EventTypes = Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES]), {
  description: 'Types of events that it receives',
  minItems: 1,
  maxItems: WEBHOOK_EVENT_TYPES.length,
})

const endpointMembers = {
  id: id('Identifier of the endpoint'),
  url: Type.String({ description: 'Address' }),
  events: EventTypes,
  status: Type.Enum(['enabled', 'disabled'], { description: 'Current status' }),
  createdAt: instant('When it was created'),
  failingSince: Type.Optional(instant('Since when nothing but failures came back')),
  disabledAt: Type.Optional(instant('When deliveries stopped')),
  disabledReason: Type.Optional(
    Type.Enum(['gone', 'failing'], {
      description: '`gone`: it answered 410. `failing`: for five days every attempt failed',
    }),
  ),
  previousSecretUntil: Type.Optional(instant('Until when the secret before the last rotation signs too')),
}
export const EndpointAnswer = Type.Object(endpointMembers, { title: 'WebhookEndpoint' })
export const EndpointWithSecretAnswer = Type.Object(
  {
    ...endpointMembers,
    secret: Type.String({ description: 'Signs every delivery; begins with whsec_, shown only once' }),
  },
  { title: 'WebhookEndpointWithSecret' },
)
export const EndpointsAnswer = Type.Object(
  { data: Type.Array(EndpointAnswer, { description: 'The rows of this page' }), next },
  { title: 'WebhookEndpoints' },
)
export const DeletedAnswer = Type.Object(
  { id: id('What was deleted'), deleted: Type.Literal(true, { description: 'Always true' }) },
  { title: 'DeletedWebhookEndpoint' },
)

export const NewEndpointRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    url: Type.String({
      description: 'https address of the receiver; port 443 or one from 1024 on, no credentials in it',
      maxLength: 2048,
      examples: ['https://shop.example/webhooks'],
    }),
    events: Type.Optional(
      Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES]), {
        description: `Types of events; when absent: ${DEFAULT_EVENT_TYPES.join(', ')}`,
        minItems: 1,
        maxItems: 50,
      }),
    ),
  },
  { title: 'NewWebhookEndpoint', examples: [{ url: 'https://shop.example/webhooks' }] },
)
export type NewEndpointRequest = Static<typeof NewEndpointRequest>

export const EndpointChange = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    url: Type.Optional(
      Type.String({
        description: 'New https address; unchanged when absent',
        maxLength: 2048,
        examples: ['https://shop.example/webhooks'],
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES]), {
        description: 'All types of events that it receives from now on; unchanged when absent',
        minItems: 1,
        maxItems: 50,
      }),
    ),
  },
  { title: 'WebhookEndpointChange', examples: [{ url: 'https://shop.example/webhooks' }] },
)
export type EndpointChange = Static<typeof EndpointChange>

const EndpointDay = Type.Object(
  {
    day: Type.String({ description: 'Day in Sao Paulo; YYYY-MM-DD' }),
    delivered: Type.Number({ description: 'Attempts that it accepted' }),
    failed: Type.Number({ description: 'Attempts that it refused, or that did not reach it' }),
  },
  { title: 'WebhookEndpointDay' },
)
export const EndpointHealthAnswer = Type.Object(
  {
    pending: Type.Number({ description: 'Deliveries that wait, up to 100,000' }),
    untried: Type.Number({
      description:
        'Those of them that were not tried since they were last asked for: what is left of a replay',
    }),
    days: Type.Array(EndpointDay, { description: 'The last 90 days, today at the end' }),
  },
  { title: 'WebhookEndpointHealth' },
)

export const TestRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    type: Type.Optional(
      Type.Enum([...WEBHOOK_EVENT_TYPES], {
        description:
          'Type of the event, whether the endpoint subscribes to it or not: invented values, with `test: true`; `test.ping` when absent',
      }),
    ),
  },
  { title: 'WebhookTest', examples: [{ type: 'transaction.approved' }] },
)
export type TestRequest = Static<typeof TestRequest>

const attemptMembers = {
  number: Type.Number({ description: '1, 2, 3 …' }),
  attemptedAt: instant('When it was sent'),
  durationMs: Type.Number({ description: 'How long it took, in milliseconds' }),
  status: Type.Union([Type.Number(), Type.Null()], { description: 'HTTP status; null without an answer' }),
  error: Type.Optional(Type.String({ description: 'Why there was no answer, or why it was not accepted' })),
}
const Header = Type.Object(
  {
    name: Type.String({ description: 'Name of the header' }),
    value: Type.String({ description: 'Its value' }),
  },
  { title: 'WebhookHeader' },
)
const FullAttempt = Type.Object(
  {
    ...attemptMembers,
    requestHeaders: Type.Optional(
      Type.Array(Header, {
        description: 'As they were sent; absent for attempts from before they were kept',
      }),
    ),
    answerHeaders: Type.Optional(
      Type.Array(Header, { description: 'As they were answered, the first 1,024 characters of them' }),
    ),
    answer: Type.Optional(Type.String({ description: 'The first 4,096 bytes that the receiver answered' })),
  },
  { title: 'WebhookFullAttempt' },
)

const AttemptShape = Type.Object(
  {
    ...attemptMembers,
    answer: Type.Optional(Type.String({ description: 'Beginning of what the receiver answered' })),
  },
  { title: 'WebhookAttempt' },
)
const deliveryMembers = {
  id: Type.String({ description: 'What `after` takes' }),
  endpointId: id('Where to'),
  eventId: id('What; also the header `webhook-id`'),
  type: Type.String({ description: 'Type of the event' }),
  transactionId: Type.Optional(Type.String({ description: 'Identifier of the purchase' })),
  sequence: Type.Number({ description: '1, 2, 3 … for each transaction' }),
  status: Type.Enum([...DELIVERY_STATUSES], { description: 'Current status' }),
  createdAt: instant('When the delivery was asked for'),
  nextAttemptAt: Type.Optional(instant('When it is tried next; while pending')),
  settledAt: Type.Optional(instant('When it was delivered or given up')),
}
export const DeliveryAnswer = Type.Object(
  {
    ...deliveryMembers,
    attempts: Type.Array(AttemptShape, { description: 'Every attempt, the first one first' }),
  },
  { title: 'WebhookDelivery' },
)
export const FullDeliveryAnswer = Type.Object(
  {
    ...deliveryMembers,
    body: Type.String({ description: 'The body as it was sent, at every attempt' }),
    attempts: Type.Array(FullAttempt, { description: 'Every attempt, the first one first' }),
  },
  { title: 'WebhookFullDelivery' },
)
export const DeliveriesAnswer = Type.Object(
  { data: Type.Array(DeliveryAnswer, { description: 'The rows of this page' }), next },
  { title: 'WebhookDeliveries' },
)
export const DeliveriesQuery = Type.Object(
  {
    endpointId: Type.Optional(id('Only to this endpoint')),
    eventId: Type.Optional(id('Only of this event')),
    status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Current status' })),
    after: Type.Optional(Type.String({ description: '`next` of the page before' })),
    limit: Type.Optional(limit),
  },
  { title: 'WebhookDeliveriesQuery' },
)
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const ReplayRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    endpointId: id('Where to'),
    eventId: Type.Optional(id('One event, whether the endpoint subscribes to its type or not')),
    since: Type.Optional(instant('Instead of `eventId`: all events subscribed to, created from then on')),
    until: Type.Optional(instant('With `since`: the last moment; now when absent')),
  },
  { title: 'WebhookReplay', examples: [{ endpointId: 'x', eventId: 'x' }] },
)
export type ReplayRequest = Static<typeof ReplayRequest>
export const ReplayAnswer = Type.Object(
  { replayed: Type.Number({ description: 'Events that are sent again' }) },
  { title: 'WebhookReplayAnswer' },
)

export const EventsQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ description: 'eventId of the last event that you have' })),
    limit: Type.Optional(limit),
  },
  { title: 'EventsQuery' },
)
export type EventsQuery = Static<typeof EventsQuery>

export const EventShape = Type.Object(
  {
    eventId: id('Identifier of the event'),
    type: Type.Enum([...WEBHOOK_EVENT_TYPES, LOGGED_NOTICE], { description: 'Type of the event' }),
    createdAt: instant('When it happened'),
    sequence: Type.Number({
      description:
        '1, 2, 3 … over all events of the transaction, without gaps; of a payment_link event, over all events of the link',
    }),
    transactionId: Type.Optional(
      Type.String({
        description: 'Always present, except before a payment link is claimed and in endpoint.disabled',
      }),
    ),
    paymentLinkId: Type.Optional(Type.String({ description: 'Of a payment_link event' })),
    orderId: Type.Optional(Type.String({ description: 'Always present, except in endpoint.disabled' })),
    action: Type.Optional(
      Type.String({
        description:
          'APPROVED, DENIED, CANCELED, CLOSED, TRANSFERED, REFUNDED; PAID, OVERDUE; STEP; VALIDATED, REFUSED; OPENED, CLAIMED, COMPLETED, EXPIRED, DELETED; absent in endpoint.disabled',
      }),
    ),
    status: Type.Optional(
      Type.Enum([...STATUSES], { description: 'Of a transaction event: its status from then on' }),
    ),
    cancelReason: Type.Optional(
      Type.Enum([...CANCEL_REASONS], {
        description:
          'Of a transaction event: why it ended; UNSPECIFIED_CANCEL_REASON where it goes on or was paid',
      }),
    ),
    renegotiates: Type.Optional(
      Type.String({ description: 'Of an agreement: the transaction whose debt it is about' }),
    ),
    step: Type.Optional(Type.String({ description: 'Of a STEP: the step that was entered' })),
    hasInsurance: Type.Optional(Type.Boolean({ description: 'Whether the customer chose insurance' })),
    interestRatePM: Type.Optional(Type.Number({ description: 'Monthly interest, percent' })),
    interestRatePA: Type.Optional(Type.Number({ description: 'Yearly interest, percent' })),
    numberOfInstallments: Type.Optional(Type.Number({ description: 'Number of installments' })),
    paymentInstallments: Type.Optional(Type.Number({ description: 'Value of one installment, in reais' })),
    downPaymentValue: Type.Optional(Type.Number({ description: 'Down payment, in reais' })),
    financedAmount: Type.Optional(Type.Number({ description: 'What is financed, in reais' })),
    totalAmount: Type.Optional(Type.Number({ description: 'Sum of the installments, in reais' })),
    amount: Type.Optional(
      Type.Number({
        description:
          'Of transaction.transfered: what the retailer was paid for this purchase; of transaction.refunded: what the customer got back; of installment.paid: what the payment that closed it paid for it; of installment.overdue: what is owed for it, fine and interest included',
      }),
    ),
    installmentNumber: Type.Optional(Type.Number({ description: 'Of an installment: 1, 2, 3 …' })),
    billetId: Type.Optional(
      Type.String({ description: 'Of an installment: its billet, or the second copy in its place' }),
    ),
    dueDate: Type.Optional(
      Type.String({ description: 'Of an installment: its due date in the contract; YYYY-MM-DD' }),
    ),
    faceValue: Type.Optional(
      Type.Number({ description: 'Of an installment: `amount` without fine and interest' }),
    ),
    fine: Type.Optional(Type.Number({ description: 'Of an installment: the fine in `amount`' })),
    interest: Type.Optional(Type.Number({ description: 'Of an installment: the late interest in `amount`' })),
    daysLate: Type.Optional(
      Type.Number({
        description:
          'Of an installment: days since its due date; 0 when it was paid by the next business day',
      }),
    ),
    paidOn: Type.Optional(
      Type.String({ description: 'Of installment.paid: the day on which the customer paid; YYYY-MM-DD' }),
    ),
    refundedAt: Type.Optional(instant('Of transaction.refunded: when the bank confirmed it')),
    invoiceId: Type.Optional(
      Type.String({ description: 'Of an invoice: the version that was decided about' }),
    ),
    message: Type.Optional(Type.String({ description: 'Of an invoice: why, in Portuguese' })),
    code: Type.Optional(Type.String({ description: 'Of an invoice: why, for programs' })),
    endpointId: Type.Optional(Type.String({ description: 'Of endpoint.disabled' })),
    url: Type.Optional(Type.String({ description: 'Of endpoint.disabled' })),
    reason: Type.Optional(
      Type.String({ description: 'Of endpoint.disabled: `gone` or `failing`, as in the list of endpoints' }),
    ),
  },
  { title: 'Event' },
)
/** The fields of an event body, without those that the log adds to every event. */
export type WebhookEventFields = Readonly<
  Omit<Static<typeof EventShape>, 'eventId' | 'type' | 'createdAt' | 'sequence' | keyof EndpointNotice>
> & { readonly action: WebhookAction; readonly orderId: string }
/** What is told of an endpoint that was disabled. */
export interface EndpointNotice {
  readonly endpointId: string
  readonly url: string
  readonly reason: string
}
/** A webhook event before the log assigns its id. */
export interface NewWebhookEvent {
  readonly retailerId: string
  /** Exactly one of the two: whose events are numbered. */
  readonly transactionId?: string
  readonly paymentLinkId?: string
  /** 1, 2, 3 … over all events of it. */
  readonly sequence: number
  readonly type: WebhookEventType
  readonly fields: WebhookEventFields
}

export const EventsAnswer = Type.Object(
  { data: Type.Array(EventShape, { description: 'The rows of this page' }), next },
  { title: 'Events' },
)
