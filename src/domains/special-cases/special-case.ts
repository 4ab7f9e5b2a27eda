import type { SpecialCaseEffect, SpecialCaseKind, SpecialCaseState } from '../../contract/special-cases.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/** What a decision does, with its figures. */
export interface DecidedTerms {
  readonly effect: SpecialCaseEffect
  readonly amountCentavos: Centavos | null
  /** The last day to pay less, the day of death, or the first due date. */
  readonly effectiveOn: CalendarDate | null
  readonly installments: number | null
}

/** A case that ends or changes a contract otherwise than by its payment. */
export interface SpecialCase extends Omit<DecidedTerms, 'effect'> {
  readonly id: string
  readonly transactionId: string
  readonly retailerId: string
  readonly kind: SpecialCaseKind
  readonly state: SpecialCaseState
  readonly version: number
  /** Proposed or decided. */
  readonly effect: SpecialCaseEffect | null
  readonly note: string
  /** E-mail of the person who asked, where it is not the contract's. */
  readonly contact: string | undefined
  readonly openedBy: string
  readonly openedAt: Date
  readonly decidedAt: Date | null
  readonly endedAt: Date | null
}

export interface CaseDocument {
  readonly id: string
  readonly caseId: string
  readonly fileName: string
  readonly sha256: Buffer
  readonly bytes: number
  readonly addedBy: string
  readonly addedAt: Date
}
