import { Type } from 'typebox'

export const Source = Type.Enum(['checkout', 'pdp', 'site', 'tdv', 'guide', 'app'], {
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
