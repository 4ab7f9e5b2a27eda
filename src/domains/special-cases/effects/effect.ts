import type { App } from '../../../app/app.ts'
import type { SpecialCaseState } from '../../../contract/special-cases.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Loan } from '../../loans/index.ts'
import type { Purchase } from '../../purchases/index.ts'
import type { DecidedTerms, SpecialCase } from '../special-case.ts'

/** What an effect is prepared from. Contract, loan and case are locked. */
export interface CaseSubject {
  readonly app: App
  readonly tx: Transaction
  readonly opened: SpecialCase
  readonly terms: DecidedTerms
  readonly purchase: Purchase
  readonly loan: Loan
}

/** Nothing is written before `apply`. */
export interface PreparedEffect {
  /** What the decision is about, as the people who decide see it. */
  readonly amountCentavos: Centavos
  apply(): Promise<AppliedEffect>
}

interface AppliedEffect {
  readonly state: Extract<SpecialCaseState, 'DECIDED' | 'DONE'>
  /** Collection stays stopped although the case is done. */
  readonly keepsStop?: true
}

/** Throws Refused where the contract does not allow it. */
export type PrepareEffect = (subject: CaseSubject) => Promise<PreparedEffect>
