import type { Attention, DeskDecision, Timed } from './desk.ts'
import type { RefundObstacle } from './refunds.ts'

/* Money out at the desk. The browser imports this file too: types and plain values only. */

export const PAYOUT_KINDS = ['RETAILER', 'REFUND', 'IOF', 'INSURER', 'COMMISSION', 'FUND'] as const
export type DeskPayoutKind = (typeof PAYOUT_KINDS)[number]

export const PAYOUT_STATES = [
  'created',
  'approved',
  'sending',
  'accepted',
  'unknown',
  'paid',
  'failed',
  'canceled',
  'returned',
] as const
export type DeskPayoutState = (typeof PAYOUT_STATES)[number]

export interface QueuedPayout {
  readonly orderId: string
  readonly kind: DeskPayoutKind
  readonly state: DeskPayoutState
  readonly amount: number
  /** Masked. */
  readonly payee: string
  readonly createdAt: string
  readonly dueOn: string
  readonly problem?: string
}

/** A refund that no order pays yet, because a person has to look. */
export interface StuckRefund {
  readonly refundId: string
  readonly amount: number
  readonly dueSince: string
  readonly maxRefundDate: string
  readonly waitsFor: RefundObstacle
  readonly transactionId?: string
}

export interface PayoutList extends Timed {
  readonly orders: readonly QueuedPayout[]
  /** Ids of orders that were changed outside the program. */
  readonly forged: readonly string[]
  readonly refunds: readonly StuckRefund[]
}

export interface PayoutView extends QueuedPayout, Attention {
  /** Sent back with the decision: an order that moved meanwhile is not decided. */
  readonly version: number
  readonly payeeDocument: string
  readonly place: string
  readonly payoutKey: string
  readonly netted: number
  readonly attempts: number
  readonly rail?: string
  readonly providerId?: string
  readonly failure?: string
  readonly replaces?: string
  readonly transactionId?: string
  /** Approving or declining is possible. */
  readonly isWaiting: boolean
  /** A successor can be ordered. */
  readonly isCorrectable: boolean
  readonly lines: readonly { readonly transactionId: string; readonly amount: number }[]
  readonly history: readonly {
    readonly event: string
    readonly by: string
    readonly code?: string
    readonly at: string
  }[]
  readonly decisions: readonly DeskDecision[]
}

export interface CorrectedPayout {
  /** Absent when nothing is left to send. */
  readonly orderId?: string
}
