import type { DeskDecision, Timed } from './desk.ts'

/* The books at the desk: balances and their ways out, taxes, and entries that people make. The browser imports this file too. */

/**
 * How a balance with somebody else leaves the books. RECEIVED, PAID, REFUNDED: money moved at a bank; NETTED, OFFSET: it
 * was set off against another debt.
 */
export const BALANCE_EXITS = [
  'CLAWBACK_RECEIVED',
  'COMMISSION_PAID',
  'IOF_REFUNDED',
  'IOF_OFFSET',
  'INSURER_RECEIVED',
  'INSURER_NETTED',
] as const
export type BalanceExit = (typeof BALANCE_EXITS)[number]

export type ProposedEntryState = 'proposed' | 'booked' | 'declined' | 'overtaken'

export interface BooksView extends Timed {
  readonly balances: readonly {
    readonly account: string
    readonly retailerId?: string
    readonly retailerName?: string
    /** Above zero: owed to the lender. */
    readonly balance: number
    readonly exits: readonly BalanceExit[]
  }[]
  /** Tax of periods that are over, below the minimum of a DARF: it will be paid with a later period. */
  readonly taxesLeft: number
  /** What a DARF of each period says if it is paid today. */
  readonly taxes: readonly {
    readonly code: string
    readonly periodEnd: string
    readonly payBy: string
    readonly principal: number
    /** The part of the principal that was carried over from earlier periods, each below the minimum of a DARF. */
    readonly carried: number
    readonly fine: number
    /** Absent while the Selic rate of a month is not known. */
    readonly interest?: number
    readonly total?: number
    readonly daysLate: number
    readonly missingMonths: readonly string[]
  }[]
  readonly entries: readonly ListedEntry[]
  readonly lenderAccounts: readonly { readonly id: string; readonly name: string }[]
}

export interface ListedEntry {
  readonly entryId: string
  readonly kind: string
  readonly happenedOn: string
  readonly amount: number
  readonly state: ProposedEntryState
}

export interface EntryView extends ListedEntry {
  readonly reference: string
  readonly lines: readonly { readonly account: string; readonly amount: number }[]
  readonly file?: { readonly sha256: string; readonly bytes: number }
  /** Of a manual entry that can be undone. */
  readonly isReversible: boolean
  readonly reversalId?: string
  readonly decisions: readonly DeskDecision[]
  readonly proposal?: DeskDecision
}
