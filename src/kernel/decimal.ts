/** A number by its decimal digits: exactly units ÷ 10^scale. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/**
 * The double 4.99 stands for the decimal 4.99 that a person typed, not for the nearest binary fraction. Its shortest
 * decimal text gives that decimal back.
 */
export function toDecimal(value: number): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) throw new RangeError(`${value} has no decimal writing`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** Quotient rounded to the nearest integer, half away from zero. The divisor is positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const rounded = (2n * (dividend < 0n ? -dividend : dividend) + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}
