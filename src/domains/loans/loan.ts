import { type CalendarDate, computeMonthEnd } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { LoanScale } from './scale.ts'

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
  /** The agreement that lives on the debt; the loan stands still meanwhile, with nothing open. */
  readonly suspendedBy: string | null
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

/** A contract on its first day. */
export function openLoan(terms: LoanTerms): Loan {
  return {
    ...terms,
    unearnedCentavos: terms.interestCentavos,
    deferredFeeCentavos: terms.feeCentavos,
    deferredRetentionCentavos: terms.retentionCentavos,
    accruedThrough: null,
    nextAccrual: computeMonthEnd(terms.startedOn),
    endedOn: null,
    acceleratedOn: null,
    writtenOffOn: null,
    suspendedBy: null,
  }
}
