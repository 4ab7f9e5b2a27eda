import type { Centavos } from '../../kernel/money.ts'
import type { PayoutOrder } from './order.ts'

/**
 * - INVALID: our data; the same request is refused again.
 * - CONFLICT: the key is known with other data, or its state forbids the request.
 * - DENIED: credential, scope or certificate; every request fails alike.
 * - INSUFFICIENT_FUNDS, LIMIT: not taken; the same order may be taken later.
 * - PAYEE_INVALID: key, account or owner; needs a correction.
 * - UNAVAILABLE: no effect, may be repeated.
 * - UNSUPPORTED: this rail cannot pay such an order.
 */
export const PAYOUT_REFUSALS = [
  'INVALID',
  'CONFLICT',
  'NOT_FOUND',
  'DENIED',
  'INSUFFICIENT_FUNDS',
  'PAYEE_INVALID',
  'LIMIT',
  'UNAVAILABLE',
  'UNSUPPORTED',
] as const
export type PayoutRefusalKind = (typeof PAYOUT_REFUSALS)[number]

export interface PayoutRefusal {
  readonly outcome: 'refused'
  readonly kind: PayoutRefusalKind
  readonly code: string
  readonly text: string
}

/** The request may have had its effect: the order is asked for by its key before anything is repeated. */
interface PayoutUnknown {
  readonly outcome: 'unknown'
  readonly text: string
}

/** An order as the bank knows it. */
export interface RailPayout {
  readonly state: 'accepted' | 'paid' | 'failed' | 'canceled' | 'returned'
  readonly providerId: string | undefined
  readonly amountCentavos: Centavos
  /** When the state was reached, if the bank says so. */
  readonly at: Date | undefined
  readonly failure: { readonly kind: PayoutRefusalKind; readonly code: string } | undefined
}

export type RailAnswer =
  | { readonly outcome: 'done'; readonly value: RailPayout }
  | PayoutRefusal
  | PayoutUnknown

/** A way for money to leave. No call rejects, and every call ends by a deadline. */
export interface PayoutRail {
  readonly name: string
  /** Whether it gives received Pix payments back, where the payee names one. */
  readonly givesPixBack?: true
  /** Safe to repeat with the same key. */
  send(order: PayoutOrder): Promise<RailAnswer>
  find(payoutKey: string): Promise<RailAnswer>
  close(): Promise<void>
}

/** What a bank says of an order, whichever rail brought it: answer, return file or query. */
export type PayoutOutcome =
  | {
      readonly state: 'accepted'
      readonly providerId?: string | undefined
      readonly amountCentavos?: Centavos
    }
  | {
      readonly state: 'paid'
      readonly providerId?: string | undefined
      readonly amountCentavos?: Centavos
      /** When the bank paid; now when absent. */
      readonly at?: Date | undefined
    }
  | {
      readonly state: 'failed'
      readonly kind: PayoutRefusalKind
      readonly code: string
      readonly amountCentavos?: Centavos
    }
  | { readonly state: 'canceled'; readonly code: string; readonly amountCentavos?: Centavos }
  | {
      readonly state: 'returned'
      readonly code: string
      readonly amountCentavos?: Centavos
      readonly at?: Date | undefined
    }
  | { readonly state: 'unknown'; readonly code: string; readonly amountCentavos?: Centavos }
