import type { Centavos } from '../../kernel/money.ts'

const DAYS_PER_YEAR = 365
const MAX_ROUNDS = 100
/** After a step this small the error is below 4 × its cube, 1.1e-10, for any loan of up to 60 months. */
const SMALL_STEP = 3e-4
/** Within this distance of ln(1 + CET) to a rounding boundary, doubles do not decide the second decimal. */
const ROUNDING_DOUBT = 1e-9

/**
 * The discount factors exp(−rate × days ÷ 365) of the due dates: their sum, and the weighted mean and variance of the
 * days.
 */
interface CetPoint {
  readonly rate: number
  readonly sum: number
  readonly meanDays: number
  readonly variance: number
}

/**
 * Where the solver starts, and afterwards the last point that it computed. Loans of one schedule and the same charges
 * differ only in roundings, so the next one starts beside its root. The start never changes a figure: what doubles
 * leave open is decided exactly.
 */
export interface CetStart {
  point: CetPoint
}

const monthFactors = new Float64Array(4)

/** Months have 28 to 31 days, so two exponentials give all factors. `gaps` are the days of each month minus 28. */
export function computeCetPoint(dueDays: Float64Array, gaps: Uint8Array, rate: number): CetPoint {
  const firstDays = dueDays[0] as number
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
  return { rate, sum, meanDays, variance: sumSquares / sum - meanDays * meanDays }
}

/** The factors of months of 28, 29, 30 and 31 days. */
function setMonthFactors(day: number): void {
  const day2 = day * day
  const day4 = day2 * day2
  const day8 = day4 * day4
  const month = day8 * day8 * day8 * day4
  monthFactors[0] = month
  monthFactors[1] = month * day
  monthFactors[2] = month * day2
  monthFactors[3] = month * day2 * day
}

/**
 * ln(1 + CET): the rate at which the factors sum to net ÷ installment (CMN Resolution 4.881/2020, art. 4).
 *
 * The logarithm of that sum is convex and decreasing, so Newton's method needs no bracket: from any start, the first
 * step lands at or left of the root and the next ones approach it from there. Where the curvature is small, it is used
 * to correct the step. The first point belongs to the schedule and costs nothing; most options need no other.
 */
export function solveCet(
  dueDays: Float64Array,
  gaps: Uint8Array,
  netPerInstallment: number,
  start: CetStart,
): number {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rate, sum, meanDays, variance } = start.point
    const newton = (Math.log(sum / netPerInstallment) / meanDays) * DAYS_PER_YEAR
    const bend = (variance * newton) / (2 * meanDays * DAYS_PER_YEAR)
    const step = Math.abs(bend) < 0.25 ? newton * (1 + bend) : newton
    if (Math.abs(step) < SMALL_STEP) return rate + step
    start.point = computeCetPoint(dueDays, gaps, rate + step)
  }
  throw new Error(`no CET was found for ${dueDays.length} installments worth ${netPerInstallment} of them`)
}

export function roundCetPA(dueDays: Float64Array, cet: number, net: Centavos, installment: Centavos): number {
  return roundCet(Math.exp(cet) - 1, cet, 1, dueDays, net, installment)
}

/** Derived from the yearly rate before rounding: (1 + yearly)^(1/12) − 1. */
export function roundCetPM(dueDays: Float64Array, cet: number, net: Centavos, installment: Centavos): number {
  return roundCet(Math.exp(cet / 12) - 1, cet, 12, dueDays, net, installment)
}

/** Percent with two decimals by ABNT NBR 5891: to the nearest, and an exact half to even. */
function roundCet(
  rate: number,
  cet: number,
  periods: 1 | 12,
  dueDays: Float64Array,
  net: Centavos,
  installment: Centavos,
): number {
  const hundredths = rate * 10_000
  const whole = Math.floor(hundredths)
  const rest = hundredths - whole
  if (Math.abs(rest - 0.5) > ROUNDING_DOUBT * 10_000 * (1 + rate) * (1 + Math.abs(cet)))
    return (rest > 0.5 ? whole + 1 : whole) / 100
  const side = compareWithCet(dueDays, 2 * whole + 1, periods, net, installment)
  const even = whole % 2 === 0 ? whole : whole + 1
  return (side > 0 ? whole + 1 : side < 0 ? whole : even) / 100
}

const BITS = 320n
const ONE = 1n << BITS
/** The precision that remains after some thousand roundings: a smaller difference is an exact half. */
const NOTHING = 1n << 100n

const multiply = (a: bigint, b: bigint) => (a * b) >> BITS

function raise(base: bigint, exponent: number): bigint {
  let result = ONE
  let square = base
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square)
    square = multiply(square, square)
  }
  return result
}

/** r^(1/365) by Newton's method from the nearest double; each iteration doubles the number of correct digits. */
function computeDailyFactor(yearly: bigint, estimate: number): bigint {
  let factor = BigInt(Math.round(estimate * 2 ** 52)) << (BITS - 52n)
  for (let round = 0; round < 5; round++) {
    const grown = raise(factor, 365)
    factor += (factor * (yearly - grown)) / (365n * grown)
  }
  return factor
}

/**
 * Sign of the true CET minus the rate `twiceHundredths` ÷ 2, in hundredths of a percent. The rate is per year when
 * `periods` is 1 and per month when it is 12. Discounted below the CET, the installments are worth more than the net.
 */
export function compareWithCet(
  dueDays: Float64Array,
  twiceHundredths: number,
  periods: 1 | 12,
  net: Centavos,
  installment: Centavos,
): number {
  const growth = 1 + twiceHundredths / 20_000
  const exponent = BigInt(periods)
  const yearly = (BigInt(20_000 + twiceHundredths) ** exponent * ONE) / 20_000n ** exponent
  const discount = (ONE * ONE) / computeDailyFactor(yearly, growth ** (periods / 365))
  let worth = 0n
  for (const days of dueDays) worth += raise(discount, days)
  const difference = BigInt(installment) * worth - BigInt(net) * ONE
  if (difference > NOTHING) return 1
  return difference < -NOTHING ? -1 : 0
}
