import { addDays } from '../../../kernel/calendar-date.ts'
import { isAccrualStopped } from './accrual.ts'
import { computeMonthEnd, type Loan } from './loan.ts'

/**
 * A loan whose debt an agreement has taken over, accrued to that day. Nothing of it is open and nothing is earned; fee
 * and retention wait for what becomes of the agreement.
 */
export function suspendLoan(loan: Loan): Loan {
  return {
    ...loan,
    openCentavos: loan.openCentavos.map(() => 0),
    unearnedCentavos: 0,
    nextAccrual: null,
    endedOn: null,
  }
}

/** The loan as it was when the agreement took its debt over. */
export function resumeLoan(
  suspended: Loan,
  { openCentavos, unearnedCentavos }: Pick<Loan, 'openCentavos' | 'unearnedCentavos'>,
): Loan {
  const loan = { ...suspended, openCentavos, unearnedCentavos, suspendedBy: null }
  const through = loan.accruedThrough ?? loan.startedOn
  return {
    ...loan,
    nextAccrual: isAccrualStopped(loan, through) ? null : computeMonthEnd(addDays(through, 1)),
  }
}
