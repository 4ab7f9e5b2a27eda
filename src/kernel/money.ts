import { divideHalfUp, toDecimal } from './decimal.ts'

/** Whole centavos, a safe integer. Reais exist only at the edges. */
export type Centavos = number

/**
 * More than two decimals are rounded half up by their decimal digits: 1.005 is 101, although its double is below the
 * half.
 */
export function parseReais(value: number): Centavos {
  const nearest = Math.round(value * 100)
  if (nearest / 100 === value && Number.isSafeInteger(nearest)) return nearest + 0
  const { units, scale } = toDecimal(value)
  return toCentavos(divideHalfUp(units * 100n, 10n ** BigInt(scale)))
}

/** Reais as an address writes them, with a dot and at most two decimals: read as whole numbers, so that nothing is rounded. */
export function parseWrittenReais(text: string): Centavos {
  const [, whole, tenths = '0', hundredths = '0'] = /^(\d+)(?:\.(\d)(\d)?)?$/.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${text} is not an amount in reais`)
  return Number(whole) * 100 + Number(tenths) * 10 + Number(hundredths)
}

/** The double nearest to the amount, which JSON writes with at most two decimals. */
export function presentReais(amount: Centavos): number {
  return amount / 100
}

/**
 * The text that JSON gives for presentReais, by integer arithmetic only: large answers contain thousands of amounts.
 */
export function writeReais(amount: Centavos): string {
  if (amount < 0) return `-${writeReais(-amount)}`
  const whole = Math.floor(amount / 100)
  const cents = amount - whole * 100
  if (cents === 0) return String(whole)
  const tenths = Math.floor(cents / 10)
  return cents === tenths * 10 ? `${whole}.${tenths}` : `${whole}.${tenths}${cents - tenths * 10}`
}

/** The percentages seen last, each in one slot, as whole units and what to divide their product with an amount by. */
const SLOTS = 64
const percentages = new Float64Array(SLOTS)
const unitsOf = new Float64Array(SLOTS)
const divisorOf = new Float64Array(SLOTS)

/**
 * `percentage` percent of a non-negative amount, rounded half up, computed from the decimal digits of the percentage.
 */
export function computeShare(amount: Centavos, percentage: number): Centavos {
  if (percentage === 0) return 0
  // Policies have few percentages, and finding the digits of one takes longer than all the rest.
  const slot = (percentage * 100) & (SLOTS - 1)
  if (percentages[slot] !== percentage && !rememberDigits(slot, percentage))
    return computeLongShare(amount, percentage)
  const divisor = divisorOf[slot] as number
  const dividend = amount * (unitsOf[slot] as number) + divisor / 2
  // Below 2^53 the dividend is exact, and a quotient of two such integers cannot round across an integer.
  if (dividend <= Number.MAX_SAFE_INTEGER) return Math.floor(dividend / divisor)
  return computeLongShare(amount, percentage)
}

/** False when the percentage has more than six decimals. */
function rememberDigits(slot: number, percentage: number): boolean {
  for (let scale = 1; scale <= 1_000_000; scale *= 10) {
    const units = Math.round(percentage * scale)
    if (units / scale !== percentage) continue
    percentages[slot] = percentage
    unitsOf[slot] = units
    divisorOf[slot] = 100 * scale
    return true
  }
  return false
}

function computeLongShare(amount: Centavos, percentage: number): Centavos {
  const { units, scale } = toDecimal(percentage)
  return toCentavos(divideHalfUp(BigInt(amount) * units, 10n ** BigInt(scale + 2)))
}

/** A non-negative integer divided by a positive one, rounded half up. */
export function divideCentavos(amount: Centavos, parts: number): Centavos {
  return Math.floor((2 * amount + parts) / (2 * parts))
}

/** Parts that differ by at most one centavo and add up to the total; the first ones get the odd centavos. */
export function splitEqually(total: Centavos, parts: number): Centavos[] {
  const share = Math.floor(total / parts)
  const larger = total - share * parts
  const split = new Array<Centavos>(parts)
  for (let index = 0; index < larger; index++) split[index] = share + 1
  for (let index = larger; index < parts; index++) split[index] = share
  return split
}

function toCentavos(amount: bigint): Centavos {
  const centavos = Number(amount)
  if (!Number.isSafeInteger(centavos))
    throw new RangeError(`${amount} centavos are beyond what can be counted exactly`)
  return centavos
}
