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
  /** For another reason than its own delay. */
  readonly isProblemAsset: boolean
  /** No problem asset any more, and paid in time since: its risk stays increased. */
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
    stage: computeStage(daysLate, { isProblemAsset, isCured }),
    monthsInDefault,
    incurredPercentage: incurred / 10,
    additionalPercentage: additional / 10,
    incurredCentavos: computeShare(carryingCentavos, incurred / 10),
    provisionCentavos: computeShare(carryingCentavos, (incurred + additional) / 10),
    isAccrualStopped: isInDefault || isProblemAsset,
  }
}

/** In tenths of a percent, so that they add up exactly; never above all of the debt. */
function findPercentages(asset: {
  readonly daysLate: number
  readonly monthsInDefault: number | undefined
  readonly isProblemAsset: boolean
}): { readonly incurred: number; readonly additional: number } {
  const { daysLate, monthsInDefault, isProblemAsset } = asset
  if (monthsInDefault !== undefined) {
    const incurred = findIncurredTenths(monthsInDefault)
    return { incurred, additional: Math.min(ADDITIONAL_TENTHS, 1_000 - incurred) }
  }
  if (isProblemAsset) return { incurred: 0, additional: PROBLEM_ASSET_TENTHS }
  const row = NOT_IN_DEFAULT.find(({ upToDays }) => daysLate <= upToDays)
  if (row === undefined)
    throw new Error(`no provision is known for a debt ${daysLate} days late that is not in default`)
  return { incurred: 0, additional: row.tenths }
}

function findIncurredTenths(monthsInDefault: number): number {
  const { first, perMonth, allFromMonths } = INCURRED_TENTHS
  return monthsInDefault >= allFromMonths ? 1_000 : Math.min(1_000, first + perMonth * monthsInDefault)
}

/** By Annex I. */
export const computeIncurredPercentage = (monthsInDefault: number): number =>
  findIncurredTenths(monthsInDefault) / 10

function countWholeMonths(from: CalendarDate, to: CalendarDate): number {
  let months = 0
  while (addMonths(from, months + 1) <= to) months++
  return months
}

/** The stage of a credit by its delay, and by what else is known of it. */
export function computeStage(
  daysLate: number,
  { isProblemAsset, isCured }: { readonly isProblemAsset: boolean; readonly isCured: boolean },
): 1 | 2 | 3 {
  if (daysLate >= DEFAULT_AFTER_DAYS || isProblemAsset) return 3
  return daysLate > STAGE_2_AFTER_DAYS || isCured ? 2 : 1
}
