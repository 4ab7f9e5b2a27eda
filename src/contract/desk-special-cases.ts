import type { Attention, DeskDecision, Timed } from './desk.ts'
import type { Status } from './enums.ts'
import type { SpecialCaseEffect, SpecialCaseKind, SpecialCaseState } from './special-cases.ts'

/* Special cases at the desk. The browser imports this file too: types and plain values only. */

export interface ListedSpecialCase {
  readonly caseId: string
  readonly transactionId: string
  readonly orderId: string
  readonly retailerName: string
  readonly kind: SpecialCaseKind
  readonly state: SpecialCaseState
  readonly openedAt: string
  readonly endedAt?: string
  /** Proposed or decided. */
  readonly effect?: SpecialCaseEffect
}

export interface SpecialCaseList extends Timed {
  readonly cases: readonly ListedSpecialCase[]
}

export interface SpecialCaseView extends ListedSpecialCase, Attention {
  /** Sent back with a decision: a case that changed meanwhile is not decided. */
  readonly version: number
  readonly status: Status
  readonly note: string
  readonly contact?: string
  /** What is enough, or each installment of a plan. */
  readonly amount?: number
  /** The last day to pay less, the day of death, or the first due date. */
  readonly day?: string
  readonly installments?: number
  readonly documents: readonly {
    readonly id: string
    readonly sha256: string
    readonly bytes: number
    readonly addedAt: string
  }[]
  readonly decisions: readonly DeskDecision[]
}
