import type { PayoutState } from './order.ts'

export const PAYOUT_EVENTS = [
  'approved',
  'declined',
  'sent',
  'deferred',
  'accepted',
  'doubted',
  'sent-again',
  'paid',
  'failed',
  'canceled',
  'returned',
] as const
export type PayoutEvent = (typeof PAYOUT_EVENTS)[number]

interface TransitionRow {
  readonly from: readonly PayoutState[]
  readonly to: PayoutState
}

const atTheBank: readonly PayoutState[] = ['sending', 'accepted', 'unknown']

/** The life of an order. A pair of state and event without a row is refused. */
export const payoutTransitions: Readonly<Record<PayoutEvent, TransitionRow>> = {
  approved: { from: ['created'], to: 'approved' },
  /** By a person, while no bank can know of the order. */
  declined: { from: ['created', 'approved'], to: 'canceled' },
  /** The intent: committed before the bank is called. */
  sent: { from: ['approved'], to: 'sending' },
  /** The bank says that it did not take the order, and may take it later. */
  deferred: { from: ['sending'], to: 'approved' },
  accepted: { from: ['sending', 'unknown'], to: 'accepted' },
  /** The bank may have taken the order: it is asked until it says. */
  doubted: { from: ['sending', 'accepted'], to: 'unknown' },
  /** The bank was asked and does not know the order: sent once more under the same key. */
  'sent-again': { from: ['unknown'], to: 'sending' },
  paid: { from: atTheBank, to: 'paid' },
  failed: { from: atTheBank, to: 'failed' },
  canceled: { from: atTheBank, to: 'canceled' },
  returned: { from: ['paid'], to: 'returned' },
}

/** The next state; undefined when the table has no such move. */
export function findPayoutTransition(from: PayoutState, event: PayoutEvent): PayoutState | undefined {
  const row = payoutTransitions[event]
  return row.from.includes(from) ? row.to : undefined
}

export const isFinal = (state: PayoutState): boolean =>
  state === 'paid' || state === 'failed' || state === 'canceled' || state === 'returned'

/** Only after these may another order pay the same debt. */
export const allowsSuccessor = (state: PayoutState): boolean =>
  state === 'failed' || state === 'canceled' || state === 'returned'
