import type { LoanScale } from '../../brazil/present-value.ts'
import type { LoanProblem } from '../../contract/desk-loans.ts'
import { type CalendarDate, computeMonthEnd } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/**
 * Why a contract is a problem asset (CMN 4.966, art. 3 and 51 §4): its own delay; an agreement that the customer's
 * weakness made necessary, or a broken one; an agreement on a debt that had been written off; another debt of the person.
 */
export type ProblemReason = LoanProblem

/** A contract as the books see it. */
export interface Loan extends LoanScale {
  readonly transactionId: string
  readonly retailerId: string
  readonly startedOn: CalendarDate
  /** Earned over the contract's life. */
  readonly interestCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly retentionCentavos: Centavos
  /** By installment: face value that is not paid. */
  readonly openCentavos: readonly Centavos[]
  /** On the contra accounts of the contract. */
  readonly unearnedCentavos: Centavos
  readonly deferredFeeCentavos: Centavos
  readonly deferredRetentionCentavos: Centavos
  /** Null until something was earned. */
  readonly accruedThrough: CalendarDate | null
  /** The month end that is booked next. Null when the loan has ended, or stands still because of its delay. */
  readonly nextAccrual: CalendarDate | null
  readonly endedOn: CalendarDate | null
  /** The whole contract is due from this day on; null: installments fall due one by one. */
  readonly acceleratedOn: CalendarDate | null
  /** Out of the assets since this day. The claim stays. */
  readonly writtenOffOn: CalendarDate | null
  /** The fund that owns it: out of the assets since that day, and still collected. */
  readonly assignedTo: string | null
  readonly assignedOn: CalendarDate | null
  /** The agreement that lives on the debt; the loan stands still meanwhile, with nothing open. */
  readonly suspendedBy: string | null
  /** Of an agreement: the rate of the contract that it is about. */
  readonly originalRatePM: number | null
  /** Of an agreement: what is left of the loss that its lower rate was shown as. */
  readonly restructuringCentavos: Centavos
  /** Since this day income counts only when it is received; null: it is earned by the day. */
  readonly problemSince: CalendarDate | null
  readonly problemReason: ProblemReason | null
  /** The end of the last time as a problem asset, until the risk is an ordinary one again. */
  readonly curedOn: CalendarDate | null
  /** The last day on which an installment was paid that was not timely any more. */
  readonly lastLateOn: CalendarDate | null
  /** Of an accelerated contract: the day whose present values are claimed. */
  readonly claimedAsOf: CalendarDate | null
}

export type LoanTerms = Pick<
  Loan,
  | 'transactionId'
  | 'retailerId'
  | 'startedOn'
  | 'firstDueDate'
  | 'interestRatePM'
  | 'interestCentavos'
  | 'feeCentavos'
  | 'retentionCentavos'
  | 'openCentavos'
>

/** What makes an agreement of a contract. */
export type AgreementTerms = Pick<Loan, 'originalRatePM' | 'restructuringCentavos' | 'problemReason'>

const NO_AGREEMENT: AgreementTerms = { originalRatePM: null, restructuringCentavos: 0, problemReason: null }

/** A contract on its first day. */
export function openLoan(terms: LoanTerms, agreement: AgreementTerms = NO_AGREEMENT): Loan {
  const isProblem = agreement.problemReason !== null
  return {
    ...terms,
    ...agreement,
    problemSince: isProblem ? terms.startedOn : null,
    curedOn: null,
    lastLateOn: null,
    claimedAsOf: null,
    unearnedCentavos: terms.interestCentavos,
    deferredFeeCentavos: terms.feeCentavos,
    deferredRetentionCentavos: terms.retentionCentavos,
    accruedThrough: null,
    nextAccrual: isProblem ? null : computeMonthEnd(terms.startedOn),
    endedOn: null,
    acceleratedOn: null,
    writtenOffOn: null,
    assignedTo: null,
    assignedOn: null,
    suspendedBy: null,
  }
}

/** Not in the assets: it earns nothing and is provided for by nobody, and what is paid goes elsewhere. */
export const isOffBooks = ({ writtenOffOn, assignedTo }: Loan): boolean =>
  writtenOffOn !== null || assignedTo !== null
