import type { PaymentLink, StatusAnswer } from '../../clients/typescript/src/generated.ts'

/**
 * received: the platform asked, and no payment link is known yet. waiting: the shopper has the link. closing: the purchase ended, and
 * its link must end before the platform hears of it. approved: the purchase is OPEN. settled: the shop has delivered, or part of it.
 */
const PAYMENT_STATES = [
  'received',
  'waiting',
  'closing',
  'approved',
  'settled',
  'denied',
  'canceled',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const LIVING_STATES = ['received', 'waiting', 'closing', 'approved', 'settled'] as const
/** The customer owes for it: only a cancellation or a refund ends it. */
export const PAID_STATES: readonly PaymentState[] = ['approved', 'settled']
export const isLiving = (state: PaymentState): boolean => LIVING_STATES.some(each => each === state)

/** What the interface shows of a payment's link and purchase. */
export type Observation =
  /** Nobody has bought yet, or somebody is about to. */
  | 'waiting'
  /** A purchase ended before it was complete, and the link is free again. */
  | 'attempt-ended'
  | 'bought'
  /** It was bought, and canceled afterwards. */
  | 'undone'
  /** The link cannot be used any more, and nothing was bought with it. */
  | 'ended'

/** Where an observation leads. What is absent stays where it is. */
const TRANSITIONS: Readonly<Record<PaymentState, Partial<Record<Observation, PaymentState>>>> = {
  received: {
    waiting: 'waiting',
    'attempt-ended': 'closing',
    bought: 'approved',
    undone: 'denied',
    ended: 'denied',
  },
  waiting: { 'attempt-ended': 'closing', bought: 'approved', undone: 'denied', ended: 'denied' },
  closing: { bought: 'approved', undone: 'denied', ended: 'denied' },
  approved: { undone: 'canceled' },
  settled: { undone: 'refunded' },
  denied: {},
  canceled: {},
  refunded: {},
}

export function computeNextState(state: PaymentState, seen: Observation): PaymentState {
  return TRANSITIONS[state][seen] ?? state
}

interface Facts {
  readonly link: Pick<PaymentLink, 'status' | 'transactionId'>
  /** Of the purchase that the link names. */
  readonly purchase: StatusAnswer['status'] | undefined
  /** Whether a purchase of this link was seen before, or is said to have ended. */
  readonly hadPurchase: boolean
}

export function observe({ link, purchase, hadPurchase }: Facts): Observation {
  if (link.status === 'COMPLETED')
    return purchase === 'CANCELED' || purchase === 'ABANDONED' ? 'undone' : 'bought'
  if (link.status === 'EXPIRED' || link.status === 'DELETED') return 'ended'
  return link.status !== 'CLAIMED' && hadPurchase ? 'attempt-ended' : 'waiting'
}

export type OperationKind = 'cancel' | 'settle' | 'refund'

/** What the end of an operation makes of the payment. */
export function computeStateAfter(kind: OperationKind, state: PaymentState, isWhole: boolean): PaymentState {
  if (!isLiving(state)) return state
  if (kind === 'settle') return state === 'approved' ? 'settled' : state
  if (!isWhole) return state
  return state === 'settled' ? 'refunded' : 'canceled'
}
