import type { ValidationResult } from '../../contract/enums.ts'

/** RECEIVED waits for the automatic check, DESK for a person. WITHDRAWN: the purchase ended before a decision. */
export type InvoiceState = 'RECEIVED' | 'DESK' | ValidationResult | 'WITHDRAWN'

/** What the automatic check looked for in the text, and whether it was found. */
export interface Findings {
  readonly readable: boolean
  readonly order: boolean
  readonly retailer: boolean
  readonly customer: boolean
  readonly amount: boolean
  readonly accessKey: boolean
  /** The text is provably what a person sees, or what is left without the rest. */
  readonly visible: boolean
}

export interface Invoice {
  readonly id: string
  readonly transactionId: string
  readonly retailerId: string
  /** 1, 2, 3 … for each file sent for the transaction. */
  readonly version: number
  readonly fileName: string
  readonly sha256: Buffer
  readonly bytes: number
  readonly state: InvoiceState
  readonly findings: Findings | null
  readonly code: string | null
  readonly message: string | null
  /** `automatic`, or the person who decided. */
  readonly decidedBy: string | null
  readonly receivedAt: Date
  readonly checkedAt: Date | null
  readonly decidedAt: Date | null
  /** Set when a newer version arrived. */
  readonly replacedAt: Date | null
}

export const MAX_INVOICE_BYTES = 10 * 1024 * 1024
export const MAX_VERSIONS = 5
export const AUTOMATIC = 'automatic'
