import { createHash } from 'node:crypto'
import type { DeskPayoutKind, DeskPayoutState } from '../../contract/desk-payouts.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Payee } from './payee.ts'

export type PayoutKind = DeskPayoutKind
export type PayoutState = DeskPayoutState

/** The actor when no person acts. */
export const PROGRAM = 'program'

/** A purchase that a retailer's order pays. */
export interface PayoutLine {
  readonly transactionId: string
  readonly amountCentavos: Centavos
}

export interface NewPayoutOrder {
  readonly kind: PayoutKind
  /** Whom the debt is owed to: retailer id, transaction id, period of the tax, insurer id. */
  readonly subject: string
  /**
   * The debt, unique within its kind: it is paid once, and a second order for it is refused unless the first failed, was
   * canceled or came back. By default the subject; for RETAILER orders the order itself, because lines name the debts.
   */
  readonly obligation?: string
  readonly retailerId?: string | undefined
  readonly transactionId?: string | undefined
  readonly amountCentavos: Centavos
  /** Kept of what the retailer owed back. The lines add up to the amount and this. */
  readonly nettedCentavos?: Centavos
  readonly payee: Payee
  readonly lenderAccountId: string
  readonly dueOn: CalendarDate
  /** RETAILER orders only. */
  readonly lines?: readonly PayoutLine[]
  /** A failed, canceled or returned order. The successor has its obligation. */
  readonly replaces?: string | undefined
  readonly needsApproval: boolean
  /** An operator, who then may not approve it; the program when absent. */
  readonly createdBy?: string
}

export interface PayoutOrder {
  readonly id: string
  /** The order's name at every bank. */
  readonly payoutKey: string
  readonly kind: PayoutKind
  readonly subject: string
  readonly obligation: string
  readonly retailerId: string | undefined
  readonly transactionId: string | undefined
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly nettedCentavos: Centavos
  readonly payee: Payee
  readonly dueOn: CalendarDate
  readonly replaces: string | undefined
  readonly needsApproval: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly linesHash: Buffer
  readonly state: PayoutState
  readonly approvedBy: string | undefined
  readonly rail: string | undefined
  readonly providerId: string | undefined
  readonly settledAt: Date | undefined
  readonly failureKind: string | undefined
  readonly failureCode: string | undefined
  readonly version: number
  readonly attempts: number
  readonly dueAt: Date
  readonly problem: string | undefined
}

/** Nothing is sent, booked or approved for such an order. */
export const describeForgedOrder = (orderId: string): ForgedRow =>
  new ForgedRow(
    'payout_orders',
    orderId,
    `payout order ${orderId} was written or changed outside the program: nothing is paid for it`,
  )

const KEY_DIGITS = 19

/**
 * 20 characters that fit seu número (20) and idEnvio (35) of all rails. Capitals and digits only, because bank files are
 * written in capitals.
 */
export function composePayoutKey(orderId: string): string {
  return `P${BigInt(`0x${orderId}`).toString(36).toUpperCase().padStart(KEY_DIGITS, '0')}`
}

export function hashLines(lines: readonly PayoutLine[]): Buffer {
  const sorted = lines.map(line => `${line.transactionId}:${line.amountCentavos}`).sort()
  return createHash('sha256').update(sorted.join('\n')).digest()
}

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
