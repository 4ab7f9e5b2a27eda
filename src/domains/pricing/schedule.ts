import { addMonths, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type CetStart, computeCetPoint, solveCet } from './cet.ts'
import { computeYearlyRateExactly } from './exact.ts'

export const MAX_INSTALLMENTS = 60
const MAX_DAYS_TO_FIRST = 400
export const MAX_RATE_PM = 30
/** The tax counts at most so many days of an installment. */
export const IOF_MAX_DAYS = 365
/** The IOF rate of a row, in ten-millionths of its amortization: every rate of the table is a whole number of them. */
const IOF_UNITS_PER_PERCENT = 100_000
const IOF_UNITS = 10_000_000

/** Everything about an option that depends on its dates, number of installments and rate, but not on an amount. */
export interface Schedule {
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly dailyIof: number
  readonly fixedIof: number
  /** Calendar days from the purchase to each due date. */
  readonly dueDays: Float64Array
  /** For each due date but the first: days since the one before, less 28. */
  readonly gaps: Uint8Array
  readonly iofDays: readonly number[]
  readonly iofUnits: Float64Array
  /** Part of the principal that each row amortizes. */
  readonly shares: Float64Array
  /** Principal per centavo lent: 1 ÷ (1 − τ). */
  readonly grossUp: number
  /** Installment per centavo of principal. */
  readonly annuity: number
  /** Where the solver of the CET starts: for loans without charges, with a fee, with a premium, with both. */
  readonly cetStarts: readonly [CetStart, CetStart, CetStart, CetStart]
  readonly zeroRows: readonly number[]
}

export function computeDueDates(firstDueDate: CalendarDate, numberOfInstallments: number): CalendarDate[] {
  return Array.from({ length: numberOfInstallments }, (_, index) => addMonths(firstDueDate, index))
}

/** The schedules of two dates by number of installments; those of one number differ only in their rate. */
interface DatedSchedules {
  readonly purchaseDate: CalendarDate
  readonly firstDueDate: CalendarDate
  readonly byNumber: Schedule[][]
}

const MAX_REMEMBERED = 4096
const remembered = new Map<string, DatedSchedules>()
let latest: DatedSchedules | undefined
let rememberedCount = 0

/**
 * Purchases of a day share their schedules, so each is computed once. A full cache is emptied, which changes no figure.
 */
export function getSchedule(
  purchaseDate: CalendarDate,
  firstDueDate: CalendarDate,
  numberOfInstallments: number,
  interestRatePM: number,
): Schedule {
  if (latest?.purchaseDate !== purchaseDate || latest.firstDueDate !== firstDueDate)
    latest = getDatedSchedules(purchaseDate, firstDueDate)
  const known = latest.byNumber[numberOfInstallments]
  if (known) for (const schedule of known) if (schedule.interestRatePM === interestRatePM) return schedule

  const schedule = computeSchedule(purchaseDate, firstDueDate, numberOfInstallments, interestRatePM)
  if (rememberedCount >= MAX_REMEMBERED) forgetSchedules()
  const { byNumber } = getDatedSchedules(purchaseDate, firstDueDate)
  byNumber[numberOfInstallments] = [...(byNumber[numberOfInstallments] ?? []), schedule]
  rememberedCount++
  return schedule
}

function getDatedSchedules(purchaseDate: CalendarDate, firstDueDate: CalendarDate): DatedSchedules {
  const key = purchaseDate + firstDueDate
  const known = remembered.get(key)
  if (known) return known
  const dated = { purchaseDate, firstDueDate, byNumber: [] }
  remembered.set(key, dated)
  return dated
}

export function forgetSchedules(): void {
  remembered.clear()
  latest = undefined
  rememberedCount = 0
}

