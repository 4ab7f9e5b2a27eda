import { Type } from 'typebox'

/** What one wants to know first of many orders. Every purchase is in exactly one. */
export const ORDER_GROUPS = [
  'ONBOARDING',
  'ANALYSIS',
  'DOWN_PAYMENT',
  'UNSCHEDULED',
  'SCHEDULED',
  'TRANSFERED',
  'AGREEMENT',
  'CANCELED',
  'ABANDONED',
] as const
export type OrderGroup = (typeof ORDER_GROUPS)[number]
export const OrderGroupSchema = Type.Enum([...ORDER_GROUPS], {
  description:
    'ONBOARDING: the customer identifies and signs. ANALYSIS: the lender looks at it. DOWN_PAYMENT: signed, the down payment is not paid. UNSCHEDULED: complete, the transfer has no day yet: it waits for an invoice, or came back. SCHEDULED: the transfer has a day, or is on its way. TRANSFERED: paid. AGREEMENT: new installments for the debt of another transaction. CANCELED and ABANDONED: ended',
})

const MAX_SEARCH_LENGTH = 200
export const SearchText = Type.String({
  description:
    'What people have at hand: order, transaction id, CPF, whole words of the customer’s name, or the id or address of a payment link',
  minLength: 1,
  maxLength: MAX_SEARCH_LENGTH,
  'x-error': `must have 1 to ${MAX_SEARCH_LENGTH} characters`,
})
