import { addMonths, type CalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'
import { solveCet } from './cet.ts'
import { computeYearlyRateExactly } from './exact.ts'
import { getIofRates } from './iof-table.ts'

export const MAX_INSTALLMENTS = 60
const IOF_MAX_DAYS = 365
/** IOF of a row counted in ten-millionths of its amortization: every rate of the table is a whole number of them. */
const IOF_UNITS_PER_PERCENT = 100_000
const IOF_UNITS = 10_000_000

/** All that an option owes to its dates, its number of installments and its rate, and nothing that it owes to an amount. */
export interface Schedule {
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly dailyIof: number
  readonly fixedIof: number
  /** Calendar days from the purchase to each due date. */
  readonly dueDays: readonly number[]
  /** For each due date but the first: days since the one before, less 28. */
  readonly gaps: readonly number[]
  readonly iofDays: readonly number[]
  readonly iofUnits: readonly number[]
  /** Part of the principal that each row amortizes. */
  readonly shares: readonly number[]
  /** Principal per centavo lent: 1 ÷ (1 − τ). */
  readonly grossUp: number
  /** Installment per centavo of principal. */
  readonly annuity: number
  /** ln(1 + CET) of a loan without fee, premium and rounding: where the solver starts. */
  readonly plainCet: number
  readonly zeroRows: readonly number[]
}

export function computeDueDates(firstDueDate: CalendarDate, numberOfInstallments: number): CalendarDate[] {
  return Array.from({ length: numberOfInstallments }, (_, index) => addMonths(firstDueDate, index))
}

const MAX_REMEMBERED = 4096
const remembered = new Map<number, Map<number, Schedule>>()
let rememberedCount = 0

/** Every purchase of a day shares its schedules, so each is computed once; a full memory is emptied, which changes no figure. */
export function getSchedule(
  purchaseDate: CalendarDate,
  firstDueDate: CalendarDate,
  numberOfInstallments: number,
  interestRatePM: number,
): Schedule {
  const purchaseDay = toEpochDay(purchaseDate)
  const daysToFirst = toEpochDay(firstDueDate) - purchaseDay
  if (!(daysToFirst >= 1 && daysToFirst <= 1000))
    throw new RangeError(`${firstDueDate} cannot be the first due date`)
  if (!(numberOfInstallments >= 1 && numberOfInstallments <= MAX_INSTALLMENTS))
    throw new RangeError(`${numberOfInstallments} installments cannot be priced`)
  const key = (purchaseDay * 1024 + daysToFirst) * 64 + numberOfInstallments
  const known = remembered.get(interestRatePM)?.get(key)
  if (known) return known
  const schedule = computeSchedule(purchaseDate, firstDueDate, numberOfInstallments, interestRatePM)
  remember(interestRatePM, key, schedule)
  return schedule
}

function remember(interestRatePM: number, key: number, schedule: Schedule): void {
  if (rememberedCount >= MAX_REMEMBERED) forgetSchedules()
  const sameRate = remembered.get(interestRatePM) ?? new Map<number, Schedule>()
  remembered.set(interestRatePM, sameRate.set(key, schedule))
  rememberedCount++
}

export function forgetSchedules(): void {
  remembered.clear()
  rememberedCount = 0
}

function computeSchedule(
  purchaseDate: CalendarDate,
  firstDueDate: CalendarDate,
  numberOfInstallments: number,
  interestRatePM: number,
): Schedule {
  const purchaseDay = toEpochDay(purchaseDate)
  const dueDays = computeDueDates(firstDueDate, numberOfInstallments).map(
    date => toEpochDay(date) - purchaseDay,
  )
  const gaps = dueDays.slice(1).map((days, index) => days - (dueDays[index] ?? 0) - 28)
  const { dailyIof, fixedIof } = getIofRates(purchaseDate)
  const iofDays = dueDays.map(days => Math.min(days, IOF_MAX_DAYS))
  const dailyUnits = Math.round(dailyIof * IOF_UNITS_PER_PERCENT)
  const fixedUnits = Math.round(fixedIof * IOF_UNITS_PER_PERCENT)
  const iofUnits = iofDays.map(days => fixedUnits + dailyUnits * days)

  const growth = 1 + interestRatePM / 100
  const powers: number[] = [1]
  for (let row = 1; row < numberOfInstallments; row++) powers.push((powers[row - 1] ?? 1) * growth)
  const sum = powers.reduce((total, power) => total + power, 0)
  const shares = powers.map(power => power / sum)
  const tax = shares.reduce((total, share, row) => total + share * (iofUnits[row] ?? 0), 0) / IOF_UNITS
  const grossUp = 1 / (1 - tax)
  // Σ (1 + i)^−tₖ = (1 + i)^−t₁ × Σ (1 + i)^−(k − 1), and the latter sum is that of the powers seen from the other end.
  const annuity = (growth ** ((dueDays[0] ?? 0) / 30) * (powers[numberOfInstallments - 1] ?? 1)) / sum
  const dates = { dueDays, gaps }
  return {
    firstDueDate,
    numberOfInstallments,
    interestRatePM,
    interestRatePA: computeYearlyRateExactly(interestRatePM),
    dailyIof,
    fixedIof,
    ...dates,
    iofDays,
    iofUnits,
    shares,
    grossUp,
    annuity,
    plainCet: solveCet(dates, 1 / (grossUp * annuity), 12 * Math.log(growth)),
    zeroRows: new Array<number>(numberOfInstallments).fill(0),
  }
}
