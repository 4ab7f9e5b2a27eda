import {
  WEBHOOK_EVENTS,
  type WebhookAction,
  type WebhookEventFields,
  type WebhookEventType,
} from '../../contract/webhooks.ts'

/** No purchase and no link has it: whoever takes a test for real finds nothing. */
const NOBODYS_ID = '0'.repeat(24)
const ORDER_ID = 'TESTE'

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

type SampleFields = Omit<WebhookEventFields, 'action' | 'orderId'>

/** Invented values with the members that the real event has. */
const SAMPLES: Readonly<Record<WebhookEventType, SampleFields>> = {
  'transaction.approved': state('OPEN'),
  'transaction.denied': ended('ONBOARDING_REFUSED'),
  'transaction.canceled': ended('RETAILER_CANCELED'),
  'transaction.closed': state('CLOSED'),
  'transaction.transfered': { ...state('OPEN'), amount: 1140.8 },
  'transaction.refunded': {
    ...ended('RETAILER_CANCELED'),
    amount: 240.1,
    refundedAt: '2030-01-16T12:00:00.000Z',
  },
  'installment.paid': { ...INSTALLMENT, paidOn: '2030-01-15' },
  'installment.overdue': { ...INSTALLMENT, daysLate: 3, amount: 123.27, fine: 2.41, interest: 0.36 },
  'renegotiation.accepted': { ...state('PENDING'), renegotiates: NOBODYS_ID },
  'renegotiation.failed': { ...ended('RENEGOTIATION_FAILED'), renegotiates: NOBODYS_ID },
  'onboarding.step': {
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
  'invoice.validated': INVOICE,
  'invoice.refused': { ...INVOICE, message: 'O valor da nota difere do pedido', code: 'TOTAL_DIFFERS' },
  'payment_link.opened': LINK,
  'payment_link.claimed': { ...LINK, transactionId: NOBODYS_ID },
  'payment_link.completed': { ...LINK, transactionId: NOBODYS_ID },
  'payment_link.expired': LINK,
  'payment_link.deleted': LINK,
}

interface SampleEvent extends SampleFields {
  /** Nothing happened: only a test says so. */
  readonly test: true
  readonly action: WebhookAction
  readonly orderId: string
}

/** What a test of this type says, without what every event has. */
export function composeSample(type: WebhookEventType): SampleEvent {
  return { test: true, ...SAMPLES[type], orderId: ORDER_ID, action: WEBHOOK_EVENTS[type].action }
}
