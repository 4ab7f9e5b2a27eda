import { visitPresentValues } from '../../brazil/present-value.ts'
import { addMonths, type CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { findLastDay, latestOf } from './accrual.ts'
import type { Loan } from './loan.ts'

/** Future interest in the face value of one installment. */
interface ExcludedInterest {
  readonly installmentNumber: number
  readonly excludedCentavos: Centavos
}

/**
 * The loan from the day on which it falls due as a whole. What is not due yet is claimed at its worth on day 91 of the
 * delay. The books may carry less: interest of a problem asset that nobody has paid for stays unearned.
 */
export function computeAccelerated(
  loan: Loan,
  day: CalendarDate,
): { readonly loan: Loan; readonly excluded: readonly ExcludedInterest[] } {
  const { firstDueDate, accruedThrough, openCentavos } = loan
  if (accruedThrough === null) throw new Error(`loan ${loan.transactionId} was never accrued`)
  const lastDay = findLastDay(loan, openCentavos)
  const claimedAsOf = latestOf(accruedThrough, lastDay !== undefined && lastDay < day ? lastDay : day)
  const open = [...openCentavos]
  const excluded: ExcludedInterest[] = []
  visitPresentValues(loan, openCentavos, claimedAsOf, (index, face, present) => {
    if (addMonths(firstDueDate, index) <= day || face === present) return
    open[index] = present
    excluded.push({ installmentNumber: index + 1, excludedCentavos: face - present })
  })
  const sum = excluded.reduce((total, { excludedCentavos }) => total + excludedCentavos, 0)
  return {
    excluded,
    loan: {
      ...loan,
      openCentavos: open,
      interestCentavos: loan.interestCentavos - sum,
      unearnedCentavos: loan.unearnedCentavos - sum,
      acceleratedOn: day,
      claimedAsOf,
    },
  }
}
