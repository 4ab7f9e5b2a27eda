import { divideHalfUp, toDecimal } from '../kernel/decimal.ts'
import type { Centavos } from '../kernel/money.ts'

/** A distance on the contract's own scale: whole periods, and days of one more. */
export interface Distance {
  readonly periods: number
  readonly days: number
  readonly daysInPeriod: number
}

/**
 * Far above the error of a double after the at most 73 multiplications of a contract (some 1e-14), and narrow enough
 * that the exact comparison hardly ever runs. Below it a double decides nothing.
 */
const UNSURE = 1e-12

/** Half up: `amount` × (1 + i)^−distance, where `product` is that value in double precision. */
export function roundDiscounted(
  product: number,
  amount: Centavos,
  interestRatePM: number,
  distance: Distance,
): Centavos {
  const below = Math.floor(product)
  if (Math.abs(product - below - 0.5) > product * UNSURE) return Math.round(product)
  const { root, grown, whole } = computePowers(interestRatePM, distance)
  // The power is a root, so both sides are raised until they are integers.
  return (2n * BigInt(amount)) ** root * whole >= BigInt(2 * below + 1) ** root * grown ? below + 1 : below
}

/** Rounded down: `amount` × (1 + i)^distance, what a present value buys of a later one. */
export function computeGrown(amount: Centavos, interestRatePM: number, distance: Distance): Centavos {
  const { periods, days, daysInPeriod } = distance
  const product = amount * (1 + interestRatePM / 100) ** (periods + days / daysInPeriod)
  const nearest = Math.round(product)
  if (Math.abs(product - nearest) > product * UNSURE) return Math.floor(product)
  const { root, grown, whole } = computePowers(interestRatePM, distance)
  return BigInt(amount) ** root * grown >= BigInt(nearest) ** root * whole ? nearest : nearest - 1
}

/** (1 + i)^distance = (grown ÷ whole)^(1 ÷ root). */
function computePowers(interestRatePM: number, { periods, days, daysInPeriod }: Distance) {
  const { units, scale } = toDecimal(interestRatePM)
  const unit = 10n ** BigInt(scale + 2)
  const power = BigInt(periods * daysInPeriod + days)
  return { root: BigInt(daysInPeriod), grown: (unit + units) ** power, whole: unit ** power }
}

/** `amount` × part ÷ whole, half up, also where the product is beyond a double. */
export function computeProportion(amount: Centavos, part: number, whole: number): Centavos {
  return Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole)))
}
