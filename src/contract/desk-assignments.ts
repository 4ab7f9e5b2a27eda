import type { Attention, DeskDecision, Timed } from './desk.ts'

/* Contracts sold to funds, at the desk. The browser imports this file too: types and plain values only. */

const ASSIGNMENT_KINDS = ['SALE', 'BUY_BACK'] as const
export type AssignmentKind = (typeof ASSIGNMENT_KINDS)[number]

/** SELL, BUY_BACK: the contracts of a batch change their owner; RECEIVE: the fund has paid for them. */
const ASSIGNMENT_RESULTS = ['SELL', 'BUY_BACK', 'RECEIVE'] as const
export type AssignmentResult = (typeof ASSIGNMENT_RESULTS)[number]

export type AssignmentState = 'proposed' | 'done' | 'paid'

export interface QueuedAssignment {
  readonly assignmentId: string
  readonly kind: AssignmentKind
  readonly fundName: string
  readonly day: string
  readonly state: AssignmentState
  readonly contracts: number
  readonly face: number
  readonly carrying: number
  readonly price: number
}

export interface FundView {
  readonly fundId: string
  readonly name: string
  /** Open face value of the contracts that it owns. */
  readonly owned: number
  /** What it is owed of what customers paid, and what it owes for what it bought. */
  readonly payable: number
  readonly receivable: number
}

export interface AssignmentList extends Timed {
  readonly funds: readonly FundView[]
  readonly assignments: readonly QueuedAssignment[]
}

export interface AssignmentView extends QueuedAssignment, Attention {
  /** Of the export with the evidence. */
  readonly sha256: string
  readonly paidOn?: string
  readonly lines: readonly {
    readonly transactionId: string
    readonly face: number
    readonly carrying: number
    readonly price: number
  }[]
  readonly decisions: readonly DeskDecision[]
}
