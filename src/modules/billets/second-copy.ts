import { isBusinessDay } from '../../brazil/business-days.ts'
import { computeDailyLateInterest } from '../../brazil/late-charges.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type BilletDebt, computeDue } from './debt.ts'

/** What a second copy of a billet asks for. */
export interface SecondCopy {
  readonly dueDate: CalendarDate
  /** Open face value, fine and interest up to the new due date. */
  readonly amountCentavos: Centavos
  /** The fine is in the amount already, and there is no charge on a charge. */
  readonly finePercentage: 0
  /** Of the original face value. */
  readonly interestPerDayCentavos: Centavos
  readonly daysLate: number
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
}

export function computeSecondCopy(
  debt: BilletDebt,
  { faceCentavos, dueDate }: { readonly faceCentavos: Centavos; readonly dueDate: CalendarDate },
): SecondCopy {
  if (!isBusinessDay(dueDate)) throw new RangeError(`${dueDate} is no business day`)
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
