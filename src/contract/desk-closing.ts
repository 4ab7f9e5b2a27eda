import { type Static, Type } from 'typebox'
import type { DeskDecision, Timed } from './desk.ts'

/* The page of month ends at the desk. Amounts in reais. */

const CLOSING_STATES = ['RUNNING', 'READY', 'CLOSED'] as const
export type ClosingState = (typeof CLOSING_STATES)[number]

/** What a month's books disagree about: the month is not closed while there is one. */
export type ClosingDifference =
  | {
      readonly what: 'account'
      readonly account: string
      readonly contracts: number
      readonly books: number
    }
  | { readonly what: 'debits'; readonly amount: number }
  | { readonly what: 'unprovided'; readonly contracts: number }
  | { readonly what: 'bank'; readonly account: string; readonly amount: number }

/** What the people who close a month weigh. */
export type ClosingRemark =
  | { readonly what: 'no-statement'; readonly account: string }
  | {
      readonly what: 'open-lines'
      readonly account: string
      readonly lines: number
      readonly entries: number
    }

export interface QueuedClosing {
  readonly closingId: string
  /** YYYY-MM. */
  readonly month: string
  readonly state: ClosingState
  /** Absent while the snapshot is made, as everything that it adds up to. */
  readonly contracts?: number
  readonly gross?: number
  readonly provision?: number
  readonly differences: number
  readonly closedBy?: string
  readonly closedAt?: string
  readonly isProposed: boolean
}

export interface ClosingList extends Timed {
  readonly closings: readonly QueuedClosing[]
  /** The month whose snapshot can be begun now. */
  readonly next?: string
}

export interface ClosingView extends QueuedClosing {
  readonly startedAt: string
  readonly proposedBy?: string
  readonly stages: readonly {
    readonly stage: string
    readonly contracts: number
    readonly gross: number
    readonly provision: number
  }[]
  readonly found: readonly ClosingDifference[]
  readonly remarks: readonly ClosingRemark[]
  readonly banks: readonly {
    readonly account: string
    readonly statement?: number
    readonly books?: number
  }[]
  readonly proposal?: DeskDecision
  readonly decisions: readonly DeskDecision[]
}

/** Files of a month that the desk downloads. */
export const CLOSING_FILES = ['journal', 'trial-balance', 'revenue', 'contracts'] as const
export type ClosingFile = (typeof CLOSING_FILES)[number]

export const BeginClosingRequest = Type.Object({
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
})
export type BeginClosingRequest = Static<typeof BeginClosingRequest>

export const ProposeClosingRequest = Type.Object({
  reason: Type.String({ minLength: 5, maxLength: 500 }),
})
export type ProposeClosingRequest = Static<typeof ProposeClosingRequest>
