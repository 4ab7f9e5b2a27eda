import type { Centavos } from '../../kernel/money.ts'
import { compareWithCet } from './exact-cet.ts'

/** Due dates as days from the purchase, and the gaps between them less 28 days. */
interface DueDays {
  readonly dueDays: readonly number[]
  readonly gaps: readonly number[]
}

const DAYS_PER_YEAR = 365
const MAX_ROUNDS = 100
/** A step this small leaves an error of its cube, about 1e-12, far inside ROUNDING_DOUBT. */
const SMALL_STEP = 1e-4
/** Uncertainty of ln(1 + CET) within which the second decimal is not left to doubles. */
const ROUNDING_DOUBT = 1e-10

const monthFactors = new Float64Array(4)

/**
 * ln(1 + CET): the x with Σ exp(−x × days ÷ 365) = net ÷ installment (CMN Resolution 4.881/2020, art. 4).
 *
 * The logarithm of that sum is convex and falls in x, so Newton's step never leads away for good, from any start and without
 * a bracket: the first one lands at or left of the root and the next ones climb to it. Where its curvature is slight the step is
 * bent by it, which makes one round enough for most options. Months have 28 to 31 days: two exponentials serve all the terms.
 */
export function solveCet({ dueDays, gaps }: DueDays, netPerInstallment: number, start: number): number {
  const firstDays = dueDays[0] as number
  let rate = start
  for (let round = 0; round < MAX_ROUNDS; round++) {
    setMonthFactors(Math.exp(-rate / DAYS_PER_YEAR))
    let factor = Math.exp((-rate * firstDays) / DAYS_PER_YEAR)
    let sum = factor
    let sumDays = factor * firstDays
    let sumSquares = sumDays * firstDays
    for (let row = 0; row < gaps.length; row++) {
      factor *= monthFactors[gaps[row] as number] as number
      const days = dueDays[row + 1] as number
      const weighted = factor * days
      sum += factor
      sumDays += weighted
      sumSquares += weighted * days
    }
    const meanDays = sumDays / sum
    const newton = (Math.log(sum / netPerInstallment) / meanDays) * DAYS_PER_YEAR
    const variance = sumSquares / sum - meanDays * meanDays
    const bend = (variance * newton) / (2 * meanDays * DAYS_PER_YEAR)
    const step = Math.abs(bend) < 0.25 ? newton * (1 + bend) : newton
    rate += step
    if (Math.abs(step) < SMALL_STEP) return rate
  }
  throw new Error(
    `The CET of ${dueDays.length} installments was not found for the ratio ${netPerInstallment}`,
  )
}

/** The factors of months of 28, 29, 30 and 31 days. */
function setMonthFactors(day: number): void {
  const day2 = day * day
  const day4 = day2 * day2
  const day8 = day4 * day4
  let month = day8 * day8 * day8 * day4
  for (let index = 0; index < 4; index++) {
    monthFactors[index] = month
    month *= day
  }
}

export function roundCetPA(dates: DueDays, cet: number, net: Centavos, installment: Centavos): number {
  return roundCet(Math.expm1(cet), cet, half => compareWithCet(dates.dueDays, half, 1, net, installment))
}

/** The monthly rate comes from the yearly one before rounding: (1 + yearly)^(1/12) − 1. */
export function roundCetPM(dates: DueDays, cet: number, net: Centavos, installment: Centavos): number {
  return roundCet(Math.expm1(cet / 12), cet, half =>
    compareWithCet(dates.dueDays, half, 12, net, installment),
  )
}

/** Percent with two decimals by ABNT NBR 5891: to the nearest, and an exact half to the even digit. */
function roundCet(rate: number, cet: number, compareHalf: (twiceHundredths: number) => number): number {
  const hundredths = rate * 10_000
  const whole = Math.floor(hundredths)
  const rest = hundredths - whole
  if (Math.abs(rest - 0.5) > ROUNDING_DOUBT * 10_000 * (1 + rate) * (1 + Math.abs(cet)))
    return (rest > 0.5 ? whole + 1 : whole) / 100
  const side = compareHalf(2 * whole + 1)
  const even = whole % 2 === 0 ? whole : whole + 1
  return (side > 0 ? whole + 1 : side < 0 ? whole : even) / 100
}
