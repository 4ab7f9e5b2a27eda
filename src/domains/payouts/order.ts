import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Payee } from './payee.ts'

export const PAYOUT_KINDS = ['RETAILER', 'REFUND', 'IOF', 'INSURER'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

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
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** Who acts when no person does. */
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