function computeSchedule(
  purchaseDate: CalendarDate,
  firstDueDate: CalendarDate,
  numberOfInstallments: number,
  interestRatePM: number,
): Schedule {
  const daysToFirst = daysBetween(purchaseDate, firstDueDate)
  if (!(daysToFirst >= 1 && daysToFirst <= MAX_DAYS_TO_FIRST))
    throw new RangeError(`${firstDueDate} cannot be the first due date of a purchase on ${purchaseDate}`)
  if (!(numberOfInstallments >= 1 && numberOfInstallments <= MAX_INSTALLMENTS))
    throw new RangeError(`${numberOfInstallments} installments cannot be priced`)
  if (!(interestRatePM >= 0 && interestRatePM <= MAX_RATE_PM))
    throw new RangeError(`An interest of ${interestRatePM} percent a month cannot be priced`)
  const dueDays = Float64Array.from(computeDueDates(firstDueDate, numberOfInstallments), date =>
    daysBetween(purchaseDate, date),
  )
  const gaps = Uint8Array.from(dueDays.subarray(1), (days, index) => days - (dueDays[index] ?? 0) - 28)
  const { dailyIof, fixedIof } = getIofRates(purchaseDate)
  const iofDays = Array.from(dueDays, days => Math.min(days, IOF_MAX_DAYS))
  const dailyUnits = Math.round(dailyIof * IOF_UNITS_PER_PERCENT)
  const fixedUnits = Math.round(fixedIof * IOF_UNITS_PER_PERCENT)
  const iofUnits = Float64Array.from(iofDays, days => fixedUnits + dailyUnits * days)

  const growth = 1 + interestRatePM / 100
  const powers = new Float64Array(numberOfInstallments).fill(1)
  for (let row = 1; row < numberOfInstallments; row++) powers[row] = (powers[row - 1] ?? 1) * growth
  const sum = powers.reduce((total, power) => total + power, 0)
  const shares = powers.map(power => power / sum)
  const tax = shares.reduce((total, share, row) => total + share * (iofUnits[row] ?? 0), 0) / IOF_UNITS
  const grossUp = 1 / (1 - tax)
  // Σ (1 + i)^−tₖ = (1 + i)^−t₁ × Σ (1 + i)^−(k − 1), and the latter sum is the sum of the powers in reverse order.
  const annuity = (growth ** ((dueDays[0] ?? 0) / 30) * (powers[numberOfInstallments - 1] ?? 1)) / sum
  const interestOnly = { point: computeCetPoint(dueDays, gaps, 12 * Math.log(growth)) }
  // The CET of a loan without fee, premium and rounding.
  const point = computeCetPoint(dueDays, gaps, solveCet(dueDays, gaps, 1 / (grossUp * annuity), interestOnly))
  return {
    firstDueDate,
    numberOfInstallments,
    interestRatePM,
    interestRatePA: computeYearlyRateExactly(interestRatePM),
    dailyIof,
    fixedIof,
    dueDays,
    gaps,
    iofDays,
    iofUnits,
    shares,
    grossUp,
    annuity,
    cetStarts: [{ point }, { point }, { point }, { point }],
    zeroRows: new Array<number>(numberOfInstallments).fill(0),
  }
}

/** IOF on credit to natural persons (Decree 6.306/2007, art. 7), in percent of the principal. */
interface IofRates {
  readonly since: string
  /** Per calendar day from release to due date, for at most 365 days. */
  readonly dailyIof: number
  /** Once, whatever the term (art. 7 §15). */
  readonly fixedIof: number
}

/** A new decree is a new row. Past rows never change, or old contracts could not be recomputed. */
const history: readonly IofRates[] = [
  { since: '2008-01-03', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 6.339/2008
  { since: '2008-12-11', dailyIof: 0.0041, fixedIof: 0.38 }, // Decree 6.691/2008
  { since: '2011-04-08', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 7.458/2011
  { since: '2011-12-01', dailyIof: 0.0068, fixedIof: 0.38 }, // Decree 7.632/2011
  { since: '2012-05-22', dailyIof: 0.0041, fixedIof: 0.38 }, // Decree 7.726/2012
  { since: '2015-01-22', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 8.392/2015
  { since: '2020-04-03', dailyIof: 0, fixedIof: 0 }, // Decree 10.305/2020, pandemic relief
  { since: '2020-11-27', dailyIof: 0.0082, fixedIof: 0.38 }, // relief ended early
  { since: '2021-09-20', dailyIof: 0.01118, fixedIof: 0.38 }, // Decree 10.797/2021
  { since: '2022-01-01', dailyIof: 0.0082, fixedIof: 0.38 },
]

/** The tax is due when the credit is delivered, so the rates of the purchase date apply to the whole contract. */
export function getIofRates(purchaseDate: CalendarDate): IofRates {
  const rates = history.findLast(row => row.since <= purchaseDate)
  if (!rates) throw new RangeError(`No IOF rates are known for ${purchaseDate}`)
  return rates
}
