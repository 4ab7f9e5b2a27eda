import { addDays, addMonths, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type Centavos, computeShare } from '../../kernel/money.ts'

/**
 * Provision of consumer credit without collateral, portfolio C5, by the simplified method (BCB Resolution 352/2023,
 * art. 76 to 81). Percentages of the gross carrying amount.
 */
export interface Provision {
  readonly daysLate: number
  readonly stage: 1 | 2 | 3
  /** Whole months since the ninety-first day; undefined before it. */
  readonly monthsInDefault: number | undefined
  readonly incurredPercentage: number
  readonly additionalPercentage: number
  readonly incurredCentavos: Centavos
  readonly provisionCentavos: Centavos
  /** Income of a problem asset counts only when it is received. */
  readonly isAccrualStopped: boolean
}

const DEFAULT_AFTER_DAYS = 91
const STAGE_2_AFTER_DAYS = 30
/** Annex II: up to so many days late, so many tenths of a percent. */
const NOT_IN_DEFAULT = [
  { upToDays: 14, tenths: 19 },
  { upToDays: 30, tenths: 75 },
  { upToDays: 60, tenths: 150 },
  { upToDays: 90, tenths: 380 },
] as const
/** Art. 78 §1 II: a problem asset that is not more than 90 days late. */
const PROBLEM_ASSET_TENTHS = 534
/** Annex I, in tenths of a percent: at first, for every month, and all of it from a number of months on. */
const INCURRED_TENTHS = { first: 500, perMonth: 34, allFromMonths: 15 } as const
/** Art. 78 §1 III. */
const ADDITIONAL_TENTHS = 34

export function computeProvision(asset: {
  readonly carryingCentavos: Centavos
  readonly oldestUnpaidDueDate: CalendarDate | undefined
  readonly date: CalendarDate
  /** Restructured, or another debt of the same person is in default. */
  readonly isProblemAsset: boolean
  /** Restructured, and paid in time since: its risk stays increased. */
  readonly isCured?: boolean
}): Provision {
  const { carryingCentavos, oldestUnpaidDueDate, date, isProblemAsset, isCured = false } = asset
  const daysLate = oldestUnpaidDueDate === undefined ? 0 : Math.max(0, daysBetween(oldestUnpaidDueDate, date))
  const isInDefault = oldestUnpaidDueDate !== undefined && daysLate >= DEFAULT_AFTER_DAYS
  const monthsInDefault = isInDefault
    ? countWholeMonths(addDays(oldestUnpaidDueDate, DEFAULT_AFTER_DAYS), date)
    : undefined
  const { incurred, additional } = findPercentages({ daysLate, monthsInDefault, isProblemAsset })
  return {
    daysLate,
    stage: isInDefault || isProblemAsset ? 3 : daysLate > STAGE_2_AFTER_DAYS || isCured ? 2 : 1,
    monthsInDefault,
    incurredPercentage: incurred / 10,
    additionalPercentage: additional / 10,
    incurredCentavos: computeShare(carryingCentavos, incurred / 10),
    provisionCentavos: computeShare(carryingCentavos, (incurred + additional) / 10),
    isAccrualStopped: isInDefault || isProblemAsset,
  }
}

/**
 * CMN 4.966 (art. 3 §4) cures a restructured debt by timely payments for a sufficient time, without a number: at so many
 * month ends in a row nothing is late beyond the first band of Annex II.
 */
const CURE_MONTHS = 6
const TIMELY_UP_TO_DAYS = NOT_IN_DEFAULT[0].upToDays

/** The month ends before a day of which each has to be timely; the first of them is the earliest. */
export function listCureMonths(day: CalendarDate): CalendarDate[] {
  const first = `${day.slice(0, 8)}01` as CalendarDate
  return Array.from({ length: CURE_MONTHS - 1 }, (_, index) =>
    addDays(addMonths(first, index + 2 - CURE_MONTHS), -1),
  )
}

/** Whether a restructured debt is cured at a month end. `daysLate` are those of `listCureMonths`, as far as they are known. */
export function isCuredOn(
  day: CalendarDate,
  loan: { readonly firstDueDate: CalendarDate; readonly oldestUnpaidDueDate: CalendarDate | undefined },
  daysLate: readonly number[],
): boolean {
  const months = listCureMonths(day)
  const [earliest = day] = months
  const today = loan.oldestUnpaidDueDate === undefined ? 0 : daysBetween(loan.oldestUnpaidDueDate, day)
  // Time in which nothing was to be paid proves nothing.
  if (loan.firstDueDate > earliest || daysLate.length < months.length) return false
  return [...daysLate, today].every(days => days <= TIMELY_UP_TO_DAYS)
}

/** In tenths of a percent, so that they add up exactly; never above all of the debt. */
function findPercentages(asset: {
  readonly daysLate: number
  readonly monthsInDefault: number | undefined
  readonly isProblemAsset: boolean
}): { readonly incurred: number; readonly additional: number } {
  const { daysLate, monthsInDefault, isProblemAsset } = asset
  if (monthsInDefault !== undefined) {
    const { first, perMonth, allFromMonths } = INCURRED_TENTHS
    const incurred =
      monthsInDefault >= allFromMonths ? 1_000 : Math.min(1_000, first + perMonth * monthsInDefault)
    return { incurred, additional: Math.min(ADDITIONAL_TENTHS, 1_000 - incurred) }
  }
  if (isProblemAsset) return { incurred: 0, additional: PROBLEM_ASSET_TENTHS }
  const row = NOT_IN_DEFAULT.find(({ upToDays }) => daysLate <= upToDays)
  if (row === undefined) throw new Error(`a debt ${daysLate} days late is in default`)
  return { incurred: 0, additional: row.tenths }
}

function countWholeMonths(from: CalendarDate, to: CalendarDate): number {
  let months = 0
  while (addMonths(from, months + 1) <= to) months++
  return months
}
