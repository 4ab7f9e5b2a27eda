import { isLate } from '../../brazil/late-charges.ts'
import { addMonths, type CalendarDate } from '../../kernel/calendar-date.ts'
import { findLastDay, isInDefault, latestOf } from './accrual.ts'
import type { Loan } from './loan.ts'

/** Whether a loan is a problem asset, and what is left of an earlier time as one. */
export type Standing = Pick<Loan, 'problemSince' | 'problemReason' | 'curedOn'>

export const isProblemOn = ({ problemSince }: Standing, day: CalendarDate): boolean =>
  problemSince !== null && problemSince <= day

interface StandingRules {
  /** So many installments in a row, paid when they were due, cure a problem asset. */
  readonly curePayments: number
}

/**
 * What a loan is at the end of a month by itself. A problem asset is cured when nothing is overdue and as many
 * installments in a row as the lender asks for were paid in time since it became one (CMN 4.966, art. 3 §4); its risk
 * stays increased until as many more were.
 */
export function computeOwnStanding(loan: Loan, day: CalendarDate, { curePayments }: StandingRules): Standing {
  const { problemSince, problemReason, curedOn } = loan
  // The month end was missed, and the loan became a problem asset after it.
  if (problemSince !== null && problemSince > day) return { problemSince, problemReason, curedOn }
  const lastDay = findLastDay(loan, loan.openCentavos)
  const isOwn = problemSince !== null && problemReason !== 'person'
  if (lastDay !== undefined && isInDefault(loan, day))
    return isOwn
      ? { problemSince, problemReason, curedOn: null }
      : { problemSince: lastDay, problemReason: 'delay', curedOn: null }
  if (isOwn)
    return countTimely(loan, problemSince, day) >= curePayments
      ? { problemSince: null, problemReason: null, curedOn: day }
      : { problemSince, problemReason, curedOn: null }
  const isOrdinary = curedOn !== null && countTimely(loan, curedOn, day) >= curePayments
  return { problemSince: null, problemReason: null, curedOn: isOrdinary ? null : curedOn }
}

/** The same with the other debts of the person: one that is a problem asset by itself makes one of each (art. 51 §4). */
export function computeStanding(
  loan: Loan,
  day: CalendarDate,
  rules: StandingRules & { readonly isPersonInDefault: boolean },
): Standing {
  const own = computeOwnStanding(loan, day, rules)
  if (own.problemSince !== null || !rules.isPersonInDefault) return own
  const since = loan.problemReason === 'person' ? loan.problemSince : day
  return { ...own, problemSince: since, problemReason: 'person' }
}

/** Installments that fell due after a day, and after the last payment that was late, and are paid; 0 while one is late. */
function countTimely(loan: Loan, after: CalendarDate, day: CalendarDate): number {
  const { openCentavos, firstDueDate, lastLateOn } = loan
  const since = latestOf(lastLateOn, after)
  let timely = 0
  for (const [index, open] of openCentavos.entries()) {
    const dueDate = addMonths(firstDueDate, index)
    if (dueDate > day) break
    if (open > 0 && isLate(dueDate, day)) return 0
    if (open === 0 && dueDate > since) timely += 1
  }
  return timely
}
