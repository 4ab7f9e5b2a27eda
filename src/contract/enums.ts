import { Type } from 'typebox'

export const SOURCES = ['checkout', 'pdp', 'site', 'tdv', 'guide', 'app'] as const
export type Source = (typeof SOURCES)[number]
export const Source = Type.Enum([...SOURCES], {
  description:
    'Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app',
})

export const Device = Type.Enum(['desktop', 'mobile', 'app'], { description: 'Device of the customer' })

export const RESULTS = ['APPROVED', 'DENIED', 'NO_ACTION', 'PRICE_OUT_RANGE'] as const
export type Result = (typeof RESULTS)[number]
export const ResultSchema = Type.Enum([...RESULTS], {
  description:
    'APPROVED: may buy. DENIED: refused. NO_ACTION: not refused, but cannot buy now. PRICE_OUT_RANGE: the approved limit does not cover the amount to finance',
})

export const REFUSAL_REASONS = [
  'USER_DENIED',
  'TOTALVALUE_LOW',
  'TOTALVALUE_HIGH',
  'PRICE_OUT_RANGE',
  'DDD_NOT_FOUND',
  'USER_HAS_TRANSACTION',
  'MAX_TRIES',
  'FILTER_BELOW_AGE',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]
export const RefusalReasonSchema = Type.Enum([...REFUSAL_REASONS], {
  description: 'Why the customer cannot buy; absent when approved',
})

export const STATUSES = ['ABANDONED', 'CANCELED', 'CLOSED', 'PENDING', 'PROCESSING_CANCEL', 'OPEN'] as const
export type Status = (typeof STATUSES)[number]
export const StatusSchema = Type.Enum([...STATUSES], {
  description:
    'PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final',
})

export const STEPS = [
  'WAITING',
  'CONFIRMATION',
  'FRONTDOC',
  'BACKDOC',
  'SELFIE',
  'ASYNC_ANALYSE',
  'INSURANCE',
  'SIGNATURE',
  'DESK',
  'ENTRY',
  'COMPLETE',
] as const
export type Step = (typeof STEPS)[number]
/** The steps of a PENDING purchase, in their order. */
export const PENDING_STEPS: readonly Step[] = [
  'WAITING',
  'CONFIRMATION',
  'FRONTDOC',
  'BACKDOC',
  'SELFIE',
  'ASYNC_ANALYSE',
  'DESK',
  'INSURANCE',
  'SIGNATURE',
  'ENTRY',
]
export const StepSchema = Type.Enum([...STEPS], { description: 'What the purchase is waiting for' })

const VALIDATION_RESULTS = ['VALIDATED', 'REFUSED'] as const
export type ValidationResult = (typeof VALIDATION_RESULTS)[number]
export const ValidationResultSchema = Type.Enum([...VALIDATION_RESULTS], {
  description: 'What was decided about an invoice',
})

export const CANCEL_REASONS = [
  'ONBOARDING_REFUSED',
  'RETAILER_CANCELED',
  'RENEGOTIATION_FAILED',
  'CUSTOMER_ABANDONED',
  'CANCELLED_BY_CUSTOMER',
  'PAYMENT_LINK_DELETED',
  'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS',
  'UNSPECIFIED_CANCEL_REASON',
] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
export const CancelReasonSchema = Type.Enum([...CANCEL_REASONS], {
  description: 'UNSPECIFIED_CANCEL_REASON while nothing was canceled',
})
