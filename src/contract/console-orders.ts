import { type Static, Type } from 'typebox'
import type { Status, Step } from './enums.ts'
import type { OrderGroup } from './order-groups.ts'
import type { TransferBlockerCode } from './orders.ts'

/*
 * The orders of a retailer's console. Members named `money` are absent for people who may not see amounts: the server
 * leaves them out.
 */

export interface ConsoleOrderRow {
  readonly transactionId: string
  readonly orderId: string
  /** The first name and initials; absent where nobody gave one. */
  readonly customer?: string | undefined
  readonly group: OrderGroup
  readonly status: Status
  readonly step: Step
  readonly createdAt: string
  readonly money?: { readonly total: number; readonly transfer?: number | undefined } | undefined
}

export interface ConsoleOrderList {
  readonly orders: readonly ConsoleOrderRow[]
  readonly next: string | null
  /** By the clock of the service. */
  readonly today: string
}

export interface ConsoleOrderCounts {
  readonly counts: Readonly<Record<OrderGroup, number>>
  readonly total: number
  readonly isComplete: boolean
}

export interface ConsoleBlocker {
  readonly code: TransferBlockerCode
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly reason?: string | undefined
  readonly amount?: number | undefined
}

export interface ConsoleTransfer {
  readonly state: 'NONE' | 'BLOCKED' | 'SCHEDULED' | 'SENT' | 'TRANSFERED'
  readonly expectedOn?: string | undefined
  readonly transferedAt?: string | undefined
  readonly blockers: readonly ConsoleBlocker[]
  readonly money?:
    | {
        readonly purchase: number
        readonly commission: number
        readonly retention: number
        readonly transfer: number
        readonly reference?: string | undefined
      }
    | undefined
}

export interface ConsoleBillet {
  readonly id: string
  /** 0: the down payment. */
  readonly number: number
  readonly dueDate: string
  readonly state: 'PAID' | 'LATE' | 'OPEN' | 'CANCELED'
  readonly paidAt?: string | undefined
  readonly amount?: number | undefined
}

export interface ConsoleOrder extends ConsoleOrderRow {
  readonly cpf: string
  readonly products: readonly {
    readonly id: string
    readonly name: string
    readonly amount: number
    readonly value?: number | undefined
  }[]
  readonly timeline: readonly { readonly event: string; readonly actor: string; readonly at: string }[]
  readonly option: {
    readonly installments: number
    readonly money?:
      | {
          readonly downPayment: number
          readonly installment: number
          readonly interestPM: number
          readonly cetPA: number
          readonly parts: readonly { readonly name: string; readonly value: number }[]
          readonly lent: string
        }
      | undefined
  }
  readonly billets: readonly ConsoleBillet[]
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly at: string
    /** Absent where no endpoint receives it. */
    readonly delivery?: 'pending' | 'delivered' | 'failed' | 'canceled' | undefined
  }[]
  readonly invoice?:
    | {
        readonly state: 'RECEIVED' | 'DESK' | 'VALIDATED' | 'REFUSED' | 'WITHDRAWN'
        readonly version: number
        readonly receivedAt: string
        readonly message?: string | undefined
        readonly findings?: Readonly<Record<string, boolean>> | undefined
      }
    | undefined
  readonly transfer: ConsoleTransfer
  readonly may: {
    readonly cancel: boolean
    readonly removeProducts: boolean
    readonly sendInvoice: boolean
    /** It may be canceled, but not by this person: above the limit that the owner set, or without one. */
    readonly isAboveLimit: boolean
  }
}

/** What a cancellation or removal would give back. */
export interface ConsolePreview {
  readonly money?:
    | {
        readonly refund: number
        readonly released: number
        readonly owed: number
        readonly untransferred: number
        readonly lender: number
      }
    | undefined
  /** Of a removal: the installments afterwards. */
  readonly schedule?: readonly ConsoleBillet[] | undefined
  readonly products?: readonly string[] | undefined
}

export interface ConsoleSalesLimit {
  /** Null: salespeople may not cancel. */
  readonly cancelUpTo: number | null
  readonly changedAt?: string | undefined
}

export const SalesLimitRequest = Type.Object({
  cancelUpTo: Type.Union(
    [Type.Null(), Type.Number({ exclusiveMinimum: 0, maximum: 10_000_000, multipleOf: 0.01 })],
    { 'x-error': { '*': 'must be null or an amount above zero' } },
  ),
})
export type SalesLimitRequest = Static<typeof SalesLimitRequest>

const Products = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 200 })
export const ConsoleRemovalRequest = Type.Object({ products: Products })
export type ConsoleRemovalRequest = Static<typeof ConsoleRemovalRequest>

export const ConsoleInvoiceRequest = Type.Object({ invoiceFile: Type.String() })
export type ConsoleInvoiceRequest = Static<typeof ConsoleInvoiceRequest>
