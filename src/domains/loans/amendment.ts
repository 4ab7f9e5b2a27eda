import { addDays, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type Centavos, computeShare } from '../../kernel/money.ts'
import { computeGrown } from './discount.ts'

const DAYS_PER_PERIOD = 30
const IOF_MAX_DAYS = 365

/** One installment that is moved to a later day at the contract's rate. */
export interface Amendment {
  readonly dueDate: CalendarDate
  readonly installmentCentavos: Centavos
  readonly interestCentavos: Centavos
  /** The daily tax of the days that are added, on the principal of the installment. */
  readonly iofCentavos: Centavos
}

export function computeAmendment(moved: {
  readonly installmentCentavos: Centavos
  readonly amortizationCentavos: Centavos
  readonly interestRatePM: number
  /** In percent a day, as in the contract. */
  readonly dailyIof: number
  readonly releasedOn: CalendarDate
  readonly dueDate: CalendarDate
  readonly days: number
}): Amendment {
  const { installmentCentavos, amortizationCentavos, interestRatePM, dailyIof, releasedOn, days } = moved
  const dueDate = addDays(moved.dueDate, days)
  const distance = {
    periods: Math.floor(days / DAYS_PER_PERIOD),
    days: days % DAYS_PER_PERIOD,
    daysInPeriod: DAYS_PER_PERIOD,
  }
  // Twice the amount rounded down tells exactly on which side of a half centavo it lies.
  const grown = Math.floor((computeGrown(2 * installmentCentavos, interestRatePM, distance) + 1) / 2)
  const count = (until: CalendarDate) => Math.min(IOF_MAX_DAYS, daysBetween(releasedOn, until))
  return {
    dueDate,
    installmentCentavos: grown,
    interestCentavos: grown - installmentCentavos,
    iofCentavos: computeShare(amortizationCentavos * (count(dueDate) - count(moved.dueDate)), dailyIof),
  }
}
