import type { Centavos } from '../../../kernel/money.ts'

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
