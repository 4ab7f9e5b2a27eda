import { addBusinessDays, isBusinessDay, nextBusinessDay } from '../../../brazil/business-days.ts'
import { computeDailyLateInterest, isLate } from '../../../brazil/late-charges.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Billet } from './billet.ts'
import { type BilletDebt, computeDue } from './debt.ts'

/** A second copy falls due today or within this many business days. */
const MOST_BUSINESS_DAYS_AHEAD = 3

/** Where nobody chooses: today, or the next business day. */
export const chooseCopyDay = (today: CalendarDate): CalendarDate => nextBusinessDay(today)

/** Why a second copy cannot fall due on a day; undefined when it can. */
export function findCopyDayProblem(dueDate: CalendarDate, today: CalendarDate): string | undefined {
  if (dueDate < today) return 'must not be in the past'
  if (!isBusinessDay(dueDate)) return 'must be a business day'
  if (dueDate > addBusinessDays(today, MOST_BUSINESS_DAYS_AHEAD))
    return `must be at most ${MOST_BUSINESS_DAYS_AHEAD} business days ahead`
  return undefined
}

/**
 * Whether an open billet may have a second copy. A copy counts by its own due date: until then it can be paid as it is.
 */
export const isCopyable = (
  { kind, dueDate }: Pick<Billet, 'kind' | 'dueDate'>,
  today: CalendarDate,
): boolean => kind === 'installment' && isLate(dueDate, today)

/** Interest on a second copy for each day after its due date; undefined for other billets, which charge by percentage. */
export const findDailyInterest = ({ faceCentavos }: Pick<Billet, 'faceCentavos'>): Centavos | undefined =>
  faceCentavos === undefined ? undefined : computeDailyLateInterest(faceCentavos)

/** What a second copy of a billet asks for. */
interface SecondCopy {
  readonly dueDate: CalendarDate
  /** Open face value, fine and interest up to the new due date. */
  readonly amountCentavos: Centavos
  /** The fine is in the amount already, and there is no charge on a charge. */
  readonly finePercentage: 0
  /** Of the face value alone. */
  readonly interestPerDayCentavos: Centavos
  readonly daysLate: number
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
}

export function computeSecondCopy(
  debt: BilletDebt,
  { faceCentavos, dueDate }: { readonly faceCentavos: Centavos; readonly dueDate: CalendarDate },
): SecondCopy {
  if (!isBusinessDay(dueDate)) throw new RangeError(`${dueDate} is not a business day`)
  const { daysLate, fineCentavos, interestCentavos, totalCentavos } = computeDue(debt, dueDate)
  return {
    dueDate,
    amountCentavos: totalCentavos,
    finePercentage: 0,
    interestPerDayCentavos: computeDailyLateInterest(faceCentavos),
    daysLate,
    fineCentavos,
    interestCentavos,
  }
}
