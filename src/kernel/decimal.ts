/** A number taken as it is written in decimal: units ÷ 10^scale, exactly. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/**
 * The double 4.99 stands for the decimal 4.99 that someone typed, not for the binary fraction nearest to it. Its shortest
 * writing gives that decimal back.
 */
export function toDecimal(value: number): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) throw new RangeError(`${value} has no decimal writing`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** Quotient to the nearest integer, a half away from zero. The divisor is positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const rounded = (2n * (dividend < 0n ? -dividend : dividend) + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}
